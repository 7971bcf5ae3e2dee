#!/usr/bin/env bash
# Compares the codec with the message classes that Kafka generates for itself.
# Messages go to stderr; stdout carries vectors, answers and results.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: scripts/conformance.sh MODE [options]

  generate  writes the stored vectors of a release, or of both, into tests/conformance/vectors
  fresh     prints random vectors, one JSON object a line
  oracle    answers lines of the `bscope batch` contract (decode and encode) with Kafka's classes
  bench     measures Kafka's classes on the stored vectors and prints JSON
  formatters  prints what Kafka's own tools make of internal topics: the lines of kafka-dump-log with its decoders for
            a log directory, a JSON object for each record and formatter of the console consumer for a broker
  compare   sends fresh vectors of a release, or of both, through `bscope batch` and through Kafka's classes and
            prints every difference; status 1 when there is one

Options
  --release R      4.4.0 or 3.9.2; fresh, oracle, bench and formatters take 4.4.0 unless told
  --seed N         generate, fresh, compare: where the random values start (fresh, compare: another one each time)
  --count N        fresh, compare: number of vectors (default 1000)
  --bscope PATH    compare: the program to compare
  --logs FOLDER    formatters: a log directory, not of a broker that writes to it
  --bootstrap H:P  formatters: a broker
  --output FILE    generate with --release: another place for the vectors
  --warm-up S      bench: most seconds of whole passes before measuring, after each message by itself (default 30)
  --rounds N       bench: rounds of which the median counts (default 7)
  --round S        bench: seconds of one round (default 0.3)

Jars and compiled classes are kept in $XDG_CACHE_HOME/brokerscope (~/.cache/brokerscope).
TEXT
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly root
readonly vectors=$root/tests/conformance/vectors
readonly cache=${XDG_CACHE_HOME:-$HOME/.cache}/brokerscope/conformance

release='' output='' bscope='' class_path=''
java_options=() jvm_flags=()

say() { echo "conformance.sh: $*" >&2; }
fail() { say "$*"; exit 2; }
need() { command -v "$1" >/dev/null || fail "$1 is missing: install it (Debian: apt-get install $2)."; }

parse_options() {
  while [ $# -gt 0 ]; do
    case $1 in
      -h|--help) usage; exit 0 ;;
    esac
    [ $# -ge 2 ] || fail "$1 needs a value; see scripts/conformance.sh --help"
    case $1 in
      --release) release=$2 ;;
      --output) output=$(realpath -m "$2") ;;
      --logs) [ -d "$2" ] || fail "--logs: there is no folder $2."
        java_options+=("$1" "$(realpath "$2")") ;;
      --bootstrap) java_options+=("$1" "$2") ;;
      --bscope) bscope=$(realpath -m "$2") ;;
      --seed|--count|--rounds) [[ $2 =~ ^-?[0-9]+$ ]] || fail "$1 wants a number, not '$2'."
        java_options+=("$1" "$2") ;;
      --warm-up|--round) [[ $2 =~ ^[0-9]+(\.[0-9]+)?$ ]] || fail "$1 wants seconds, not '$2'."
        java_options+=("$1" "$2") ;;
      *) fail "Unknown option $1; see scripts/conformance.sh --help" ;;
    esac
    shift 2
  done
  case $release in
    ''|4.4.0|3.9.2) ;;
    *) fail "--release wants 4.4.0 or 3.9.2, not '$release'." ;;
  esac
  [ -z "$output" ] || [ -n "$release" ] || fail "--output needs --release."
}

# Compiles the Java program in a folder for a release unless its sources are unchanged, and sets class_path.
build() {
  local jars classes work sources=${2:-$vectors/java}
  need javac default-jdk-headless
  jars=$("$root/scripts/kafka.sh" jars --version "$1")
  classes=$cache/$1-$(cat "$sources"/*.java | sha256sum | cut -c1-16)
  if [ ! -d "$classes" ]; then
    mkdir -p "$cache"
    work=$(mktemp -d "$classes.XXXXXX")
    javac -Xlint:all,-path -Werror --release 17 -cp "$jars/*" -d "$work" "$sources"/*.java >&2 ||
      { rm -r "$work"; fail "The Java program does not compile."; }
    # Renaming is the last step, so that a folder with the final name is always complete.
    mv -T "$work" "$classes" 2>/dev/null || rm -r "$work"
  fi
  class_path=$classes
  for jar in "$jars"/*.jar; do class_path+=:$jar; done
}

run_java() { java -Xmx2g "${jvm_flags[@]}" -cp "$class_path" ConformanceVectors "$@"; }

# A short life: compiling well takes longer than it saves.
print_formatted() {
  build "${release:-4.4.0}" "$root/tests/conformance/formatters/java"
  exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dorg.slf4j.simpleLogger.defaultLogLevel=error -cp "$class_path" \
    TopicFormatters "${java_options[@]}"
}

generate() {
  local file=${output:-$vectors/$1.jsonl.zst}
  need zstd zstd
  build "$1"
  run_java generate "${java_options[@]}" | zstd -q -19 -f -o "$file.partial"
  mv "$file.partial" "$file"
  say "wrote $file, $(wc -c <"$file") bytes"
}

compare() {
  local work status=0
  [ -n "$bscope" ] || fail "compare needs --bscope PATH."
  [ -x "$bscope" ] || fail "$bscope is not a program."
  need python3 python3
  build "$1"
  work=$(mktemp -d)
  run_java fresh "${java_options[@]}" >"$work/vectors.jsonl"
  python3 "$vectors/compare_batch.py" --release "$1" --bscope "$bscope" --oracle "$0" "$work/vectors.jsonl" || status=$?
  rm -r "$work"
  return "$status"
}

mode=${1:-}
[ $# -gt 0 ] || { usage >&2; exit 2; }
shift
parse_options "$@"

status=0
case $mode in
  -h|--help) usage ;;
  generate) for one in ${release:-4.4.0 3.9.2}; do generate "$one"; done ;;
  compare) for one in ${release:-4.4.0 3.9.2}; do compare "$one" || status=$?; done ;;
  fresh|oracle)
    build "${release:-4.4.0}"
    run_java "$mode" "${java_options[@]}" ;;
  formatters) print_formatted ;;
  bench)
    need zstd zstd
    build "${release:-4.4.0}"
    # Compiling in the foreground makes the warm-up depend on the calls alone, not on how busy the machine is.
    jvm_flags=(-Xbatch)
    zstd -q -dc "$vectors/${release:-4.4.0}.jsonl.zst" | run_java bench "${java_options[@]}" ;;
  *) fail "Unknown mode '$mode'; see scripts/conformance.sh --help" ;;
esac
exit "$status"
