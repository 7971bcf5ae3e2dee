package org.brokerscope.peer;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Finds the handler of a command by its "do". Admin and producer commands run in the order in which they come; commands
 * to a member run on that member's thread, so their answers may overtake each other: "id" tells them apart.
 */
public final class Dispatcher implements AutoCloseable {
    @FunctionalInterface
    public interface Handler {
        ObjectNode obey(JsonNode command) throws Exception;
    }

    private final LineWriter output;
    private final Administration administration;
    private final Producers producers;
    private final Members members;
    private final Map<String, Handler> handlers = new HashMap<>();

    public Dispatcher(ClientSettings settings, LineWriter output) {
        this.output = output;
        administration = new Administration(settings);
        producers = new Producers(settings);
        members = new Members(settings, output);
        handlers.put("createTopic", administration::createTopic);
        handlers.put("addPartitions", administration::addPartitions);
        handlers.put("deleteTopic", administration::deleteTopic);
        handlers.put("setConfig", administration::setConfig);
        handlers.put("deleteGroup", administration::deleteGroup);
        handlers.put("features", administration::features);
        handlers.put("produce", producers::produce);
        handlers.put("joinGroup", members::join);
        members.addOrder("commitInTransaction", this::commitInTransaction);
    }

    /** The members, for a program that knows more kinds of them. */
    public Members members() {
        return members;
    }

    /** One more command, done in the order in which commands come. */
    public void add(String verb, Handler handler) {
        handlers.put(verb, handler);
    }

    /** Obeys a line at a time until the input ends, then lets every member leave its group. */
    public void obeyAll(InputStream lines) throws IOException {
        var input = new BufferedReader(new InputStreamReader(lines, StandardCharsets.UTF_8));
        output.event("ready").send();
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            if (!line.isBlank())
                obey(line);
        }
    }

    private void obey(String line) {
        JsonNode command = LineWriter.facts();
        try {
            command = LineWriter.JSON.readTree(line);
            String verb = command.path("do").asText();
            Handler handler = handlers.get(verb);
            if (handler != null)
                output.answer(command, handler.obey(command));
            else if (members.knows(verb))
                members.tell(command, verb);
            else
                throw new IllegalArgumentException("no command is named '" + verb + "'");
        } catch (JsonProcessingException error) {
            output.failure(command, new IllegalArgumentException("not JSON: " + error.getOriginalMessage()));
        } catch (Exception error) {
            output.failure(command, error);
        }
    }

    /** {"client", "offsets" as in commit, "metadata", "transactionalId", "end", "config"} */
    private ObjectNode commitInTransaction(MemberThread thread, Member member, JsonNode command) throws Exception {
        if (!(member instanceof ConsumerMember consumer))
            throw new IllegalArgumentException("only members of classic and consumer groups commit in transactions");
        return producers.commit(command, consumer.offsets(command), consumer.groupMetadata());
    }

    @Override
    public void close() {
        members.close();
        producers.close();
        administration.close();
    }
}
