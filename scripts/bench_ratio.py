#!/usr/bin/env python3
"""Two measurements on standard input, two JSON objects: Kafka's classes, then ours. Prints both and the ratios."""
import json
import sys

text = sys.stdin.read().strip()
theirs, end = json.JSONDecoder().raw_decode(text)
ours = json.loads(text[end:])
theirs = theirs.get("groups", theirs).get("all", theirs)
print(f"{'':8}{'Kafka, warm':>22}{'Brokerscope':>22}{'ratio':>9}")
for work in ("decode", "encode"):
    a, b = theirs[work]["nsPerMessage"], ours[work]["nsPerMessage"]
    print(f"{work:8}{a:>12.0f} ns/message{b:>12.0f} ns/message{a / b:>8.2f}x")
