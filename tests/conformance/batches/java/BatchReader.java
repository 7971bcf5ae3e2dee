import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;

/** What Kafka's classes read in a record set, as members of a JSON object. */
final class BatchReader {
    private BatchReader() {
    }

    static String read(byte[] bytes) {
        List<String> batches = new ArrayList<>();
        List<String> records = new ArrayList<>();
        for (MutableRecordBatch batch : MemoryRecords.readableRecords(ByteBuffer.wrap(bytes)).batches()) {
            batch.ensureValid();
            batches.add(batchOf(batch));
            for (Record record : batch) {
                record.ensureValid();
                records.add(recordOf(batch, record));
            }
        }
        return "\"batches\":[" + String.join(",", batches) + "],\"records\":[" + String.join(",", records) + "]";
    }

    private static String batchOf(MutableRecordBatch batch) {
        return "{\"magic\":" + batch.magic() + ",\"codec\":" + batch.compressionType().id + ",\"size\":" + batch.sizeInBytes()
            + ",\"lastOffset\":" + batch.lastOffset() + ",\"maxTimestamp\":" + batch.maxTimestamp()
            + ",\"appendTime\":" + (batch.timestampType().id == 1) + ",\"producerId\":" + batch.producerId()
            + ",\"producerEpoch\":" + batch.producerEpoch() + ",\"baseSequence\":" + batch.baseSequence()
            + ",\"lastSequence\":" + batch.lastSequence() + ",\"leaderEpoch\":" + batch.partitionLeaderEpoch()
            + ",\"transactional\":" + batch.isTransactional() + ",\"control\":" + batch.isControlBatch()
            + ",\"deleteHorizon\":" + batch.deleteHorizonMs().isPresent() + ",\"crc\":" + batch.checksum() + "}";
    }

    private static String recordOf(MutableRecordBatch batch, Record record) {
        List<String> headers = new ArrayList<>();
        for (Header header : record.headers()) {
            headers.add("[\"" + header.key() + "\"," + hex(header.value()) + "]");
        }
        return "{\"offset\":" + record.offset() + ",\"timestamp\":" + record.timestamp() + ",\"sequence\":" + record.sequence()
            + ",\"key\":" + (record.hasKey() ? hex(BatchVectors.bytesOf(record.key())) : "null")
            + ",\"value\":" + (record.hasValue() ? hex(BatchVectors.bytesOf(record.value())) : "null")
            + ",\"headers\":[" + String.join(",", headers) + "]}";
    }

    private static String hex(byte[] bytes) {
        return bytes == null ? "null" : "\"" + HexFormat.of().formatHex(bytes) + "\"";
    }
}
