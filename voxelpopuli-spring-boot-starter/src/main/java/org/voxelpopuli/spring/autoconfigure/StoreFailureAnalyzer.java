package org.voxelpopuli.spring.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.voxelpopuli.store.StoreException;

/** The data folder cannot be used. The store says what is wrong, then, in its last sentence, what to do. */
final class StoreFailureAnalyzer extends AbstractFailureAnalyzer<StoreException> {
    private static final String SETTINGS = Property.DATA.key() + " names the folder; " + Property.STORE.key()
            + "=memory needs none, and keeps nothing. With " + Property.STORE.key() + "=jdbc, "
            + Property.JDBC_URL.key() + " names the database, " + Property.JDBC_USER.key() + " and "
            + Property.JDBC_PASSWORD.key() + " are those of the user.";

    @Override
    protected FailureAnalysis analyze(Throwable root, StoreException failure) {
        String message = String.valueOf(failure.getMessage());
        int lastSentence = message.lastIndexOf(". ");
        String what = lastSentence < 0 ? message : message.substring(0, lastSentence);
        String action = lastSentence < 0 ? "" : message.substring(lastSentence + 2) + ". ";
        return new FailureAnalysis("The store cannot be opened: " + what + ".", action + SETTINGS, failure);
    }
}
