#!/usr/bin/env python3
"""Records what tests without a broker read: lives of groups, each as a capture, as records of the offsets topic and as told by the clients.

Usage: tests/kafka/members/record.py FOLDER [SCENARIO...]

Starts a broker of its own, plays each scenario with real members and writes three files for it:
  NAME.pcap         all that was sent to and from the broker meanwhile (dumpcap, without empty acknowledgements)
  NAME.OFFSET.log   the batches that the scenario added to partition 0 of __consumer_offsets; OFFSET is that of the first
  NAME.jsonl        steps, events of the members and descriptions, in the order in which they were seen
Needs the right to capture on the loopback interface.
"""
import itertools
import json
import pathlib
import signal
import subprocess
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
SCRIPT = str(ROOT / "scripts/kafka.sh")
BROKER = "record-groups"
PATIENCE = 60
# Calmer than --groups-fast, so that the captures stay small.
HEARTBEAT = "300"
SETTINGS = [f"group.{kind}.heartbeat.interval.ms={HEARTBEAT}" for kind in ("consumer", "share", "streams")]
CALM = {"fetch.max.wait.ms": "5000", "metadata.max.age.ms": "60000"}
ASSIGNORS = "org.apache.kafka.clients.consumer."


def now_ms():
    return time.time_ns() // 1_000_000


class Story:
    """The lines of one scenario, from several programs."""

    def __init__(self):
        self.lines = []
        self.changed = threading.Condition()

    def add(self, line):
        with self.changed:
            self.lines.append(line)
            self.changed.notify_all()

    def wait(self, condition):
        with self.changed:
            if not self.changed.wait_for(lambda: any(map(condition, self.lines)), PATIENCE):
                raise SystemExit("record: what the scenario waits for did not happen")


class Members:
    """One program with members, its events going into the story."""

    def __init__(self, story):
        self.story = story
        self.ids = itertools.count(1)
        self.process = subprocess.Popen([SCRIPT, "members", "--name", BROKER], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)
        self.answers = {}
        self.answered = threading.Condition()
        self.ready = threading.Event()
        threading.Thread(target=self.read, daemon=True).start()
        if not self.ready.wait(PATIENCE):
            raise SystemExit("record: the members did not start")

    def read(self):
        for text in self.process.stdout:
            line = json.loads(text)
            if line.get("event") == "ready":
                self.ready.set()
            elif "event" in line:
                self.story.add(line)
            else:
                with self.answered:
                    self.answers[line["id"]] = line
                    self.answered.notify_all()

    def obey(self, **command):
        answer = self.ask(**command)
        if not answer.pop("ok"):
            raise SystemExit(f"record: {command} failed: {answer}")
        return answer

    def ask(self, **command):
        command["id"] = next(self.ids)
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
        with self.answered:
            if not self.answered.wait_for(lambda: command["id"] in self.answers, PATIENCE):
                raise SystemExit(f"record: no answer to {command}")
            answer = self.answers.pop(command["id"])
        del answer["id"]
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait(PATIENCE)


class Stage:
    """What a scenario plays on: the group and topic that have its name, and steps that are written down."""

    def __init__(self, name, protocol, config, **more):
        self.story = Story()
        self.group = self.topic = name
        self.how = {"protocol": protocol, "config": {**CALM, **config}, "topics": [name], **more}
        self.members = Members(self.story)
        self.victims = []

    def step(self, what, client):
        self.story.add({"step": what, "client": client, "time": now_ms()})

    def join(self, client, members=None, **config):
        self.step("join", client)
        how = {**self.how, "config": {**self.how["config"], **config}}
        (members or self.members).obey(do="joinGroup", client=client, group=self.group, **how)

    def leave(self, client, remain=False):
        self.step("close" if remain else "leave", client)
        self.members.obey(do="leave", client=client, remain=remain)

    def victim(self):
        self.victims.append(Members(self.story))
        return self.victims[-1]

    def kill(self, victim, client):
        self.step("kill", client)
        victim.process.kill()
        victim.process.wait()

    def keep_longer(self):
        """So that a static member finds its place again, however slow the machine is."""
        self.members.obey(do="setConfig", resource="group", name=self.group,
                          config={"consumer.session.timeout.ms": "20000"})

    def await_assignment(self, client, *partitions):
        expected = {self.topic: list(partitions)} if partitions else {}
        self.story.wait(lambda line: line.get("event") == "assigned" and line["client"] == client
                        and line["assignment"] == expected)

    def await_tasks(self, client, count):
        """The client's open tasks are as many."""
        def reached(_):
            change = {"taskOpened": 1, "taskClosed": -1}
            return count == sum(change.get(line.get("event"), 0) for line in self.story.lines
                                if line.get("client") == client)
        self.story.wait(reached)

    def describe(self):
        time.sleep(2 * int(HEARTBEAT) / 1000)
        self.story.add({"described": self.members.obey(do="describeGroup", group=self.group), "time": now_ms()})

    def await_described(self, members):
        """For members that tell nothing: asks twice a second until so many of them own every partition."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            answer = self.members.ask(do="describeGroup", group=self.group)
            owners = [member["assignment"].get(self.topic) for member in answer.get("members", [])]
            if len(owners) == members and all(owners) and sorted(set(sum(owners, []))) == [0, 1, 2]:
                del answer["ok"]
                self.story.add({"described": answer, "time": now_ms()})
                return
            time.sleep(0.5)
        raise SystemExit("record: the group did not come to rest")

    def close(self):
        self.members.close()


def classic_range(stage):
    stage.join("a")
    stage.await_assignment("a", 0, 1, 2)
    victim = stage.victim()
    stage.join("b", victim)
    stage.await_assignment("b", 2)
    stage.await_assignment("a", 0, 1)
    stage.describe()
    already = len(stage.story.lines)
    stage.kill(victim, "b")
    stage.story.wait(lambda line: line in stage.story.lines[already:] and line.get("assignment") == {stage.topic: [0, 1, 2]}
                     and line.get("event") == "assigned")
    stage.describe()
    stage.leave("a")


def cooperative(stage):
    stage.join("a")
    stage.await_assignment("a", 0, 1, 2)
    stage.join("b")
    stage.await_assignment("b", 2)
    stage.await_assignment("a", 0, 1)
    stage.describe()
    stage.leave("b")
    stage.describe()
    stage.leave("a")


def consumer(stage):
    stage.join("a")
    stage.await_assignment("a", 0, 1, 2)
    victim = stage.victim()
    stage.join("b", victim)
    stage.await_assignment("b", 2)
    stage.describe()
    already = len(stage.story.lines)
    stage.kill(victim, "b")
    stage.story.wait(lambda line: line in stage.story.lines[already:] and line.get("assignment") == {stage.topic: [0, 1, 2]}
                     and line.get("event") == "assigned")
    stage.keep_longer()
    stage.join("c", **{"group.instance.id": "i-1"})
    stage.story.wait(lambda line: line.get("client") == "c" and line.get("assignment"))
    stage.describe()
    stage.leave("c", remain=True)
    stage.describe()
    stage.join("d", **{"group.instance.id": "i-1"})
    stage.story.wait(lambda line: line.get("client") == "d" and line.get("assignment"))
    stage.describe()
    stage.leave("d")
    stage.leave("a")


def share(stage):
    stage.join("a")
    stage.await_described(1)
    stage.join("b")
    stage.await_described(2)
    stage.leave("b")
    stage.await_described(1)
    stage.leave("a")


def streams(stage):
    stage.join("a")
    stage.await_tasks("a", 3)
    stage.join("b")
    stage.await_tasks("b", 1)
    stage.describe()
    stage.leave("b")
    stage.leave("a")


SCENARIOS = {
    "classic-range": (classic_range, "classic", {
        "partition.assignment.strategy": ASSIGNORS + "RangeAssignor", "heartbeat.interval.ms": HEARTBEAT}),
    "cooperative-sticky": (cooperative, "classic", {
        "partition.assignment.strategy": ASSIGNORS + "CooperativeStickyAssignor", "heartbeat.interval.ms": HEARTBEAT}),
    "consumer-uniform": (consumer, "consumer", {}),
    "share": (share, "share", {}),
    "streams": (streams, "streams", {}),
}


def facts_of_broker():
    settings = [word for setting in SETTINGS for word in ("--set", setting)]
    output = subprocess.run([SCRIPT, "start", "--name", BROKER, "--port", "0", "--groups-fast", *settings], check=True,
                            stdout=subprocess.PIPE, text=True).stdout
    return dict(line.split("=", 1) for line in output.splitlines())


def start_capture(path, port):
    no_empty = "ip[2:2] - ((ip[0] & 15) << 2) - ((tcp[12] & 240) >> 2) != 0"
    capture = subprocess.Popen(
        ["dumpcap", "-q", "-P", "-i", "lo", "-w", str(path), "-f",
         f"tcp port {port} and (tcp[tcpflags] & (tcp-syn|tcp-fin|tcp-rst) != 0 or {no_empty})"],
        stderr=subprocess.DEVNULL)
    while not path.exists() or path.stat().st_size == 0:
        if capture.poll() is not None:
            raise SystemExit("record: dumpcap does not capture on the loopback interface")
        time.sleep(0.05)
    return capture


def write_batches(segment, start, folder, name):
    batches = segment.read_bytes()[start:]
    offset = int.from_bytes(batches[:8], "big")
    (folder / f"{name}.{offset:020}.log").write_bytes(batches)


def record(name, folder, broker):
    play, protocol, config = SCENARIOS[name]
    segment = pathlib.Path(broker["data"]) / "__consumer_offsets-0/00000000000000000000.log"
    setup = Members(Story())
    setup.obey(do="createTopic", topic=name, partitions=3)
    setup.close()
    start = segment.stat().st_size if segment.exists() else 0
    for old in folder.glob(f"{name}.*"):
        old.unlink()
    capture = start_capture(folder / f"{name}.pcap", broker["bootstrap"].rsplit(":", 1)[1])
    stage = Stage(name, protocol, config)
    play(stage)
    stage.close()
    time.sleep(1)
    capture.send_signal(signal.SIGINT)
    capture.wait(PATIENCE)
    # dumpcap lets only its user read.
    (folder / f"{name}.pcap").chmod(0o644)
    write_batches(segment, start, folder, name)
    with open(folder / f"{name}.jsonl", "w", encoding="utf-8") as file:
        for line in stage.story.lines:
            file.write(json.dumps(line, separators=(",", ":")) + "\n")


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-") or any(name not in SCENARIOS for name in sys.argv[2:]):
        raise SystemExit(f"{__doc__}Scenarios: {', '.join(SCENARIOS)}")
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    broker = facts_of_broker()
    try:
        for name in sys.argv[2:] or SCENARIOS:
            record(name, folder, broker)
            print(f"record: {name}", *sorted(f"{p.name} {p.stat().st_size}" for p in folder.glob(f"{name}.*")))
    finally:
        subprocess.run([SCRIPT, "stop", "--name", BROKER], check=False)


if __name__ == "__main__":
    main()
