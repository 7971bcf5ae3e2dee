package org.brokerscope.peer;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.errors.InterruptException;

/**
 * Owns one member: makes it, does what is queued, and polls in between, as an application would, until polling is
 * switched off. What an unasked poll throws becomes an event.
 */
public final class MemberThread extends Thread {
    @FunctionalInterface
    interface Task {
        void run(Member member) throws Exception;
    }

    private static final int MAX_TASKS = 32;
    private static final Duration IDLE_POLL = Duration.ofMillis(100);

    private final Supplier<Member> maker;
    private final LineWriter output;
    private final BlockingQueue<Task> tasks = new ArrayBlockingQueue<>(MAX_TASKS);
    private volatile boolean polling;
    private volatile boolean leaving;
    private volatile boolean ended;
    private String lastFailure = "";

    MemberThread(String name, Supplier<Member> maker, boolean polling, LineWriter output) {
        super(name);
        this.maker = maker;
        this.polling = polling;
        this.output = output;
    }

    /** No longer from the moment on at which it left, though the thread may need a little longer to end. */
    boolean isInGroup() {
        return isAlive() && !ended;
    }

    void add(Task task) {
        if (!tasks.offer(task))
            throw new IllegalArgumentException(
                    "client " + getName() + " has not yet done the " + MAX_TASKS + " commands before this one");
    }

    void setPolling(boolean polling) {
        this.polling = polling;
    }

    /** Closes the member when what is queued is done, and ends. */
    void leave() {
        leaving = true;
    }

    /** To be called from a task: the thread ends after it, without closing the member. */
    void end() {
        ended = true;
    }

    @Override
    public void run() {
        try {
            Member member = maker.get();
            while (!ended)
                step(member);
        } catch (InterruptException | InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (Exception error) {
            report(error);
        }
    }

    private void step(Member member) throws Exception {
        Task task = polling ? tasks.poll() : tasks.poll(IDLE_POLL.toMillis(), TimeUnit.MILLISECONDS);
        if (task != null) {
            task.run(member);
        } else if (leaving) {
            ended = true;
            member.close();
        } else if (polling) {
            try {
                member.poll(IDLE_POLL);
                lastFailure = "";
            } catch (RuntimeException error) {
                report(error);
                Thread.sleep(IDLE_POLL.toMillis());
            }
        }
    }

    // A client that was fenced says so at every poll: once is enough.
    private void report(Exception error) {
        String text = LineWriter.describe(error);
        if (!text.equals(lastFailure))
            output.event("failed").with("client", getName()).with("message", text).send();
        lastFailure = text;
    }
}
