#!/usr/bin/env bash
# Installs what is missing, builds, and runs every test in one ctest run whose summary is the last thing printed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<'TEXT'
Usage: scripts/test.sh [--quick] [--filter REGEX]

  --quick         the dev build alone, without sanitizers, fuzz programs and the build without Qt
  --filter REGEX  only the tests whose name matches

With CI=true in the environment a test that cannot run, for want of Kafka, a compiler or a font, is a failure.
TEXT
}

quick=0 filter=()

say() { echo "test: $*" >&2; }
fail() { say "$*"; exit 1; }

while [ $# -gt 0 ]; do
  case $1 in
    --quick) quick=1; shift ;;
    --filter) [ $# -ge 2 ] || { say "--filter needs a value."; exit 2; }
      filter=(-R "$2"); shift 2 ;;
    -h|--help) usage; exit 0 ;;
    *) say "Unknown option $1."; usage >&2; exit 2 ;;
  esac
done

# Something that some tests need is not there: that is a failure where nobody reads notes.
lacking() {
  [ "${CI:-}" != true ] || fail "$1"
  say "$1 Those tests are left out."
}

build() {
  local preset=$1
  shift
  say "building $preset"
  mkdir -p build
  if ! { cmake --preset "$preset" "$@" && cmake --build --preset "$preset"; } >"build/test-$preset.log" 2>&1; then
    tail -n 60 "build/test-$preset.log" >&2
    fail "The $preset build failed: the lines above say where (all of it: build/test-$preset.log)."
  fi
}

# Their tests join the ctest run of the dev build.
build_extra() {
  [ $quick = 0 ] || return 0
  if ! command -v clang++-16 >/dev/null; then
    lacking "clang++-16 is missing: the sanitizers, the fuzz programs and the build without Qt need it."
    return 0
  fi
  build asan
  extra="$PWD/build/asan"
  # That it builds is the test: the same programs run in the other two builds, with one compiler each.
  build core-only -DBROKERSCOPE_TESTS=OFF
}

# Before the tests, so that no test's time limit includes a download.
fetch_kafka() {
  local version
  for version in 4.4.0 3.9.2; do
    scripts/kafka.sh jars --version "$version" >/dev/null && scripts/import_schemas --class-path "$version" >/dev/null && continue
    lacking "There is no Kafka $version for the tests: the line above says why."
    without=(-LE kafka)
    return 0
  done
}

# Where the tests have their brokers, apart from those that someone works with: what a run left behind is stopped.
export BROKERSCOPE_KAFKA_STATE=$PWD/build/dev/kafka
stop_leftover_brokers() { scripts/kafka.sh stop --all >/dev/null 2>&1 || true; }

extra='' without=() together=()
# Nobody edits and builds again there, so that files compiled as one save half the time (docs/decisions/0007-unity-builds.md).
[ "${CI:-}" != true ] || together=(-DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=30)
bash scripts/install.sh build kafka test
fetch_kafka
build_extra
build dev "-DBROKERSCOPE_EXTRA_TEST_DIRS=$extra" ${together[@]+"${together[@]}"}

# A build folder whose tests ctest does not see would pass unseen.
[ -z "$extra" ] || ctest --test-dir build/dev -N | grep ': asan/' >/dev/null ||
  fail "The tests of build/asan are missing from the ctest run: remove build/dev and start again."

stop_leftover_brokers
trap stop_leftover_brokers EXIT
say "running the tests"
export QT_QPA_PLATFORM=${QT_QPA_PLATFORM:-offscreen}
# One more than there are processors: those with brokers wait much of their time.
ctest --test-dir build/dev --output-on-failure --no-tests=error -j "$(($(nproc 2>/dev/null || echo 2) + 1))" \
  ${filter[@]+"${filter[@]}"} ${without[@]+"${without[@]}"}
