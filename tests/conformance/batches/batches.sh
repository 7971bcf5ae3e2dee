#!/usr/bin/env bash
# Record batches by Kafka's own classes, at maintenance time.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: tests/conformance/batches/batches.sh generate | compare FILE

  generate      writes batches.jsonl.zst with the classes of 4.4.0; those of 3.9.2 must write the same
  compare FILE  lets Kafka's classes of both releases read the batches that the test program wrote (lines of label TAB hex) and
                compares with the vectors; status 1 when they differ
TEXT
}

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../.." && pwd)
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

# Compiles for a release and runs: before 4.x the classes of records stood in another package.
run_java() {
  local release=$1 jars
  shift
  jars=$("$root/scripts/kafka.sh" jars --version "$release")
  mkdir -p "$work/$release/src" "$work/$release/classes"
  for source in "$here"/java/*.java; do
    if [ "$release" = 3.9.2 ]; then
      sed 's/\.record\.internal\./.record./' "$source" >"$work/$release/src/${source##*/}"
    else
      cp "$source" "$work/$release/src/"
    fi
  done
  javac --release 17 -cp "$jars/*" -d "$work/$release/classes" "$work/$release"/src/*.java >&2
  java -cp "$work/$release/classes:$jars/*" BatchVectors "$@"
}

case ${1:-} in
  generate)
    for release in 4.4.0 3.9.2; do
      run_java "$release" generate >"$work/$release.jsonl"
    done
    cmp "$work/4.4.0.jsonl" "$work/3.9.2.jsonl"
    zstd -q -19 -f -o "$here/batches.jsonl.zst" "$work/4.4.0.jsonl"
    echo "wrote batches.jsonl.zst, $(wc -l <"$work/4.4.0.jsonl") record sets" >&2 ;;
  compare)
    [ -r "${2:-}" ] || { usage >&2; exit 2; }
    status=0
    zstd -q -dc "$here/batches.jsonl.zst" >"$work/vectors.jsonl"
    for release in 4.4.0 3.9.2; do
      run_java "$release" read <"$2" >"$work/$release.jsonl"
      python3 "$here/compare_batches.py" "$work/vectors.jsonl" "$work/$release.jsonl" || status=1
    done
    exit "$status" ;;
  *) usage >&2; exit 2 ;;
esac
