#!/usr/bin/env python3
"""compare_batches.py VECTORS READ: whether Kafka read the same records in batches written by the test program as in its own.

Sizes and checksums of compressed batches differ between compressors; those of uncompressed ones must not."""
import json
import sys


def lines(path):
    with open(path, encoding="utf-8") as file:
        return {entry["label"]: entry for entry in map(json.loads, file)}


def facts(entry):
    batches = []
    for batch in entry["batches"]:
        free = ("size", "crc") if batch["codec"] else ()
        batches.append({key: value for key, value in batch.items() if key not in free})
    return batches, entry["records"]


def main():
    vectors, read = lines(sys.argv[1]), lines(sys.argv[2])
    different = [label for label, entry in read.items() if facts(entry) != facts(vectors[label])]
    for label in different:
        print(f"differs: {label}")
    print(f"{len(read)} record sets read by Kafka, {len(different)} differ")
    return 1 if different or not read else 0


sys.exit(main())
