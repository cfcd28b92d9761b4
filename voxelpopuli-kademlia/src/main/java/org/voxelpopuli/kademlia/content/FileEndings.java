package org.voxelpopuli.kademlia.content;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The ending of a file's name by which programs know what is in it, as its first bytes tell. A kad-file names none, and what a stranger says could be the ending of a program; so there are only those of sound, video
 * and pictures, and none for what is not known. Nothing is unpacked. Pure.
 */
final class FileEndings {
    /** Bytes from the beginning that are looked at. */
    static final int BYTES = 36;

    private FileEndings() {}

    /**
     * The ending, with its dot; empty if it is not known.
     *
     * @param beginning up to {@value #BYTES} bytes, from position to limit
     */
    static String of(ByteBuffer beginning) {
        byte[] bytes = new byte[beginning.remaining()];
        beginning.duplicate().get(bytes);
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        if (text.startsWith("ID3") || isMpegSound(bytes)) {
            return ".mp3";
        } else if (text.startsWith("fLaC")) {
            return ".flac";
        } else if (text.startsWith("OggS")) {
            return text.startsWith("OpusHead", 28) ? ".opus" : ".ogg";
        } else if (text.startsWith("RIFF") && text.startsWith("WAVE", 8)) {
            return ".wav";
        } else if (text.startsWith("FORM") && text.startsWith("AIF", 8)) {
            return ".aiff";
        } else if (text.startsWith("ftyp", 4)) {
            return text.startsWith("M4A", 8) ? ".m4a" : ".mp4";
        } else if (text.startsWith("\u0089PNG\r\n\u001a\n")) {
            return ".png";
        }
        return text.startsWith("\u00ff\u00d8\u00ff") ? ".jpg" : "";
    }

    /** A frame of MPEG 1, 2 or 2.5, layer III, with a bit rate and a sampling rate that exist (ISO 11172-3, 2.4.2.3). */
    private static boolean isMpegSound(byte[] bytes) {
        if (bytes.length < 4 || bytes[0] != (byte) 0xff) {
            return false;
        }
        int version = (bytes[1] & 0x18) >> 3;
        boolean layer3 = (bytes[1] & 0xe6) == 0xe2 && version != 1;
        int bitRate = (bytes[2] & 0xf0) >> 4;
        int samplingRate = (bytes[2] & 0x0c) >> 2;
        return layer3 && bitRate != 0 && bitRate != 15 && samplingRate != 3;
    }
}
