#!/usr/bin/env bash
# Files of internal topics that real brokers wrote, and the state that Kafka's own classes make of them, at maintenance time.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: tests/conformance/topic_states/topic_states.sh generate [PORT]

  generate  lets brokers of 4.4.0 and 3.9.2 write state of every kind, and writes topic_states.jsonl.zst: each log and snapshot of
            an internal topic with the objects that Kafka's classes make of it. PORT and the next: the brokers' (free ones)
TEXT
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
work=$(mktemp -d)
port=${2:-0}
export BROKERSCOPE_KAFKA_STATE=$work/kafka
trap '"$root/scripts/kafka.sh" stop --all >/dev/null 2>&1 || true; rm -r "$work"' EXIT

java_quietly() { java -Dorg.slf4j.simpleLogger.defaultLogLevel=error "$@"; }

# Leaves the log directory of a stopped broker in $work/RELEASE. A snapshot of the metadata comes every few records.
write_state() {
  local release=$1 facts data
  facts=$("$root/scripts/kafka.sh" start --version "$release" --name "$release" --port "$port" --groups-fast --state-fast)
  "$root/scripts/kafka.sh" write-state --name "$release" >&2
  data=$(sed -n 's/^data=//p' <<<"$facts")
  "$root/scripts/kafka.sh" stop --name "$release" --keep-data >&2
  cp -r --sparse=always "$data" "$work/$release"
}

# One JSON line for each file: release, word, file, hex, objects.
read_states() {
  local release=$1 word=$2 file objects classes=$work/classes
  shift 2
  for file in "$@"; do
    [ -s "$file" ] || continue
    objects=$(java_quietly -cp "$classes:$jars/*" StateReader "$word" "$file")
    python3 - "$release" "$word" "$file" "$objects" <<'PY'
import json
import pathlib
import sys

release, word, file, objects = sys.argv[1:]
path = pathlib.Path(file)
lines = [json.loads(line) for line in objects.splitlines()]
print(json.dumps({"release": release, "word": word, "file": path.name, "hex": path.read_bytes().hex(), "objects": lines}))
PY
  done
}

[ "${1:-}" = generate ] || { usage >&2; exit 2; }
jars=$("$root/scripts/kafka.sh" jars --version 4.4.0)
mkdir "$work/classes"
javac -nowarn -cp "$jars/*" -d "$work/classes" "$here/java/StateReader.java"
for release in 4.4.0 3.9.2; do
  write_state "$release"
  # The next broker may not have a port that was in use a moment ago.
  [ "$port" = 0 ] || port=$((port + 1))
  logs=$work/$release
  {
    read_states "$release" transactions "$logs"/__transaction_state-*/*.log
    [ "$release" != 4.4.0 ] || read_states "$release" share "$logs"/__share_group_state-*/*.log
    read_states "$release" metadata "$logs"/__cluster_metadata-0/*.log "$(ls "$logs"/__cluster_metadata-0/*.checkpoint | tail -1)"
  } >>"$work/all.jsonl"
done
zstd -q -19 -f -o "$here/topic_states.jsonl.zst" "$work/all.jsonl"
echo "wrote topic_states.jsonl.zst, $(wc -l <"$work/all.jsonl") files" >&2
