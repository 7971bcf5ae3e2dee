#!/usr/bin/env bash
# From nothing to the window: installs what is missing, builds, starts a real Kafka with something in it, connects to it.
set -euo pipefail
readonly called_from=$PWD
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<'TEXT'
Usage: scripts/run.sh [options]

  --bootstrap HOST:PORT  connect to this broker, start none
  --no-kafka             start no broker
  --kafka-version V      Kafka release to start: 4.4.0 (default) or 3.9.2
  --keep-kafka           leave the broker running when the window closes
  --picture FILE         without a display: where the picture goes (default build/first-steps.png)
  --pictures DIR         no window: save a picture of each page, light and dark, there

Without a display the first steps run offscreen: what was sent and received is printed, a picture is saved.
TEXT
}

bootstrap='' kafka_data='' start_kafka=1 kafka_version=4.4.0 keep_kafka=0 picture=build/first-steps.png pictures=''
readonly programs=build/release/app

say() { echo "run: $*" >&2; }
fail() { say "$*"; exit 1; }
# A name is meant from where the caller stands, not from here.
path_of() { case $1 in /*) echo "$1" ;; *) echo "$called_from/$1" ;; esac; }

while [ $# -gt 0 ]; do
  case $1 in
    --bootstrap|--kafka-version|--picture|--pictures)
      [ $# -ge 2 ] || { say "$1 needs a value."; exit 2; } ;;&
    --bootstrap) bootstrap=$2 start_kafka=0; shift 2 ;;
    --kafka-version) kafka_version=$2; shift 2 ;;
    --picture) picture=$(path_of "$2"); shift 2 ;;
    --pictures) pictures=$(path_of "$2"); shift 2 ;;
    --no-kafka) start_kafka=0; shift ;;
    --keep-kafka) keep_kafka=1; shift ;;
    -h|--help) usage; exit 0 ;;
    *) say "Unknown option $1."; usage >&2; exit 2 ;;
  esac
done
readonly kafka_name=run-$kafka_version

has_display() {
  [ -z "$pictures" ] && { [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] || [ "$(uname)" = Darwin ]; }
}

install_packages() {
  local groups=(build)
  [ $start_kafka = 0 ] || groups+=(kafka)
  bash scripts/install.sh "${groups[@]}"
}

# A command of the build: its words are shown when it fails, and as it goes on a terminal.
quietly() {
  if [ -t 2 ]; then
    "$@" >&2
  elif ! "$@" >build/run.log 2>&1; then
    tail -n 40 build/run.log >&2
    return 1
  fi
}

build() {
  mkdir -p build
  if [ -e "$programs/gui/brokerscope" ]; then
    say "building what changed"
  else
    say "building, some minutes the first time"
  fi
  [ -e build/release/build.ninja ] || quietly cmake --preset release ||
    fail "The build could not be configured: something it needs is missing, the lines above name it."
  quietly cmake --build --preset release --target brokerscope bscope ||
    fail "The build failed: the lines above say where. After a change of compiler or libraries, remove build/release and start again."
}

# Data is kept between runs, so that the second start is quick and shows what the first one left. A broker that a run started
# serves the runs beside it too: each holds a shared lock, and the last one to end stops it.
stop_kafka() {
  if [ $keep_kafka = 1 ]; then
    say "Kafka goes on running on $bootstrap; stop it with: scripts/kafka.sh stop --name $kafka_name"
  elif flock --nonblock --exclusive 9; then
    rm -f "$started_mark"
    scripts/kafka.sh stop --name "$kafka_name" --keep-data 9>&-
  else
    say "Kafka goes on running on $bootstrap for another run"
  fi
}

start_seeded_kafka() {
  started_mark=build/run-$kafka_name.started
  exec 9>"build/run-$kafka_name.lock"
  flock --shared 9
  if ! scripts/kafka.sh status --name "$kafka_name" >/dev/null 2>&1 9>&-; then
    : >"$started_mark"
  elif [ ! -e "$started_mark" ]; then
    keep_kafka=1
  fi
  local facts
  facts=$(scripts/kafka.sh start --name "$kafka_name" --port 0 --version "$kafka_version" 9>&-) ||
    fail "No Kafka could be started: the line above says why. --bootstrap HOST:PORT uses one of yours, --no-kafka none."
  bootstrap=$(sed -n 's/^bootstrap=//p' <<<"$facts")
  kafka_data=$(sed -n 's/^data=//p' <<<"$facts")
  trap stop_kafka EXIT
  scripts/kafka.sh seed --name "$kafka_name" >&2 9>&- || fail "Kafka could not be filled: the line above says why."
}

open_window() {
  local arguments=()
  [ -z "$bootstrap" ] || arguments=(--bootstrap "$bootstrap")
  if has_display; then
    say "opening the window${bootstrap:+, connected to $bootstrap}"
    "$programs/gui/brokerscope" ${arguments[@]+"${arguments[@]}"}
  elif [ -z "$bootstrap" ]; then
    fail "Without a display the first steps need a broker: leave out --no-kafka or name one with --bootstrap."
  elif [ -n "$pictures" ]; then
    mkdir -p "$pictures"
    local files=(tests/unit/core/capture/kcat.pcap)
    [ -z "$kafka_data" ] || files+=("$kafka_data/orders-0")
    QT_QPA_PLATFORM=offscreen "$programs/gui/brokerscope" "${arguments[@]}" --pictures "$pictures" "${files[@]}"
    say "pictures are in $pictures"
  else
    say "there is no display: first steps offscreen, connected to $bootstrap"
    mkdir -p "$(dirname "$picture")"
    QT_QPA_PLATFORM=offscreen "$programs/gui/brokerscope" "${arguments[@]}" --first-steps --picture "$picture"
    [ -s "$picture" ] || fail "The picture $picture was not saved."
    say "the picture is $picture"
  fi
}

install_packages
build
[ $start_kafka = 0 ] || start_seeded_kafka
open_window
