import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * Writes record batches with Kafka's own classes, one JSON object a line, and reads those that others wrote.
 *
 * <pre>
 * generate   label, hex, what Kafka reads in it again (batches, records)
 * read       lines of label TAB hex on standard input -> label, batches, records
 * </pre>
 */
public final class BatchVectors {
    public static void main(String[] arguments) throws Exception {
        switch (arguments.length == 1 ? arguments[0] : "") {
            case "generate" -> BatchWriter.writeAll(
                (label, bytes) -> System.out.println(line(label, HexFormat.of().formatHex(bytes), BatchReader.read(bytes))));
            case "read" -> readAll();
            default -> {
                System.err.println("usage: BatchVectors generate|read");
                System.exit(2);
            }
        }
    }

    private static void readAll() throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String text = lines.readLine(); text != null; text = lines.readLine()) {
            String[] cells = text.split("\t");
            System.out.println(line(cells[0], cells[1], BatchReader.read(HexFormat.of().parseHex(cells[1]))));
        }
    }

    private static String line(String label, String hex, String facts) {
        return "{\"label\":\"" + label + "\",\"hex\":\"" + hex + "\"," + facts + "}";
    }

    static byte[] bytesOf(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
