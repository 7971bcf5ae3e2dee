package org.brokerscope.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Makes a new broker write state of every kind into its internal topics: Main --bootstrap H:P --controller H:P [--compact]. What
 * there is afterwards is in tests/kafka/state/README.md. The program ends without closing what is open.
 */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) throws Exception {
        String bootstrap = null;
        String controller = null;
        boolean compacts = false;
        for (int i = 0; i < arguments.length; ++i) {
            boolean hasValue = i + 1 < arguments.length;
            switch (arguments[i]) {
                case "--bootstrap" -> bootstrap = hasValue ? arguments[++i] : null;
                case "--controller" -> controller = hasValue ? arguments[++i] : null;
                case "--compact" -> compacts = true;
                default -> throw new IllegalArgumentException("unknown argument " + arguments[i]);
            }
        }
        if (bootstrap == null || controller == null) {
            System.err.println("state: usage: Main --bootstrap HOST:PORT --controller HOST:PORT [--compact]");
            System.exit(2);
        }
        int status = 0;
        try {
            write(Administrator.of(bootstrap, controller), compacts);
        } catch (Exception error) {
            error.printStackTrace();
            status = 1;
        }
        Runtime.getRuntime().halt(status);
    }

    private static void write(Administrator broker, boolean compacts) throws Exception {
        boolean hasShare = broker.feature("share.version") > 0;
        var offsets = new OffsetsWriter(broker);
        var transactions = new TransactionWriter(broker);
        var share = new ShareWriter(broker);
        new MetadataWriter(broker).write();
        List<Callable<Void>> writers = new ArrayList<>(List.of(task(offsets::write), task(transactions::write)));
        if (hasShare)
            writers.add(task(share::write));
        var pool = Executors.newFixedThreadPool(writers.size());
        for (var writer : pool.invokeAll(writers))
            writer.get();
        pool.shutdown();
        if (compacts)
            compact(broker, offsets);
        transactions.leaveOpen();
        offsets.commitLast();
    }

    private static void compact(Administrator broker, OffsetsWriter offsets) throws Exception {
        try (var compaction = new Compaction(broker); var producer = broker.producer("tx-touched", Map.of())) {
            var round = new long[] {100};
            compaction.add("__consumer_offsets", () -> {
                for (int number = 0; number < 8; number++)
                    offsets.commit("simple-" + number, Map.of(2, ++round[0]), "while compacting");
                return null;
            });
            compaction.add("__transaction_state", () -> {
                producer.beginTransaction();
                producer.send(new ProducerRecord<>("orders", 0, "k", "touched"));
                producer.commitTransaction();
                return null;
            });
            compaction.run();
        }
    }

    @FunctionalInterface
    private interface Work {
        void run() throws Exception;
    }

    private static Callable<Void> task(Work work) {
        return () -> {
            work.run();
            return null;
        };
    }
}
