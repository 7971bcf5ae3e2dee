import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Entry point. Modes: generate [--seed N], fresh [--seed N] [--count N], oracle, bench [--warm-up SECONDS] [--rounds N]
 * [--round SECONDS]. Oracle and bench read lines from standard input; everything writes to standard output.
 */
public final class ConformanceVectors {
    private static final long STORED_SEED = 20240229;

    private ConformanceVectors() {
    }

    public static void main(String[] args) throws Throwable {
        Map<String, String> options = new HashMap<>();
        for (int i = 1; i < args.length; i += 2) {
            if (!args[i].startsWith("--") || i + 1 == args.length) {
                throw new IllegalArgumentException("expected --option value, got " + args[i]);
            }
            options.put(args[i].substring(2), args[i + 1]);
        }
        KafkaRelease release = new KafkaRelease();
        PrintStream out = new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16),
                false, StandardCharsets.UTF_8);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        switch (args.length == 0 ? "" : args[0]) {
            case "generate" -> new Generator(release, out).writeAll(seed(options, STORED_SEED));
            case "fresh" -> new Generator(release, out).writeFresh(seed(options, System.nanoTime()),
                    Integer.parseInt(options.getOrDefault("count", "1000")));
            case "oracle" -> new Oracle(release).answerAll(in, out);
            case "bench" -> {
                Benchmark benchmark = new Benchmark(Double.parseDouble(options.getOrDefault("warm-up", "30")),
                        Integer.parseInt(options.getOrDefault("rounds", "7")),
                        Double.parseDouble(options.getOrDefault("round", "0.3")));
                benchmark.load(release, in);
                out.println(benchmark.measure(release.release));
            }
            default -> throw new IllegalArgumentException("mode is generate, fresh, oracle or bench");
        }
        out.flush();
        if (out.checkError()) {
            throw new IllegalStateException("standard output could not be written");
        }
    }

    private static long seed(Map<String, String> options, long otherwise) {
        return options.containsKey("seed") ? Long.parseLong(options.get("seed")) : otherwise;
    }
}
