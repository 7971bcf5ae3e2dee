package org.brokerscope.peer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds the handler of a command by its "do". Admin and producer commands run in the order in which they come; commands
 * to a member run on that member's thread, so their answers may overtake each other: "id" tells them apart.
 */
final class Dispatcher implements AutoCloseable {
    @FunctionalInterface
    interface Handler {
        ObjectNode obey(JsonNode command) throws Exception;
    }

    private final LineWriter output;
    private final Administration administration;
    private final Producers producers;
    private final Members members;
    private final Map<String, Handler> handlers = new HashMap<>();

    Dispatcher(ClientSettings settings, LineWriter output) {
        this.output = output;
        administration = new Administration(settings);
        producers = new Producers(settings);
        members = new Members(settings, output);
        handlers.put("createTopic", administration::createTopic);
        handlers.put("deleteTopic", administration::deleteTopic);
        handlers.put("setConfig", administration::setConfig);
        handlers.put("deleteGroup", administration::deleteGroup);
        handlers.put("features", administration::features);
        handlers.put("produce", producers::produce);
        handlers.put("joinGroup", members::join);
    }

    void obey(String line) {
        JsonNode command = LineWriter.facts();
        try {
            command = LineWriter.JSON.readTree(line);
            String verb = command.path("do").asText();
            Handler handler = handlers.get(verb);
            if (handler != null)
                output.answer(command, handler.obey(command));
            else if (Members.knows(verb))
                members.tell(command, verb);
            else
                throw new IllegalArgumentException("no command is named '" + verb + "'");
        } catch (JsonProcessingException error) {
            output.failure(command, new IllegalArgumentException("not JSON: " + error.getOriginalMessage()));
        } catch (Exception error) {
            output.failure(command, error);
        }
    }

    @Override
    public void close() {
        members.close();
        producers.close();
        administration.close();
    }
}
