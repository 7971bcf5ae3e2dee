package org.brokerscope.peer;

import static org.brokerscope.peer.LineWriter.facts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The members of groups by their names, and the commands to one of them. */
final class Members implements AutoCloseable {
    /** A command to a member, on its own thread. */
    @FunctionalInterface
    private interface Order {
        ObjectNode obey(MemberThread thread, Member member, JsonNode command);
    }

    private static final Map<String, Order> ORDERS = Map.of(
            "poll", (thread, member, command) -> poll(member, command),
            "commit", (thread, member, command) -> member.commit(command),
            "describeMember", (thread, member, command) -> member.describe(),
            "setPolling", Members::setPolling,
            "leave", Members::leave);

    private final ClientSettings settings;
    private final LineWriter output;
    private final Map<String, MemberThread> threads = new HashMap<>();

    Members(ClientSettings settings, LineWriter output) {
        this.settings = settings;
        this.output = output;
    }

    static boolean knows(String verb) {
        return ORDERS.containsKey(verb);
    }

    /**
     * {"client", "group", "protocol": "classic" (default), "consumer" or "share", "topics" [], "polling" (true),
     * "config" {}}. Answers at once; the assignment comes as an event.
     */
    ObjectNode join(JsonNode command) {
        String name = command.required("client").asText();
        var running = threads.get(name);
        if (running != null && running.isAlive())
            throw new IllegalArgumentException("client " + name + " is in a group already");
        List<String> topics = new ArrayList<>();
        command.required("topics").forEach(topic -> topics.add(topic.asText()));
        boolean polling = command.path("polling").asBoolean(true);
        var thread = new MemberThread(name, maker(name, command, topics), polling, output);
        threads.put(name, thread);
        thread.start();
        return facts();
    }

    /** Queues a command for its member, whose thread answers it. */
    void tell(JsonNode command, String verb) {
        String name = command.required("client").asText();
        var thread = threads.get(name);
        if (thread == null || !thread.isAlive())
            throw new IllegalArgumentException("client " + name + " is in no group");
        Order order = ORDERS.get(verb);
        thread.add(member -> {
            try {
                output.answer(command, order.obey(thread, member, command));
            } catch (RuntimeException error) {
                output.failure(command, error);
            }
        });
    }

    @Override
    public void close() {
        for (var thread : threads.values()) {
            thread.add(member -> {
                thread.end();
                member.close();
            });
        }
        for (var thread : threads.values()) {
            try {
                thread.join(15_000);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Supplier<Member> maker(String name, JsonNode command, List<String> topics) {
        var properties = settings.member(command.required("group").asText());
        String protocol = command.path("protocol").asText("classic");
        properties.put("client.id", name);
        ClientSettings.overlay(properties, command);
        switch (protocol) {
            case "classic", "consumer" -> {
                properties.put("group.protocol", protocol);
                return () -> new ConsumerMember(name, properties, topics, output);
            }
            case "share" -> {
                return () -> new ShareMember(properties, topics);
            }
            default -> throw new IllegalArgumentException("protocol is classic, consumer or share");
        }
    }

    /** {"client", "timeoutMs" (1000), "min" (1)}: polls until that many records came or the time is over. */
    private static ObjectNode poll(Member member, JsonNode command) {
        long end = System.nanoTime() + command.path("timeoutMs").asLong(1000) * 1_000_000;
        int wanted = command.path("min").asInt(1);
        int records = 0;
        var counts = facts();
        do {
            long left = Math.max(0, (end - System.nanoTime()) / 1_000_000);
            var facts = member.poll(Duration.ofMillis(Math.min(left, 100)));
            records += facts.path("records").asInt();
            facts.path("byPartition").properties().forEach(
                    e -> counts.put(e.getKey(), counts.path(e.getKey()).asInt() + e.getValue().asInt()));
        } while (records < wanted && System.nanoTime() < end);
        return facts().put("records", records).set("byPartition", counts);
    }

    /** {"client", "on"}: without polling a member misses its poll interval, as a stuck application does. */
    private static ObjectNode setPolling(MemberThread thread, Member member, JsonNode command) {
        thread.setPolling(command.required("on").asBoolean());
        return facts();
    }

    /** {"client", "remain" (false)} */
    private static ObjectNode leave(MemberThread thread, Member member, JsonNode command) {
        member.leave(command.path("remain").asBoolean());
        thread.end();
        return facts();
    }
}
