package org.voxelpopuli.store.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.sqlite.JDBC;

/** A connector whose COMMIT fails with a SQLite result code, or waits, while told to. */
final class FaultyDisk implements Connector {
    static final int FULL = 13;
    static final int IO = 10;

    private volatile int failure;
    private volatile @Nullable String unreadable;
    private volatile String readFailure = "";
    private final AtomicInteger commitsLeft = new AtomicInteger();
    private volatile CountDownLatch attempts = new CountDownLatch(0);
    private volatile CountDownLatch gate = new CountDownLatch(0);

    /** From now on each commit fails so; 0 for none. */
    void failWith(int code) {
        failure = code;
        // Last, so that who is counted has seen the new code.
        attempts = new CountDownLatch(2);
    }

    /** Queries that contain this fail from now on. */
    void failReads(String query, String message) {
        unreadable = query;
        readFailure = message;
    }

    /** The commits after so many fail from now on. */
    void failAfter(int commits) {
        commitsLeft.set(commits);
        failWith(FULL);
    }

    /** Waits until a second commit has been tried, so that the store has dealt with the failure of the first. */
    void awaitSecondAttempt() throws InterruptedException {
        if (!attempts.await(30, TimeUnit.SECONDS)) {
            throw new AssertionError("the store does not try again");
        }
    }

    /** From now on each commit waits for the latch. */
    void holdUntil(CountDownLatch open) {
        gate = open;
        attempts = new CountDownLatch(1);
    }

    void awaitFirstAttempt() throws InterruptedException {
        awaitSecondAttempt();
    }

    @Override
    public Connection connect(Path database) throws SQLException {
        return wrap(Connection.class, plain(database));
    }

    /** As another program would connect. */
    static Connection plain(Path database) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("busy_timeout", "50");
        return new JDBC().connect("jdbc:sqlite:" + database, properties);
    }

    private <T> T wrap(Class<T> type, T target) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().equals("execute") && arguments[0].equals("COMMIT")) {
                        beforeCommit();
                    } else if (method.getName().equals("prepareStatement")) {
                        beforeRead((String) arguments[0]);
                    }
                    Object result = call(target, method, arguments);
                    return method.getName().equals("createStatement")
                            ? wrap(Statement.class, (Statement) result)
                            : result;
                }));
    }

    private void beforeCommit() throws Exception {
        attempts.countDown();
        gate.await();
        if (failure != 0 && commitsLeft.getAndDecrement() <= 0) {
            throw new SQLException("injected", null, failure);
        }
    }

    private void beforeRead(String query) throws SQLException {
        String failing = unreadable;
        if (failing != null && query.startsWith("SELECT") && query.contains(failing)) {
            throw new SQLException(readFailure, null, IO);
        }
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
