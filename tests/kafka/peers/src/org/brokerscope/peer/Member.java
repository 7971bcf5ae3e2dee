package org.brokerscope.peer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;

/** One member of a group. Used by the thread that owns it and by no other: Kafka's consumers are not thread-safe. */
public interface Member extends AutoCloseable {
    /** Takes what is there and returns at the latest after the wait. */
    ObjectNode poll(Duration wait);

    /** Takes another subscription, with the fields of joinGroup; partitions move at later polls. */
    void subscribe(JsonNode command);

    /** Commits the positions, or acknowledges what was polled. */
    ObjectNode commit(JsonNode command);

    /** Member id, epoch and assignment as far as the client tells them. */
    ObjectNode describe();

    /** Ends the membership; with "remain" the broker is not told and has to notice. */
    void leave(boolean remain);

    @Override
    default void close() {
        leave(false);
    }
}
