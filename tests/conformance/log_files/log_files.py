#!/usr/bin/env python3
"""log_files.py generate RELEASE JARS FOLDER: prints each small file of a log directory with the lines of kafka-dump-log, as JSON.
log_files.py compare RELEASE JARS FOLDER BSCOPE: compares what bscope dump and kafka-dump-log print of each file."""
import base64
import collections
import json
import pathlib
import re
import subprocess
import sys

ENDINGS = (".log", ".index", ".timeindex", ".txnindex", ".snapshot", ".checkpoint")
LARGEST_VECTOR = 60000
AT_ONCE = 40
# Kafka's word: ours, where they are not the same.
NAMES = {
    ".index": {"offset": "offset", "position": "position"},
    ".timeindex": {"timestamp": "timestamp", "offset": "offset"},
    ".txnindex": {name: name for name in ("version", "producerId", "firstOffset", "lastOffset", "lastStableOffset")},
    ".snapshot": {"producerId": "producerId", "producerEpoch": "epoch", "coordinatorEpoch": "coordinatorEpoch",
                  "lastTimestamp": "timestamp", "lastSequence": "lastSequence", "lastOffset": "lastOffset",
                  "offsetDelta": "offsetDelta", "timestamp": "timestamp"},
}
FIRST_WORD = {".index": "offset:", ".timeindex": "timestamp:", ".txnindex": "version:", ".snapshot": "producerId:"}


def files_of(folder):
    # kafka-dump-log ends with an exception at an index without entries.
    def has_content(path):
        with open(path, "rb") as file:
            return any(file.read(4096))
    return sorted(path for path in pathlib.Path(folder).rglob("*") if path.suffix in ENDINGS and path.name[0].isdigit() and has_content(path))


def kafka_lines(release, jars, files):
    """Path to the lines that Kafka prints of it."""
    tool = "org.apache.kafka.tools.DumpLogSegments" if release.startswith("4") else "kafka.tools.DumpLogSegments"
    lines = {}
    for first in range(0, len(files), AT_ONCE):
        chosen = ",".join(str(path) for path in files[first:first + AT_ONCE])
        run = subprocess.run(["java", "-Dorg.slf4j.simpleLogger.defaultLogLevel=error", "-cp", jars + "/*", tool, "--print-data-log",
                              "--files", chosen], stdout=subprocess.PIPE, check=True)
        current = None
        for line in run.stdout.decode("utf-8", "replace").split("\n"):
            if line.startswith("Dumping "):
                current = lines.setdefault(line[len("Dumping "):].strip(), [])
            elif current is not None and line:
                current.append(line)
    return lines


def words(line):
    return dict(re.findall(r"(\w+): ?(\S+)", line))


def optional(value):
    return "OptionalLong.empty" if value is None or value == -1 else f"OptionalLong[{value}]"


def text(data):
    """What Kafka prints of a key or value; None where it cannot be told apart from what surrounds it."""
    if data is None:
        return ""
    raw = base64.b64decode(data)
    return raw.decode() if all(32 <= byte < 127 for byte in raw) else None


class Comparison:
    def __init__(self):
        self.counts = collections.Counter()
        self.differences = 0

    def same(self, where, what, kafka, ours):
        if str(kafka) != str(ours):
            self.differences += 1
            print(f"{where}: {what}: Kafka {kafka}, bscope {ours}")

    def entries(self, path, lines, objects):
        kafka = [line for line in lines if line.startswith(FIRST_WORD[path.suffix])]
        ours = [entry for entry in objects if "entry" in entry]
        self.same(path, "entries", len(kafka), len(ours))
        for line, entry in zip(kafka, ours):
            found = words(line)
            for kafka_name, name in NAMES[path.suffix].items():
                if kafka_name in found:
                    self.same(path, name, found[kafka_name], entry[name])
            if path.suffix == ".snapshot":
                self.same(path, "currentTxnFirstOffset", found["currentTxnFirstOffset"].replace("None", "OptionalLong.empty").replace(
                    "Some(", "OptionalLong[").replace(")", "]"), optional(entry["currentTxnFirstOffset"]))
            self.counts["entries of " + path.suffix] += 1

    def batches(self, path, lines, objects):
        kafka = [line for line in lines if line.startswith("baseOffset:")]
        ours = [batch for batch in objects if batch.get("crc")]
        self.same(path, "batches", len(kafka), len(ours))
        for line, batch in zip(kafka, ours):
            found = words(line)
            for name in ("baseOffset", "lastOffset", "count", "baseSequence", "producerId", "producerEpoch", "partitionLeaderEpoch",
                         "position", "size", "magic"):
                self.same(path, name, found[name], batch[name])
            for name, value in (("isTransactional", batch["transactional"]), ("isControl", batch["control"]),
                                ("isvalid", batch["crc"]["ok"])):
                self.same(path, name, found[name], str(value).lower())
            self.same(path, "compresscodec", found["compresscodec"], batch["compression"])
            self.same(path, "crc", found["crc"], int(batch["crc"]["stored"], 16))
            self.same(path, "deleteHorizonMs", found["deleteHorizonMs"], optional(batch["deleteHorizonMs"]))
            self.same(path, "timestamp type", batch["timestampType"] in found, True)
            self.counts["batches, compression " + batch["compression"]] += 1
        self.records(path, [line for line in lines if line.startswith("| offset:")],
                     [(batch, record) for batch in ours for record in batch["records"]])

    def records(self, path, lines, records):
        self.same(path, "records", len(lines), len(records))
        for line, (batch, record) in zip(lines, records):
            found = words(line)
            self.same(path, "offset", found["offset"], record["offset"])
            self.same(path, "timestamp", found[batch["timestampType"]], record["timestamp"])
            self.same(path, "sequence", found.get("sequence"), record["sequence"])
            for name in ("key", "value"):
                data = record[name]
                self.same(path, name + "Size", found[name + "Size"], -1 if data is None else len(base64.b64decode(data)))
            headers = re.search(r"headerKeys: \[(.*?)\]", line).group(1)
            self.same(path, "headers", headers, ",".join(header["key"] for header in record["headers"]))
            if "endTxnMarker" in found:
                self.same(path, "marker", found["endTxnMarker"], record["decoded"]["name"])
                self.same(path, "coordinatorEpoch", found["coordinatorEpoch"], record["decoded"]["value"]["coordinatorEpoch"])
            elif not batch["control"]:
                key, value = text(record["key"]), text(record["value"])
                if key is not None and value is not None:
                    data = re.search(r"headerKeys: \[.*?\](?: key: (.*?))?(?: payload: (.*))?$", line)
                    self.same(path, "key and value", (data.group(1) or "", data.group(2) or ""), (key, value))
            self.counts["records"] += 1


def generate(release, jars, folder):
    files = [path for path in files_of(folder) if path.stat().st_size <= LARGEST_VECTOR and not path.parent.name.startswith("__consumer")
             and not path.parent.name.startswith("__transaction")]
    lines = kafka_lines(release, jars, files)
    for path in files:
        name = path.relative_to(folder).as_posix()
        print(json.dumps({"release": release, "file": name, "hex": path.read_bytes().hex(),
                          "lines": [line for line in lines[str(path)] if line.startswith((*FIRST_WORD.values(), "baseOffset:"))]}))


def compare(release, jars, folder, bscope):
    files = files_of(folder)
    lines = kafka_lines(release, jars, files)
    comparison = Comparison()
    for path in files:
        run = subprocess.run([bscope, "dump", "--format", "json", str(path)], stdout=subprocess.PIPE, check=False)
        comparison.same(path, "status", 0, run.returncode)
        objects = [json.loads(line) for line in run.stdout.decode().split("\n") if line]
        if path.suffix in FIRST_WORD:
            comparison.entries(path, lines[str(path)], objects)
        else:
            comparison.batches(path, lines[str(path)], objects)
    for what, count in sorted(comparison.counts.items()):
        print(f"{release}: {count} {what}")
    print(f"{release}: {len(files)} files, {comparison.differences} differences")
    return 1 if comparison.differences or not comparison.counts else 0


if __name__ == "__main__":
    sys.exit({"generate": generate, "compare": compare}[sys.argv[1]](*sys.argv[2:]))
