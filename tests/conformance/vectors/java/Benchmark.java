import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.common.protocol.ObjectSerializationCache;

/**
 * Throughput of Kafka's classes over the vectors of a file, after warming up. Decode is a new message object read from
 * a buffer; encode is the size, a new buffer of it and the write, from objects made before. Times are medians of
 * rounds, in processor time of the one thread that does the work: neither other programs nor the compiler's and
 * collector's own threads count.
 */
final class Benchmark {
    private record Sample(Supplier<Message> create, byte[] bytes, short version, Message decoded) {
    }

    private interface Pass {
        /** Returns something that depends on all the work, so that none is optimized away. */
        long run(List<Sample> samples);
    }

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int CALLS_TO_COMPILE = 12000;

    private final Map<String, List<Sample>> groups = new LinkedHashMap<>();
    private final double warmUpSeconds;
    private final int rounds;
    private final double roundSeconds;
    private long sink;

    Benchmark(double warmUpSeconds, int rounds, double roundSeconds) {
        this.warmUpSeconds = warmUpSeconds;
        this.rounds = rounds;
        this.roundSeconds = roundSeconds;
    }

    /** Groups: all, and the family of each kind (the kind up to its first dash). */
    void load(KafkaRelease release, BufferedReader in) throws Throwable {
        Map<String, Supplier<Message>> constructors = new HashMap<>();
        groups.put("all", new ArrayList<>());
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            TestVector vector = TestVector.parse(line);
            KafkaMessage message = release.messages.get(vector.name());
            Supplier<Message> create = constructors.get(vector.name());
            if (create == null) {
                create = constructor(message.messageClass);
                constructors.put(vector.name(), create);
            }
            Message decoded = message.read(ByteBuffer.wrap(vector.bytes()), vector.version());
            Sample sample = new Sample(create, vector.bytes(), vector.version(), decoded);
            groups.get("all").add(sample);
            groups.computeIfAbsent(vector.kind().replaceFirst("-.*", ""), kind -> new ArrayList<>()).add(sample);
        }
    }

    ObjectNode measure(String release) {
        ObjectNode result = TestVector.MAPPER.createObjectNode();
        result.put("release", release).put("java", System.getProperty("java.version"));
        warmUpEachMessage();
        warmUpUntilCompiled();
        ObjectNode byGroup = result.putObject("groups");
        groups.forEach((name, samples) -> {
            long bytes = samples.stream().mapToLong(sample -> sample.bytes().length).sum();
            ObjectNode group = byGroup.putObject(name).put("messages", samples.size()).put("bytes", bytes);
            report(group.putObject("decode"), samples, bytes, Benchmark::decode);
            report(group.putObject("encode"), samples, bytes, Benchmark::encode);
        });
        result.put("sink", sink);
        return result;
    }

    /**
     * Every message by itself: over all vectors, a single class would be called too seldom to be compiled well. Large
     * vectors are left to the passes that follow.
     */
    private void warmUpEachMessage() {
        groups.get("all").stream().filter(sample -> sample.bytes().length <= 2000)
                .collect(Collectors.groupingBy(sample -> sample.decoded().getClass())).values().forEach(samples -> {
                    for (int calls = 0; calls < CALLS_TO_COMPILE; calls += samples.size()) {
                        sink += decode(samples) + encode(samples);
                    }
                });
    }

    /** Whole passes until the compiler has had nothing to do for two seconds, at most for the warm-up time. */
    private void warmUpUntilCompiled() {
        CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
        long start = System.nanoTime();
        long quietSince = start;
        long compileTime = compiler.getTotalCompilationTime();
        while (System.nanoTime() - quietSince < 2e9 && System.nanoTime() - start < warmUpSeconds * 1e9) {
            sink += decode(groups.get("all")) + encode(groups.get("all"));
            if (compiler.getTotalCompilationTime() > compileTime) {
                compileTime = compiler.getTotalCompilationTime();
                quietSince = System.nanoTime();
            }
        }
    }

    private void report(ObjectNode into, List<Sample> samples, long bytes, Pass pass) {
        double[] nanosPerPass = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            long start = THREADS.getCurrentThreadCpuTime();
            long spent;
            long passes = 0;
            do {
                sink += pass.run(samples);
                passes++;
                spent = THREADS.getCurrentThreadCpuTime() - start;
            } while (spent < roundSeconds * 1e9);
            nanosPerPass[round] = (double) spent / passes;
        }
        Arrays.sort(nanosPerPass);
        double median = nanosPerPass[rounds / 2];
        into.put("nsPerMessage", median / samples.size()).put("mbPerSecond", bytes * 1e3 / median);
    }

    private static long decode(List<Sample> samples) {
        long left = 0;
        for (Sample sample : samples) {
            Message message = sample.create().get();
            ByteBuffer buffer = ByteBuffer.wrap(sample.bytes());
            message.read(new ByteBufferAccessor(buffer), sample.version());
            left += buffer.remaining() + message.unknownTaggedFields().size();
        }
        return left;
    }

    private static long encode(List<Sample> samples) {
        long written = 0;
        for (Sample sample : samples) {
            ObjectSerializationCache cache = new ObjectSerializationCache();
            ByteBuffer buffer = ByteBuffer.allocate(sample.decoded().size(cache, sample.version()));
            sample.decoded().write(new ByteBufferAccessor(buffer), cache, sample.version());
            written += buffer.position();
        }
        return written;
    }

    /** A plain call of the constructor; reflection would be measured too otherwise. */
    @SuppressWarnings("unchecked")
    private static Supplier<Message> constructor(Class<?> type) throws Throwable {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle handle = lookup.findConstructor(type, MethodType.methodType(void.class));
        return (Supplier<Message>) LambdaMetafactory.metafactory(lookup, "get", MethodType.methodType(Supplier.class),
                MethodType.methodType(Object.class), handle, MethodType.methodType(type)).getTarget().invoke();
    }
}
