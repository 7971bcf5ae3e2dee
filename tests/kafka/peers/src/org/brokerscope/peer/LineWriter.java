package org.brokerscope.peer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;
import java.util.Collection;
import java.util.Comparator;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.protocol.Errors;

/** Writes one JSON object a line, whole, from any thread. */
final class LineWriter {
    static final ObjectMapper JSON = new ObjectMapper();

    private final PrintStream output;

    LineWriter(PrintStream output) {
        this.output = output;
    }

    /** A line under construction. */
    final class Line {
        private final ObjectNode object = JsonNodeFactory.instance.objectNode();

        Line with(String key, Object value) {
            object.set(key, JSON.valueToTree(value));
            return this;
        }

        Line with(ObjectNode facts) {
            object.setAll(facts);
            return this;
        }

        void send() {
            String text = object.toString();
            synchronized (output) {
                output.println(text);
                output.flush();
            }
        }
    }

    /** Something that happened by itself; the time is in ms since 1970. */
    Line event(String name) {
        return new Line().with("event", name).with("time", System.currentTimeMillis());
    }

    void answer(JsonNode command, ObjectNode facts) {
        new Line().with("id", command.path("id")).with("ok", true).with(facts).send();
    }

    /** "error" is Kafka's name of the error, or BAD_COMMAND where the command itself was wrong. */
    void failure(JsonNode command, Throwable error) {
        Throwable root = rootOf(error);
        boolean isOurs = root instanceof IllegalArgumentException;
        new Line()
                .with("id", command.path("id"))
                .with("ok", false)
                .with("error", isOurs ? "BAD_COMMAND" : Errors.forException(root).name())
                .with("message", describe(root))
                .send();
    }

    static ObjectNode facts() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ObjectNode partitions(Collection<TopicPartition> partitions) {
        var object = facts();
        partitions.stream()
                .sorted(Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition))
                .forEach(p -> object.withArray("/" + p.topic()).add(p.partition()));
        return object;
    }

    static String describe(Throwable error) {
        return error.getClass().getSimpleName() + (error.getMessage() == null ? "" : ": " + error.getMessage());
    }

    /** The client wraps what went wrong in the exceptions of java.util.concurrent. */
    static Throwable rootOf(Throwable error) {
        boolean wrapped = error instanceof ExecutionException || error instanceof CompletionException;
        return wrapped && error.getCause() != null ? rootOf(error.getCause()) : error;
    }
}
