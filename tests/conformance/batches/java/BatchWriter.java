import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.function.BiConsumer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.message.KRaftVersionRecord;
import org.apache.kafka.common.message.LeaderChangeMessage;
import org.apache.kafka.common.message.SnapshotFooterRecord;
import org.apache.kafka.common.message.SnapshotHeaderRecord;
import org.apache.kafka.common.message.VotersRecord;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.EndTransactionMarker;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;

/** Every kind of batch and message set that Kafka's classes write. */
final class BatchWriter {
    private static final long TIME = 1700000000000L;
    private static final Header[] HEADERS = {new RecordHeader("a", null), new RecordHeader("a", new byte[0]),
        new RecordHeader("", new byte[] {'z'}), new RecordHeader("näme", new byte[] {0, (byte) 0xff})};

    private BatchWriter() {
    }

    static void writeAll(BiConsumer<String, byte[]> take) {
        for (int magic = 0; magic <= 2; magic++) {
            for (CompressionType type : CompressionType.values()) {
                // zstd came with magic 2.
                if (magic < 2 && type == CompressionType.ZSTD) {
                    continue;
                }
                String label = "magic " + magic + " " + type.name;
                take.accept(label + " few", few(builder(magic, type, TimestampType.CREATE_TIME, 100, 65536)));
                take.accept(label + " many", many(builder(magic, type, TimestampType.CREATE_TIME, 0, 262144), magic));
                if (magic > 0) {
                    take.accept(label + " append time", few(builder(magic, type, TimestampType.LOG_APPEND_TIME, 7, 65536)));
                }
            }
        }
        producers(take);
        control(take);
    }

    private static MemoryRecordsBuilder builder(int magic, CompressionType type, TimestampType time, long offset, int size) {
        return MemoryRecords.builder(ByteBuffer.allocate(size), (byte) magic, Compression.of(type).build(), time, offset,
            time == TimestampType.LOG_APPEND_TIME ? TIME + 5000 : -1L);
    }

    private static byte[] few(MemoryRecordsBuilder builder) {
        builder.append(time(builder, 0), bytes("k"), bytes("v"));
        builder.append(time(builder, 1000), null, bytes("value"));
        builder.append(time(builder, -5), bytes(""), null);
        return finish(builder);
    }

    private static long time(MemoryRecordsBuilder builder, long delta) {
        return builder.magic() == 0 ? -1L : TIME + delta;
    }

    private static byte[] many(MemoryRecordsBuilder builder, int magic) {
        Random random = new Random(42);
        for (int i = 0; i < 60; i++) {
            byte[] key = new byte[random.nextInt(20)];
            byte[] value = new byte[random.nextInt(150)];
            random.nextBytes(key);
            // Half of it compresses.
            for (int at = 0; at < value.length; at++) {
                value[at] = (byte) (at % 2 == 0 ? 'x' : random.nextInt(256));
            }
            long time = magic == 0 ? -1L : TIME + random.nextInt(100000);
            if (magic == 2 && i % 10 == 0) {
                builder.append(time, key, value, HEADERS);
            } else {
                builder.append(time, i % 7 == 0 ? null : key, i % 11 == 0 ? null : value);
            }
        }
        return finish(builder);
    }

    private static void producers(BiConsumer<String, byte[]> take) {
        for (boolean transactional : new boolean[] {false, true}) {
            MemoryRecordsBuilder builder = MemoryRecords.builder(ByteBuffer.allocate(65536), (byte) 2,
                Compression.of(CompressionType.NONE).build(), TimestampType.CREATE_TIME, 9000000000L, -1L, 4005L, (short) 3,
                Integer.MAX_VALUE - 1, transactional, 17);
            take.accept("producer, sequences that wrap" + (transactional ? ", transactional" : ""), few(builder));
        }
        MemoryRecordsBuilder far = builder(2, CompressionType.NONE, TimestampType.CREATE_TIME, 0, 65536);
        far.append(TIME, null, bytes("now"));
        far.append(0L, null, bytes("long ago"));
        far.append(4102444800000L, null, bytes("far ahead"));
        take.accept("timestamps far apart", finish(far));
    }

    private static void control(BiConsumer<String, byte[]> take) {
        for (ControlRecordType type : new ControlRecordType[] {ControlRecordType.ABORT, ControlRecordType.COMMIT}) {
            take.accept("marker " + type, set(MemoryRecords.withEndTransactionMarker(
                21, TIME, 5, 4005, (short) 16, new EndTransactionMarker(type, 12))));
        }
        Uuid directory = Uuid.fromString("ppx8d8pdTAOqMMAMfzY16A");
        var voter = new LeaderChangeMessage.Voter().setVoterId(1);
        take.accept("leader change", set(MemoryRecords.withLeaderChangeMessage(0, TIME, 1, ByteBuffer.allocate(1024),
            new LeaderChangeMessage().setLeaderId(1).setVoters(List.of(voter)).setGrantingVoters(List.of(voter)))));
        take.accept("snapshot header", set(MemoryRecords.withSnapshotHeaderRecord(0, TIME, 1, ByteBuffer.allocate(1024),
            new SnapshotHeaderRecord().setLastContainedLogTimestamp(10000))));
        take.accept("snapshot footer", set(MemoryRecords.withSnapshotFooterRecord(0, TIME, 1, ByteBuffer.allocate(1024),
            new SnapshotFooterRecord())));
        take.accept("kraft version", set(MemoryRecords.withKRaftVersionRecord(0, TIME, 1, ByteBuffer.allocate(1024),
            new KRaftVersionRecord().setKRaftVersion((short) 1))));
        var endpoints = new VotersRecord.EndpointCollection();
        endpoints.add(new VotersRecord.Endpoint().setName("CONTROLLER").setHost("localhost").setPort(9093));
        take.accept("voters", set(MemoryRecords.withVotersRecord(0, TIME, 1, ByteBuffer.allocate(1024),
            new VotersRecord().setVoters(List.of(new VotersRecord.Voter().setVoterId(1).setVoterDirectoryId(directory)
                .setEndpoints(endpoints))))));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    private static byte[] finish(MemoryRecordsBuilder builder) {
        return set(builder.build());
    }

    private static byte[] set(MemoryRecords records) {
        return BatchVectors.bytesOf(records.buffer());
    }
}
