package org.brokerscope.peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * Kafka's own clients, told what to do by JSON lines on stdin; answers and events are JSON lines on stdout.
 * The commands are described in tests/kafka/peers/README.md. Ends at the end of stdin, every member leaving its group.
 */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws Exception {
        String bootstrap = null;
        boolean seed = false;
        for (int i = 0; i < arguments.length; ++i) {
            if (arguments[i].equals("--bootstrap") && i + 1 < arguments.length) {
                bootstrap = arguments[++i];
            } else if (arguments[i].equals("--seed")) {
                seed = true;
            } else {
                endWithUsage("unknown argument " + arguments[i]);
            }
        }
        if (bootstrap == null)
            endWithUsage("--bootstrap HOST:PORT is missing");
        if (seed)
            seed(bootstrap);
        else
            obey(bootstrap);
    }

    private static void obey(String bootstrap) throws IOException {
        var output = new LineWriter(System.out);
        try (var dispatcher = new Dispatcher(new ClientSettings(bootstrap), output)) {
            var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            output.event("ready").send();
            for (String line = input.readLine(); line != null; line = input.readLine()) {
                if (!line.isBlank())
                    dispatcher.obey(line);
            }
        }
    }

    private static void seed(String bootstrap) {
        try (var seed = new Seed(new ClientSettings(bootstrap))) {
            seed.run();
        } catch (Exception error) {
            System.err.println("seed: " + LineWriter.describe(LineWriter.rootOf(error)));
            System.exit(1);
        }
    }

    private static void endWithUsage(String reason) {
        System.err.println("peer: " + reason + "; usage: Main --bootstrap HOST:PORT [--seed]");
        System.exit(2);
    }
}
