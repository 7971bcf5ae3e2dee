package org.brokerscope.members;

import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.brokerscope.peer.ClientSettings;
import org.brokerscope.peer.Dispatcher;
import org.brokerscope.peer.LineWriter;

/**
 * The Java peer with all that group tests need besides: Streams applications, descriptions of groups, waiting until a
 * group is stable, and dying at once. Described in tests/kafka/members/README.md.
 */
public final class Main {
    /** What `scripts/kafka.sh start --groups-fast` sets for the other protocols; here the client decides. */
    private static final Map<String, String> FAST =
            Map.of("session.timeout.ms", "1500", "heartbeat.interval.ms", "100");

    /** As the shell says it of a process that was ended by signal 9. */
    private static final int KILLED = 137;

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length != 2 || !arguments[0].equals("--bootstrap")) {
            System.err.println("members: usage: Main --bootstrap HOST:PORT");
            System.exit(2);
        }
        var settings = new ClientSettings(arguments[1], FAST);
        var output = new LineWriter(System.out);
        try (var dispatcher = new Dispatcher(settings, output); var admin = Admin.create(settings.admin())) {
            dispatcher.members().addProtocol("streams", StreamsMember.maker(settings, "streams"));
            dispatcher.members().addProtocol("streams-classic", StreamsMember.maker(settings, "classic"));
            var groups = new Groups(admin);
            dispatcher.add("describeGroup", groups::describe);
            dispatcher.add("awaitStable", groups::awaitStable);
            dispatcher.add("removeMembers", groups::removeMembers);
            dispatcher.add("groupOffsets", groups::offsets);
            dispatcher.add("shareOffsets", groups::shareOffsets);
            dispatcher.add("halt", command -> {
                Runtime.getRuntime().halt(KILLED);
                throw new IllegalStateException("a halted process went on");
            });
            dispatcher.obeyAll(System.in);
        }
    }
}
