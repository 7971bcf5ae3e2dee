#!/usr/bin/env python3
"""Two measurements on standard input, one JSON object a line: Kafka's classes, then ours. Prints both and the ratios."""
import json
import sys

theirs, ours = (json.loads(line) for line in sys.stdin.read().strip().splitlines()[-2:])
theirs = theirs.get("groups", theirs).get("all", theirs)
print(f"{'':8}{'Kafka, warm':>22}{'Brokerscope':>22}{'ratio':>9}")
for work in ("decode", "encode"):
    a, b = theirs[work]["nsPerMessage"], ours[work]["nsPerMessage"]
    print(f"{work:8}{a:>12.0f} ns/message{b:>12.0f} ns/message{a / b:>8.2f}x")
