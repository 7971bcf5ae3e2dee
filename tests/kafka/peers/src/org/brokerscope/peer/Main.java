package org.brokerscope.peer;

import java.io.IOException;

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
            dispatcher.obeyAll(System.in);
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
