import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.compress.Compression;

/**
 * Record batches made by Kafka's own builder, for fields of type {@code records}. Kafka moved the classes to another
 * package in 4.x, so they are reached by name.
 */
final class RecordsSource {
    private final byte[][] batches;
    private final Method readable;

    RecordsSource() throws ReflectiveOperationException {
        String prefix = "org.apache.kafka.common.record.";
        if (ClassLoader.getSystemResource("org/apache/kafka/common/record/MemoryRecords.class") == null) {
            prefix += "internal.";
        }
        Class<?> records = Class.forName(prefix + "MemoryRecords");
        Class<?> simpleRecord = Class.forName(prefix + "SimpleRecord");
        readable = records.getMethod("readableRecords", ByteBuffer.class);
        Class<?> recordArray = Array.newInstance(simpleRecord, 0).getClass();
        Method build = records.getMethod("withRecords", Compression.class, recordArray);
        Method buffer = records.getMethod("buffer");
        batches = new byte[3][];
        for (int count = 1; count <= batches.length; count++) {
            Object list = Array.newInstance(simpleRecord, count);
            for (int i = 0; i < count; i++) {
                Array.set(list, i, simpleRecord.getConstructor(long.class, byte[].class, byte[].class)
                        .newInstance(1_700_000_000_000L + i, i == 0 ? null : text("key-" + i), text("value-" + i)));
            }
            batches[count - 1] = copy((ByteBuffer) buffer.invoke(build.invoke(null, Compression.NONE, list)));
        }
    }

    /** A batch of {@code count} records, 0 to 3; 0 gives records of no bytes. */
    Object records(int count) throws ReflectiveOperationException {
        return readable.invoke(null, ByteBuffer.wrap(count == 0 ? new byte[0] : batches[count - 1].clone()));
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] copy(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.duplicate().get(bytes);
        return bytes;
    }
}
