package org.brokerscope.peer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.protocol.Errors;

/** Writes one JSON object a line, whole, from any thread. */
public final class LineWriter {
    public static final ObjectMapper JSON = new ObjectMapper();

    private final PrintStream output;

    public LineWriter(PrintStream output) {
        this.output = output;
    }

    /** A line under construction. */
    public final class Line {
        private final ObjectNode object = JsonNodeFactory.instance.objectNode();

        public Line with(String key, Object value) {
            object.set(key, JSON.valueToTree(value));
            return this;
        }

        public Line with(ObjectNode facts) {
            object.setAll(facts);
            return this;
        }

        public void send() {
            String text = object.toString();
            synchronized (output) {
                output.println(text);
                output.flush();
            }
        }
    }

    /** Something that happened by itself; the time is given in ms and, as fine as the system tells it, in ns since 1970. */
    public Line event(String name) {
        var now = Instant.now();
        long nanoseconds = now.getEpochSecond() * 1_000_000_000 + now.getNano();
        return new Line().with("event", name).with("time", now.toEpochMilli()).with("timeNs", nanoseconds);
    }

    public void answer(JsonNode command, ObjectNode facts) {
        new Line().with("id", command.path("id")).with("ok", true).with(facts).send();
    }

    /** "error" is Kafka's name of the error, or BAD_COMMAND where the command itself was wrong. */
    public void failure(JsonNode command, Throwable error) {
        Throwable root = rootOf(error);
        boolean isOurs = root instanceof IllegalArgumentException;
        new Line()
                .with("id", command.path("id"))
                .with("ok", false)
                .with("error", isOurs ? "BAD_COMMAND" : Errors.forException(root).name())
                .with("message", describe(root))
                .send();
    }

    public static ObjectNode facts() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static ObjectNode partitions(Collection<TopicPartition> partitions) {
        var object = facts();
        partitions.stream()
                .sorted(Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition))
                .forEach(p -> object.withArray("/" + p.topic()).add(p.partition()));
        return object;
    }

    public static String describe(Throwable error) {
        return error.getClass().getSimpleName() + (error.getMessage() == null ? "" : ": " + error.getMessage());
    }

    /** The client wraps what went wrong in the exceptions of java.util.concurrent. */
    public static Throwable rootOf(Throwable error) {
        boolean wrapped = error instanceof ExecutionException || error instanceof CompletionException;
        return wrapped && error.getCause() != null ? rootOf(error.getCause()) : error;
    }
}
