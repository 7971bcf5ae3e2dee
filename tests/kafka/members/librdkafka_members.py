#!/usr/bin/env python3
"""Members of groups by librdkafka, told what to do by JSON lines; tests/kafka/members/README.md has the commands.

Runs with Debian's client (classic protocol) and with the newer wheel (both protocols); one thread polls all members in
turn, another only reads lines.
"""
import argparse
import json
import os
import queue
import sys
import threading
import time

from confluent_kafka import Consumer, KafkaException, TopicPartition, libversion

MAX_WAITING_LINES = 64
POLL_SECONDS = 0.02
FAST = {"session.timeout.ms": 1500, "heartbeat.interval.ms": 100}
KILLED = 137


def send(line):
    sys.stdout.write(json.dumps(line, separators=(",", ":")) + "\n")
    sys.stdout.flush()


def event(name, **facts):
    nanoseconds = time.time_ns()
    send({"event": name, "time": nanoseconds // 1_000_000, "timeNs": nanoseconds, **facts})


def by_topic(partitions):
    topics = {}
    for partition in sorted(partitions, key=lambda p: (p.topic, p.partition)):
        topics.setdefault(partition.topic, []).append(partition.partition)
    return topics


class Member:
    """One consumer. Its rebalance callbacks run while it is polled or closed, and become events."""

    def __init__(self, bootstrap, command):
        self.name = command["client"]
        self.polling = command.get("polling", True)
        self.failure = ""
        protocol = command.get("protocol", "classic")
        if protocol not in ("classic", "consumer"):
            raise ValueError("protocol is classic or consumer")
        settings = {
            "bootstrap.servers": bootstrap,
            "group.id": command["group"],
            "client.id": self.name,
            "enable.auto.commit": False,
            "auto.offset.reset": "earliest",
        }
        if protocol == "consumer":
            settings["group.protocol"] = "consumer"
        else:
            settings.update(FAST)
        settings.update(command.get("config", {}))
        self.cooperative = protocol == "consumer" or "cooperative" in settings.get("partition.assignment.strategy", "")
        self.consumer = Consumer(settings)
        self.subscribe(command)

    def subscribe(self, command):
        self.consumer.subscribe(
            command["topics"], on_assign=self.on_assign, on_revoke=self.on_revoke, on_lost=self.on_lost)

    def poll(self):
        message = self.consumer.poll(POLL_SECONDS)
        if message is not None and message.error():
            self.report_failure(str(message.error()))

    def report_failure(self, text):
        """A client that cannot go on says so at every poll: once is enough."""
        if text != self.failure:
            event("failed", client=self.name, message=text)
        self.failure = text

    def commit(self, command):
        if "offsets" in command:
            offsets = [TopicPartition(topic, int(partition), offset)
                       for topic, partitions in command["offsets"].items() for partition, offset in partitions.items()]
        else:
            offsets = [p for p in self.consumer.position(self.consumer.assignment()) if p.offset >= 0]
        done = self.consumer.commit(offsets=offsets, asynchronous=False) if offsets else []
        return {"committed": {f"{p.topic}-{p.partition}": p.offset for p in done}}

    def describe(self):
        return {"memberId": self.member_id(), "assignment": by_topic(self.consumer.assignment())}

    def member_id(self):
        return self.consumer.memberid() if hasattr(self.consumer, "memberid") else None

    def report(self, name, partitions):
        event(name, client=self.name, partitions=by_topic(partitions), **self.describe())

    def on_assign(self, consumer, partitions):
        if self.cooperative:
            consumer.incremental_assign(partitions)
        else:
            consumer.assign(partitions)
        self.report("assigned", partitions)

    def on_revoke(self, consumer, partitions):
        self.report("revoked", partitions)
        self.give_back(consumer, partitions)

    def on_lost(self, consumer, partitions):
        self.report("lost", partitions)
        self.give_back(consumer, partitions)

    def give_back(self, consumer, partitions):
        if self.cooperative:
            consumer.incremental_unassign(partitions)
        else:
            consumer.unassign()


class Program:
    def __init__(self, bootstrap):
        self.bootstrap = bootstrap
        self.members = {}
        self.commands = {
            "joinGroup": self.join, "subscribe": self.subscribe, "commit": self.commit, "leave": self.leave,
            "describeMember": self.describe, "setPolling": self.set_polling, "halt": lambda command: os._exit(KILLED),
        }

    def obey(self, line):
        command = {}
        try:
            command = json.loads(line)
            verb = command.get("do", "")
            if verb not in self.commands:
                raise ValueError(f"no command is named '{verb}'")
            send({"id": command.get("id"), "ok": True, **self.commands[verb](command)})
        except KafkaException as error:
            kafka = error.args[0]
            send({"id": command.get("id"), "ok": False, "error": kafka.name().lstrip("_"), "message": kafka.str()})
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            id_ = command.get("id") if isinstance(command, dict) else None
            text = f"{error.args[0]} is missing" if isinstance(error, KeyError) else str(error)
            send({"id": id_, "ok": False, "error": "BAD_COMMAND", "message": text})

    def member(self, command):
        name = command["client"]
        if name not in self.members:
            raise ValueError(f"client {name} is in no group")
        return self.members[name]

    def join(self, command):
        if command["client"] in self.members:
            raise ValueError(f"client {command['client']} is in a group already")
        self.members[command["client"]] = Member(self.bootstrap, command)
        return {}

    def subscribe(self, command):
        self.member(command).subscribe(command)
        return {}

    def commit(self, command):
        return self.member(command).commit(command)

    def describe(self, command):
        return self.member(command).describe()

    def set_polling(self, command):
        self.member(command).polling = command["on"]
        return {}

    def leave(self, command):
        self.member(command).consumer.close()
        del self.members[command["client"]]
        return {}

    def poll(self):
        for member in list(self.members.values()):
            if member.polling:
                member.poll()

    def close(self):
        for member in self.members.values():
            member.consumer.close()


def read_lines(lines):
    for line in sys.stdin:
        if line.strip():
            lines.put(line)
    lines.put(None)


def main():
    parser = argparse.ArgumentParser(description="members of groups by librdkafka")
    parser.add_argument("--bootstrap", required=True)
    program = Program(parser.parse_args().bootstrap)
    lines = queue.Queue(MAX_WAITING_LINES)
    threading.Thread(target=read_lines, args=(lines,), daemon=True).start()
    event("ready", librdkafka=libversion()[0])
    while True:
        try:
            line = lines.get(timeout=0 if program.members else POLL_SECONDS)
        except queue.Empty:
            program.poll()
            continue
        if line is None:
            program.close()
            return
        program.obey(line)


if __name__ == "__main__":
    main()
