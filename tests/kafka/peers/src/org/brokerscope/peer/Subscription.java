package org.brokerscope.peer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.SubscriptionPattern;

/**
 * What a member wants to read: {"topics" []}, or a regular expression over topic names that the client resolves
 * ({"pattern"}) or the broker ({"brokerPattern"}, consumer protocol only).
 */
record Subscription(List<String> topics, String pattern, String brokerPattern) {
    static Subscription of(JsonNode command) {
        int ways = 0;
        for (String way : List.of("topics", "pattern", "brokerPattern"))
            ways += command.has(way) ? 1 : 0;
        if (ways != 1)
            throw new IllegalArgumentException("a subscription is one of topics, pattern and brokerPattern");
        List<String> topics = new ArrayList<>();
        command.path("topics").forEach(topic -> topics.add(topic.asText()));
        return new Subscription(topics, command.path("pattern").asText(""), command.path("brokerPattern").asText(""));
    }

    List<String> onlyTopics() {
        if (!pattern.isEmpty() || !brokerPattern.isEmpty())
            throw new IllegalArgumentException("this kind of member subscribes to topics, not to a pattern");
        return topics;
    }

    void apply(KafkaConsumer<?, ?> consumer, ConsumerRebalanceListener listener) {
        if (!brokerPattern.isEmpty())
            consumer.subscribe(new SubscriptionPattern(brokerPattern), listener);
        else if (!pattern.isEmpty())
            consumer.subscribe(Pattern.compile(pattern), listener);
        else
            consumer.subscribe(topics, listener);
    }
}
