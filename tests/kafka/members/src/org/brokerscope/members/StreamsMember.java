package org.brokerscope.members;

import static org.brokerscope.peer.LineWriter.facts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.TaskMetadata;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.brokerscope.peer.ClientSettings;
import org.brokerscope.peer.LineWriter;
import org.brokerscope.peer.Member;
import org.brokerscope.peer.Members;

/**
 * An instance of a Streams application; its threads are the members and poll by themselves. Events: "state" when the
 * instance changes state, "taskOpened" and "taskClosed" when a thread begins and ends to work on a task.
 */
final class StreamsMember implements Member {
    private final Path state;
    private final KafkaStreams streams;

    /** Instances that take part by the rebalance protocol of that name: "streams" or "classic". */
    static Members.Maker maker(ClientSettings settings, String groupProtocol) {
        return (name, properties, command, output) -> {
            var own = settings.base();
            own.put("application.id", properties.get("group.id"));
            own.put("client.id", name);
            own.put("group.protocol", groupProtocol);
            own.put("commit.interval.ms", "200");
            own.put("topology.optimization", "none");
            if (groupProtocol.equals("classic"))
                settings.classicMembers().forEach(own::put);
            return new StreamsMember(name, ClientSettings.overlay(own, command), command, output);
        };
    }

    private StreamsMember(String name, Properties properties, JsonNode command, LineWriter output) {
        try {
            state = Files.createTempDirectory("brokerscope-streams-");
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        properties.put("state.dir", state.toString());
        streams = new KafkaStreams(StreamsTopology.of(name, command, output), properties);
        streams.setStateListener((now, before) -> output.event("state")
                .with("client", name).with("from", before.name()).with("to", now.name()).send());
        streams.setUncaughtExceptionHandler(error -> {
            output.event("failed").with("client", name).with("message", LineWriter.describe(error)).send();
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
        streams.start();
    }

    @Override
    public void subscribe(JsonNode command) {
        throw new IllegalArgumentException("a Streams application reads what its topology names");
    }

    /** There is nothing to take: the threads of the application do. */
    @Override
    public ObjectNode poll(Duration wait) {
        try {
            Thread.sleep(wait.toMillis());
        } catch (InterruptedException stopped) {
            throw new InterruptException(stopped);
        }
        return facts().put("records", 0).set("byPartition", facts());
    }

    @Override
    public ObjectNode commit(JsonNode command) {
        throw new IllegalArgumentException("a Streams application commits by itself, every 200 ms");
    }

    /** {"state", "threads": {name: {"state", "active": {task: {topic: [partition]}}, "standby"}}} */
    @Override
    public ObjectNode describe() {
        var facts = facts().put("state", streams.state().name());
        var threads = facts.putObject("threads");
        for (var thread : streams.metadataForLocalThreads()) {
            var one = threads.putObject(thread.threadName()).put("state", thread.threadState());
            one.set("active", tasks(thread.activeTasks()));
            one.set("standby", tasks(thread.standbyTasks()));
        }
        return facts;
    }

    @Override
    public void leave(boolean remain) {
        var operation = remain ? CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP
                               : CloseOptions.GroupMembershipOperation.LEAVE_GROUP;
        streams.close(CloseOptions.groupMembershipOperation(operation).withTimeout(Duration.ofSeconds(10)));
        removeState();
    }

    private static ObjectNode tasks(Set<TaskMetadata> tasks) {
        var sorted = new TreeMap<String, ObjectNode>();
        tasks.forEach(task -> sorted.put(task.taskId().toString(), LineWriter.partitions(task.topicPartitions())));
        return LineWriter.JSON.valueToTree(sorted);
    }

    private void removeState() {
        try (var files = Files.walk(state)) {
            for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator)
                Files.deleteIfExists(file);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }
}
