import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.protocol.Message;

/** Writes vectors for every message and version, or random ones, and checks each against Kafka's own reader. */
final class Generator {
    private static final int RANDOM_FILLINGS = 6;
    private static final int TAG_FILLINGS = 2;

    private final KafkaRelease release;
    private final RecordsSource records = new RecordsSource();
    private final PrintStream out;
    private final Map<String, Integer> countByKind = new TreeMap<>();
    private int lossless;
    private long byteCount;

    Generator(KafkaRelease release, PrintStream out) throws ReflectiveOperationException {
        this.release = release;
        this.out = out;
    }

    /**
     * Every kind for every message and version. Each random vector has a source of its own, so that adding a kind
     * changes no other.
     */
    void writeAll(long seed) throws IOException, ReflectiveOperationException {
        for (KafkaMessage message : release.messages.values()) {
            for (int version = message.versions.lowest(); version <= message.versions.highest(); version++) {
                Set<String> seen = new HashSet<>();
                for (Map.Entry<String, FillPlan> plan : plans(message, version, seed).entrySet()) {
                    TestVector vector = make(message, (short) version, plan.getKey(), plan.getValue());
                    if (seen.add(Arrays.toString(vector.bytes()))) {
                        write(vector);
                    }
                }
            }
        }
        summarize(seed);
    }

    /** {@code count} random vectors of randomly chosen messages, versions and kinds. */
    void writeFresh(long seed, int count) throws IOException, ReflectiveOperationException {
        List<KafkaMessage> messages = new ArrayList<>(release.messages.values());
        Random random = new Random(seed);
        for (int i = 0; i < count; i++) {
            KafkaMessage message = messages.get(random.nextInt(messages.size()));
            int lowest = message.versions.lowest();
            int version = lowest + random.nextInt(message.versions.highest() - lowest + 1);
            boolean tags = message.flexibleVersions.contains(version) && random.nextInt(3) == 0;
            write(make(message, (short) version, tags ? "unknown-tags" : "random", new RandomPlan(random, tags)));
        }
        summarize(seed);
    }

    private Map<String, FillPlan> plans(KafkaMessage message, int version, long seed) {
        Map<String, FillPlan> plans = new LinkedHashMap<>();
        plans.put("defaults", new FixedPlans.Defaults());
        plans.put("nulls", new FixedPlans.Nulls());
        plans.put("nulls-inside", new FixedPlans.NullsInside());
        plans.put("empty", new FixedPlans.Empty());
        plans.put("min", new FixedPlans.Extremes(false));
        plans.put("max", new FixedPlans.Extremes(true));
        plans.put("long", new FixedPlans.Long());
        for (int i = 1; i <= RANDOM_FILLINGS; i++) {
            plans.put("random-" + i, new RandomPlan(random(seed, message, version, i), false));
        }
        for (int i = 1; i <= TAG_FILLINGS && message.flexibleVersions.contains(version); i++) {
            plans.put("unknown-tags-" + i, new RandomPlan(random(seed, message, version, -i), true));
        }
        List<String> arrays = new ArrayList<>();
        boolean hasFloat = collect(message.definition, version, "", arrays);
        for (int i = 0; i < arrays.size(); i++) {
            if (version == message.versions.highest() || i == version % arrays.size()) {
                plans.put("big-" + arrays.get(i), new FixedPlans.Big(arrays.get(i)));
            }
        }
        if (version == message.versions.highest() && message.type.equals("request")) {
            plans.put("huge", new FixedPlans.Huge());
        }
        for (int i = 0; hasFloat && i < 3; i++) {
            plans.put("specials-" + (i + 1), new FixedPlans.Specials(i));
        }
        return plans;
    }

    /** Adds the paths of the arrays that the version has; true when it has a float64 field. */
    private static boolean collect(StructDefinition struct, int version, String prefix, List<String> arrays) {
        boolean hasFloat = false;
        for (FieldDefinition field : struct.fields) {
            if (!field.versions().contains(version)) {
                continue;
            }
            if (field.array()) {
                arrays.add(prefix + field.name());
            }
            hasFloat |= field.type().equals("float64");
            if (field.struct() != null) {
                hasFloat |= collect(field.struct(), version, prefix + field.name() + ".", arrays);
            }
        }
        return hasFloat;
    }

    private Random random(long seed, KafkaMessage message, int version, int filling) {
        long mixed = seed;
        for (int part : new int[] {release.release.hashCode(), message.name.hashCode(), version, filling}) {
            mixed = mixed * 0x9e3779b97f4a7c15L + part;
            mixed ^= mixed >>> 29;
        }
        return new Random(mixed);
    }

    private TestVector make(KafkaMessage message, short version, String kind, FillPlan plan)
            throws IOException, ReflectiveOperationException {
        String what = message.name + " v" + version + " " + kind;
        try {
            MessageFiller filler = new MessageFiller(message, version, plan, records);
            Message filled = filler.fill();
            byte[] bytes = KafkaMessage.write(filled, version);
            JsonNode json = message.toJson(filled, version);
            TestVector vector = new TestVector(message.name, version, kind, filler.losses, bytes, json);
            check(message, vector);
            return vector;
        } catch (RuntimeException | ReflectiveOperationException e) {
            throw new IllegalStateException(what, e);
        }
    }

    private static void check(KafkaMessage message, TestVector vector)
            throws IOException, ReflectiveOperationException {
        ByteBuffer buffer = ByteBuffer.wrap(vector.bytes());
        Message read = message.read(buffer, vector.version());
        if (buffer.hasRemaining() || !Arrays.equals(KafkaMessage.write(read, vector.version()), vector.bytes())) {
            throw new IllegalStateException("Kafka does not read back its own bytes");
        }
        if (!message.toJson(read, vector.version()).toString().equals(vector.json().toString())) {
            throw new IllegalStateException("Kafka's JSON differs before and after the bytes");
        }
        if (vector.losses().isEmpty()) {
            JsonNode parsed = TestVector.MAPPER.readTree(vector.json().toString());
            byte[] again = KafkaMessage.write(message.fromJson(parsed, vector.version()), vector.version());
            if (!Arrays.equals(again, vector.bytes())) {
                throw new IllegalStateException("Kafka does not read back its own JSON");
            }
        }
    }

    private void write(TestVector vector) throws IOException {
        out.println(vector.toLine());
        countByKind.merge(vector.kind().replaceFirst("^big-.*", "big").replaceFirst("-\\d+$", ""), 1, Integer::sum);
        byteCount += vector.bytes().length;
        lossless += vector.losses().isEmpty() ? 1 : 0;
    }

    private void summarize(long seed) {
        out.flush();
        int count = countByKind.values().stream().mapToInt(Integer::intValue).sum();
        System.err.println("Kafka " + release.release + ", seed " + seed + ": " + release.messages.size()
                + " messages, " + release.countVersions() + " versions, " + count + " vectors ("
                + lossless + " whose JSON loses nothing), " + byteCount + " message bytes; by kind " + countByKind);
    }
}
