package org.voxelpopuli.tools.console;

import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON for programs that read what a command found. */
public final class JsonOutput {
    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private JsonOutput() {}

    /** The JSON of a record. */
    public static String write(Object record) {
        return MAPPER.writeValueAsString(record);
    }
}
