package org.brokerscope.members;

import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.brokerscope.peer.LineWriter;

/** Passes records on; says when the task that it is part of opens and closes, and on which thread. */
final class TaskProbe<K, V> implements Processor<K, V, K, V> {
    private final String client;
    private final LineWriter output;
    private ProcessorContext<K, V> context;

    TaskProbe(String client, LineWriter output) {
        this.client = client;
        this.output = output;
    }

    @Override
    public void init(ProcessorContext<K, V> context) {
        this.context = context;
        report("taskOpened");
    }

    @Override
    public void process(Record<K, V> record) {
        context.forward(record);
    }

    @Override
    public void close() {
        report("taskClosed");
    }

    private void report(String event) {
        output.event(event)
                .with("client", client)
                .with("task", context.taskId().toString())
                .with("thread", Thread.currentThread().getName())
                .send();
    }
}
