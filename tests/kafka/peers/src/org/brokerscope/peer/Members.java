package org.brokerscope.peer;

import static org.brokerscope.peer.LineWriter.facts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** The members of groups by their names, and the commands to one of them. */
public final class Members implements AutoCloseable {
    /** A command to a member, on its own thread. */
    @FunctionalInterface
    public interface Order {
        ObjectNode obey(MemberThread thread, Member member, JsonNode command) throws Exception;
    }

    /** Makes a member of the group in the properties as joinGroup asks for it, on the thread that will own it. */
    @FunctionalInterface
    public interface Maker {
        Member make(String name, Properties properties, JsonNode command, LineWriter output);
    }

    private final Map<String, Order> orders = new HashMap<>(Map.of(
            "poll", (thread, member, command) -> poll(member, command),
            "commit", (thread, member, command) -> member.commit(command),
            "describeMember", (thread, member, command) -> member.describe(),
            "subscribe", (thread, member, command) -> subscribe(member, command),
            "setPolling", Members::setPolling,
            "leave", Members::leave));

    private final Map<String, Maker> makers = new TreeMap<>();

    private final ClientSettings settings;
    private final LineWriter output;
    private final Map<String, MemberThread> threads = new HashMap<>();

    Members(ClientSettings settings, LineWriter output) {
        this.settings = settings;
        this.output = output;
        makers.put("classic", this::classic);
        makers.put("consumer", Members::consumer);
        makers.put("share", (name, properties, command, lines) -> new ShareMember(properties, command));
    }

    /** One more value of "protocol" in joinGroup. */
    public void addProtocol(String protocol, Maker maker) {
        makers.put(protocol, maker);
    }

    /** One more command to a member. */
    public void addOrder(String verb, Order order) {
        orders.put(verb, order);
    }

    boolean knows(String verb) {
        return orders.containsKey(verb);
    }

    /**
     * {"client", "group", "protocol": "classic" (default), "consumer" or "share", a subscription, "revokeMs" (0),
     * "polling" (true), "config" {}}. Answers at once; the assignment comes as an event.
     */
    ObjectNode join(JsonNode command) {
        String name = command.required("client").asText();
        var running = threads.get(name);
        if (running != null && running.isInGroup())
            throw new IllegalArgumentException("client " + name + " is in a group already");
        Subscription.of(command);
        String protocol = command.path("protocol").asText("classic");
        var maker = makers.get(protocol);
        if (maker == null)
            throw new IllegalArgumentException("protocol is one of " + String.join(", ", makers.keySet()));
        var properties = settings.member(command.required("group").asText());
        properties.put("client.id", name);
        ClientSettings.overlay(properties, command);
        boolean polling = command.path("polling").asBoolean(true);
        var thread = new MemberThread(name, () -> maker.make(name, properties, command, output), polling, output);
        threads.put(name, thread);
        thread.start();
        return facts();
    }

    /** Queues a command for its member, whose thread answers it. */
    void tell(JsonNode command, String verb) {
        String name = command.required("client").asText();
        var thread = threads.get(name);
        if (thread == null || !thread.isInGroup())
            throw new IllegalArgumentException("client " + name + " is in no group");
        Order order = orders.get(verb);
        thread.add(member -> {
            try {
                output.answer(command, order.obey(thread, member, command));
            } catch (Exception error) {
                output.failure(command, error);
            }
        });
    }

    @Override
    public void close() {
        threads.values().forEach(MemberThread::leave);
        for (var thread : threads.values()) {
            try {
                thread.join(15_000);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Member classic(String name, Properties properties, JsonNode command, LineWriter lines) {
        settings.classicMembers().forEach(properties::putIfAbsent);
        properties.put("group.protocol", "classic");
        return new ConsumerMember(name, properties, command, lines);
    }

    private static Member consumer(String name, Properties properties, JsonNode command, LineWriter lines) {
        properties.put("group.protocol", "consumer");
        return new ConsumerMember(name, properties, command, lines);
    }

    /** {"client", a subscription} */
    private static ObjectNode subscribe(Member member, JsonNode command) {
        member.subscribe(command);
        return facts();
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
