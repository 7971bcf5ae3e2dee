#!/usr/bin/env bash
# Measures side by side in one run: scripts/bench.sh codec [--release R] [--seconds S]
#   codec   decode and encode of the stored vectors: Kafka's warm Java classes, then ours; prints the ratios.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() { echo "bench.sh: $1" >&2; exit 1; }

usage() { sed -n '2,3s/^# //p' scripts/bench.sh; }

what=${1:-}
case $what in
  -h|--help) usage; exit 0 ;;
  '') usage >&2; exit 2 ;;
esac
shift
release=4.4.0 seconds=5
while [ $# -gt 0 ]; do
  case $1 in
    --release|--seconds)
      [ $# -ge 2 ] || { echo "bench.sh: $1 needs a value." >&2; exit 2; } ;;&
    --release) release=$2; shift 2 ;;
    --seconds) seconds=$2; shift 2 ;;
    *) echo "bench.sh: Unknown option $1." >&2; usage >&2; exit 2 ;;
  esac
done

bench_codec() {
  scripts/install.sh build kafka test >&2
  cmake --preset release >/dev/null
  cmake --build build/release --target codec_bench >&2
  local vectors theirs ours
  vectors=$(mktemp)
  # shellcheck disable=SC2064  # the name is wanted as it is now
  trap "rm -f '$vectors'" EXIT
  echo "Kafka's classes, warm ..." >&2
  theirs=$(scripts/conformance.sh bench --release "$release")
  echo "Brokerscope ..." >&2
  ours=$(build/release/tests/bench/codec_bench "tests/conformance/vectors/$release.jsonl.zst" "$release" "$seconds")
  printf '%s\n%s\n' "$theirs" "$ours" | python3 scripts/bench_ratio.py
}

case $what in
  codec) bench_codec ;;
  *) fail "Unknown benchmark '$what'; see scripts/bench.sh" ;;
esac
