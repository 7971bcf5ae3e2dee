package org.brokerscope.members;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.state.Stores;
import org.brokerscope.peer.LineWriter;

/**
 * Two small topologies, each part of which tells when its tasks open and close. "plain" (default): one subtopology that
 * drops what it reads. "counting": counts records by value, so there are two subtopologies with an internal repartition
 * topic between them and a changelog topic behind the second.
 */
final class StreamsTopology {
    private StreamsTopology() {}

    /** {"topics", "topology"} */
    static Topology of(String client, JsonNode command, LineWriter output) {
        List<String> topics = new ArrayList<>();
        command.path("topics").forEach(topic -> topics.add(topic.asText()));
        if (topics.isEmpty())
            throw new IllegalArgumentException("a Streams application needs topics, by name");
        var builder = new StreamsBuilder();
        var source = builder.stream(topics, Consumed.with(Serdes.ByteArray(), Serdes.String()))
                .process(() -> new TaskProbe<byte[], String>(client, output));
        switch (command.path("topology").asText("plain")) {
            case "plain" -> { }
            case "counting" -> source
                    .groupBy((key, value) -> String.valueOf(value), Grouped.with("by-value", Serdes.String(), Serdes.String()))
                    .count(Materialized.<String, Long>as(Stores.inMemoryKeyValueStore("counts"))
                            .withKeySerde(Serdes.String()).withValueSerde(Serdes.Long()))
                    .toStream()
                    .process(() -> new TaskProbe<String, Long>(client, output));
            default -> throw new IllegalArgumentException("topology is plain or counting");
        }
        return builder.build();
    }
}
