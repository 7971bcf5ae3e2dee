#!/usr/bin/env python3
"""Sends vectors through `bscope batch` and through Kafka's classes and prints every difference.

Four comparisons a vector:
  decode         bscope's JSON of the bytes is Kafka's JSON (but for what Kafka's JSON loses);
  re-encode      bscope makes the same bytes from its own JSON;
  encode         bscope makes the same bytes from Kafka's JSON, where that loses nothing;
  kafka-encode   Kafka makes the same bytes from bscope's JSON (it cannot read unknown tags, NaN and infinities).
Ends 0 when all agree, 1 otherwise, 2 when a program did not answer every line.
"""

import argparse
import json
import math
import subprocess
import sys

RECORDS_FIELDS = {
    "ProduceRequest": "records",
    "FetchResponse": "records",
    "ShareFetchResponse": "records",
    "FetchSnapshotResponse": "unalignedRecords",
}
COMPARISONS = ("decode", "re-encode", "encode", "kafka-encode")


def ask(command, requests):
    """The answers of a batch program, one for each request."""
    text = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, check=False)
    # Not splitlines: a string may hold other line separators than \n.
    lines = done.stdout.decode().rstrip("\n").split("\n")
    if done.returncode != 0 or len(lines) != len(requests):
        print(f"{' '.join(command)} ended {done.returncode} with {len(lines)} answers to {len(requests)} lines",
              file=sys.stderr)
        sys.exit(2)
    return [json.loads(line) for line in lines]


def without_losses(value, records_field):
    """bscope's JSON as Kafka would print it: no unknown tags, no record bytes."""
    if isinstance(value, list):
        return [without_losses(element, records_field) for element in value]
    if not isinstance(value, dict):
        return value
    return {key: "" if key == records_field and isinstance(element, str) else without_losses(element, records_field)
            for key, element in value.items() if key != "_unknownTags"}


def differences(ours, kafkas, path=""):
    """Paths at which two JSON values differ; true is not 1, 1 is not 1.0 and -0.0 is not 0.0."""
    if type(ours) is not type(kafkas):
        yield f"{path}: {json.dumps(ours)[:200]}, Kafka {json.dumps(kafkas)[:200]}"
    elif isinstance(ours, dict):
        for key in [*ours, *(key for key in kafkas if key not in ours)]:
            if key not in ours or key not in kafkas:
                yield f"{path}.{key}: only in {'Kafka' if key in kafkas else 'bscope'}"
            else:
                yield from differences(ours[key], kafkas[key], f"{path}.{key}")
    elif isinstance(ours, list) and len(ours) == len(kafkas):
        for index, pair in enumerate(zip(ours, kafkas)):
            yield from differences(*pair, f"{path}[{index}]")
    elif ours != kafkas or isinstance(ours, float) and math.copysign(1, ours) != math.copysign(1, kafkas):
        yield f"{path}: {json.dumps(ours)[:200]}, Kafka {json.dumps(kafkas)[:200]}"


class Report:
    """Counts of agreement, and every difference on standard output."""

    def __init__(self, release):
        self.release = release
        self.tried = dict.fromkeys(COMPARISONS, 0)
        self.equal = dict.fromkeys(COMPARISONS, 0)

    def add(self, comparison, vector, found):
        self.tried[comparison] += 1
        self.equal[comparison] += not found
        for line in found:
            print(f"{self.release} {vector['name']} v{vector['version']} {vector['kind']} {comparison}: {line}")
        if found:
            print(f"  {vector['hex'][:2000]}")

    def add_bytes(self, comparison, vectors, answers):
        for vector, answer in zip(vectors, answers):
            if not answer.get("ok"):
                found = [f"refused: {json.dumps(answer.get('error'))}"]
            else:
                found = [] if answer["hex"] == vector["hex"] else [f"other bytes: {answer['hex'][:2000]}"]
            self.add(comparison, vector, found)

    def finish(self):
        counts = ", ".join(f"{name} {self.equal[name]} of {self.tried[name]}" for name in COMPARISONS)
        print(f"Kafka {self.release}: {counts} equal")
        return 0 if self.equal == self.tried else 1


def decode_findings(vector, answer):
    if not answer.get("ok"):
        return [f"refused: {json.dumps(answer.get('error'))}"]
    found = list(differences(without_losses(answer["json"], RECORDS_FIELDS.get(vector["name"])), vector["json"]))
    if answer.get("unread") != 0:
        found.append(f"{answer.get('unread')} bytes unread")
    # A note says that a tag is unknown, which it is; anything above a note objects to what Kafka wrote.
    remarks = [d for d in answer.get("diagnostics", []) if d["severity"] != "note"]
    if remarks:
        found.append(f"diagnostics: {json.dumps(remarks)}")
    return found


def requests_of(op, vectors, values, release):
    key = "hex" if op == "decode" else "json"
    return [{"op": op, "release": release, "name": vector["name"], "version": vector["version"], key: value}
            for vector, value in zip(vectors, values)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("vectors")
    parser.add_argument("--release", required=True)
    parser.add_argument("--bscope", required=True)
    parser.add_argument("--oracle", required=True, help="scripts/conformance.sh")
    options = parser.parse_args()
    with open(options.vectors, encoding="utf-8") as file:
        vectors = [json.loads(line) for line in file]
    if not vectors:
        sys.exit("there are no vectors to compare")
    bscope = [options.bscope, "batch"]
    oracle = [options.oracle, "oracle", "--release", options.release]
    report = Report(options.release)

    answers = ask(bscope, requests_of("decode", vectors, [vector["hex"] for vector in vectors], options.release))
    for vector, answer in zip(vectors, answers):
        report.add("decode", vector, decode_findings(vector, answer))
    decoded = [(vector, answer["json"]) for vector, answer in zip(vectors, answers) if answer.get("ok")]

    def encode(comparison, command, pairs):
        chosen, values = [vector for vector, _ in pairs], [value for _, value in pairs]
        report.add_bytes(comparison, chosen, ask(command, requests_of("encode", chosen, values, options.release)))

    encode("re-encode", bscope, decoded)
    encode("encode", bscope, [(vector, vector["json"]) for vector in vectors if "loses" not in vector])
    encode("kafka-encode", oracle, [pair for pair in decoded if set(pair[0].get("loses", ())) <= {"records"}])
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
