package org.voxelpopuli.store;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Why a file or a folder cannot be created or written, in an operator's words: the exceptions of {@code java.nio.file} often name the file alone. */
public final class FileError {
    private FileError() {}

    /** Names the file, and what is wrong with it; no sentence of its own. */
    public static String words(IOException e) {
        if (e instanceof FileSystemException file) {
            return file.getFile() + words(file);
        }
        return e.getClass() == IOException.class
                ? String.valueOf(e.getMessage())
                : e.getClass().getSimpleName() + ": " + e.getMessage();
    }

    private static String words(FileSystemException e) {
        if (e.getReason() != null) {
            return ": " + e.getReason();
        } else if (e instanceof NoSuchFileException) {
            return " does not exist and cannot be created";
        } else if (e instanceof FileAlreadyExistsException) {
            return " is there already, and is no folder";
        } else if (e instanceof AccessDeniedException) {
            return " is denied to this user";
        }
        return " is refused (" + e.getClass().getSimpleName() + ")";
    }
}
