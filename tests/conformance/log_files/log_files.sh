#!/usr/bin/env bash
# Files of a real broker's log directory, as kafka-dump-log reads them, at maintenance time.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: tests/conformance/log_files/log_files.sh generate | compare [BSCOPE]

  generate  lets brokers of 4.4.0 and 3.9.2 write small log directories, and writes log_files.jsonl.zst: each file with what
            kafka-dump-log prints of it
  compare   lets them write larger ones and compares each batch, record and entry that bscope dump (build/dev/app/cli/bscope)
            prints with kafka-dump-log; status 1 when any differs
TEXT
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
work=$(mktemp -d)
export BROKERSCOPE_KAFKA_STATE=$work/kafka
trap '"$root/scripts/kafka.sh" stop --all >/dev/null 2>&1 || true; rm -r "$work"' EXIT

segment_bytes() {
  # The least that 4.4.0 allows; in 3.9.2 small segments give several.
  if [ "$1" = 4.4.0 ]; then echo 1048576; else echo $((3000 * $2)); fi
}

# Leaves the log directory of a stopped broker in $work/RELEASE.
write_logs() {
  local release=$1 scale=$2 jars facts data
  jars=$("$root/scripts/kafka.sh" jars --version "$release")
  facts=$("$root/scripts/kafka.sh" start --version "$release" --name "$release" --port 0 --set log.cleaner.backoff.ms=500)
  java -Dorg.slf4j.simpleLogger.defaultLogLevel=error -cp "$jars/*" "$here/java/LogWriter.java" \
    "$(sed -n 's/^bootstrap=//p' <<<"$facts")" "$scale" "$(segment_bytes "$release" "$scale")" >&2
  sleep 5 # the cleaner compacts
  data=$(sed -n 's/^data=//p' <<<"$facts")
  "$root/scripts/kafka.sh" stop --name "$release" --keep-data >&2
  cp -r --sparse=always "$data" "$work/$release"
}

case ${1:-} in
  generate)
    for release in 4.4.0 3.9.2; do
      write_logs "$release" 1
      python3 "$here/log_files.py" generate "$release" "$("$root/scripts/kafka.sh" jars --version "$release")" "$work/$release" \
        >>"$work/all.jsonl"
    done
    zstd -q -19 -f -o "$here/log_files.jsonl.zst" "$work/all.jsonl"
    echo "wrote log_files.jsonl.zst, $(wc -l <"$work/all.jsonl") files" >&2 ;;
  compare)
    status=0
    for release in 4.4.0 3.9.2; do
      write_logs "$release" 100
      python3 "$here/log_files.py" compare "$release" "$("$root/scripts/kafka.sh" jars --version "$release")" "$work/$release" \
        "${2:-$root/build/dev/app/cli/bscope}" || status=1
    done
    exit "$status" ;;
  *) usage >&2; exit 2 ;;
esac
