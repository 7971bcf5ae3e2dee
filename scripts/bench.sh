#!/usr/bin/env bash
# Measures side by side in one run: scripts/bench.sh codec [--release R] [--seconds S], scripts/bench.sh fetch [--release R] [--records N],
# scripts/bench.sh records [--release R] [--bytes N], scripts/bench.sh capture [--bytes N], scripts/bench.sh window [--bytes N] [--records N],
# scripts/bench.sh offsets [--records N], scripts/bench.sh timeline
#   codec   decode and encode of the stored vectors: Kafka's warm Java classes, then ours; prints the ratios.
#   fetch   reads a topic of N records (2000000) of 100 bytes from a local broker: kcat and ours in turns; prints the ratio.
#   records a segment of N bytes (600000000) with records of 100 bytes: DumpLogSegments and ours in turns, all records and headers alone.
#   capture a loopback capture of N bytes (220000000): tshark and ours in turns, all fields to text and six columns.
#   window  ours alone, offscreen: a segment of N bytes (1 GiB) in the Files page, and N exchanges (200000) filtered in the Traffic page.
#   offsets N offset commits (10000000) replayed to the state of their groups, indexed, and jumped to; from segment files; and from a
#           local broker, where plain fetch and the console consumer with its offsets formatter read the same in turns.
#   timeline ours alone, offscreen: frames of a group's timeline with 5 000 partitions and 10 000 events, and what the Groups page costs
#           its thread while such a group lives, and one of 10 000 members.
# records, capture, window and offsets make their data in build/bench, where it is kept; all but window print the greatest memory of each.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() { echo "bench.sh: $1" >&2; exit 1; }

usage() { sed -n '2,14s/^# //p' scripts/bench.sh; }

what=${1:-}
case $what in
  -h|--help) usage; exit 0 ;;
  '') usage >&2; exit 2 ;;
esac
shift
release=4.4.0 seconds=5 records= bytes=
while [ $# -gt 0 ]; do
  case $1 in
    --release|--seconds|--records|--bytes)
      [ $# -ge 2 ] || { echo "bench.sh: $1 needs a value." >&2; exit 2; } ;;&
    --release) release=$2; shift 2 ;;
    --seconds) seconds=$2; shift 2 ;;
    --records) records=$2; shift 2 ;;
    --bytes) bytes=$2; shift 2 ;;
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

# Seconds that a command takes, its output thrown away.
seconds_of() {
  local start end
  start=$(date +%s%N)
  "$@" >/dev/null
  end=$(date +%s%N)
  awk -v ns=$((end - start)) 'BEGIN { printf "%.3f", ns / 1e9 }'
}

fill_topic() {
  local jars
  jars=$(scripts/kafka.sh jars --version "$release")
  java -cp "$jars/*" org.apache.kafka.tools.ProducerPerformance --topic bench --num-records "$records" --record-size 100 \
    --throughput -1 --producer-props "bootstrap.servers=$1" acks=1 batch.size=65536 linger.ms=5 >&2
}

bench_fetch() {
  scripts/install.sh build kafka test >&2
  cmake --preset release >/dev/null
  cmake --build build/release --target bscope >&2
  records=${records:-2000000}
  local bootstrap bscope=build/release/app/cli/bscope got round kcat ours
  # shellcheck disable=SC2064  # the name is wanted as it is now
  trap "scripts/kafka.sh stop --name bench-fetch >&2" EXIT
  bootstrap=$(scripts/kafka.sh start --name bench-fetch --port 0 --version "$release" | sed -n 's/^bootstrap=//p')
  fill_topic "$bootstrap"
  got=$("$bscope" --bootstrap "$bootstrap" fetch bench | wc -l)
  [ "$got" -eq "$records" ] || fail "bscope read $got records of $records"
  for round in 1 2 3 4 5; do
    kcat=$(seconds_of kcat -C -e -q -o beginning -b "$bootstrap" -t bench)
    ours=$(seconds_of "$bscope" --bootstrap "$bootstrap" fetch bench)
    echo "$round $kcat $ours"
  done | awk -v n="$records" '
    { printf "round %d   kcat %.2f s   bscope %.2f s\n", $1, $2, $3
      if (!k || $2 < k) k = $2
      if (!b || $3 < b) b = $3 }
    END { printf "best      kcat %.2f M records/s   bscope %.2f M records/s   ratio %.2fx\n", n / k / 1e6, n / b / 1e6, k / b }'
}

# Runs two commands in turns, three rounds, their output thrown away; the first only once where it takes long. Prints the
# best of each, their ratio and their greatest memory: side_by_side TITLE MEGABYTES ARRAY ARRAY NAME NAME.
side_by_side() {
  local title=$1 megabytes=$2 their_name=$5 our_name=$6 round measured=
  local -n theirs=$3 ours=$4
  for round in 1 2 3; do
    if [ "$round" = 1 ] || awk -v s="${measured% *}" 'BEGIN { exit s > 20 }'; then
      measured=$(python3 scripts/bench_run.py "${theirs[@]}")
    fi
    echo "$measured $(python3 scripts/bench_run.py "${ours[@]}")"
  done | awk -v title="$title" -v mb="$megabytes" -v a="$their_name" -v b="$our_name" '
    NF < 4 { exit 1 }
    { if (!t || $1 < t) t = $1
      if (!o || $3 < o) o = $3
      if ($2 > tm) tm = $2
      if ($4 > om) om = $4 }
    END { if (!o) exit 1
      printf "%s\n  %-16s %8.3f s %8.1f MB/s %6d MiB\n  %-16s %8.3f s %8.1f MB/s %6d MiB\n  ratio %.1fx\n",
        title, a, t, mb / t, tm, b, o, mb / o, om, t / o }'
}

# Makes a file or folder of the benchmarks unless the same recipe made it before: data_file MAKER FILE SIZE.
data_file() {
  local maker=build/release/tests/bench/$1 file=$2
  local recipe=$file.recipe wanted
  wanted="$1 $3 $(sha256sum <"$maker")"
  mkdir -p "$(dirname "$file")"
  if [ ! -e "$file" ] || [ "$(cat "$recipe" 2>/dev/null)" != "$wanted" ]; then
    echo "Making $file ..." >&2
    "$maker" "$file" "$3" >&2
    echo "$wanted" >"$recipe"
  fi
}

bench_records() {
  scripts/install.sh build kafka test >&2
  cmake --preset release >/dev/null
  cmake --build build/release --target bscope segment_maker >&2
  local file=build/bench/segment/00000000000000000000.log jars megabytes found wanted
  local class=org.apache.kafka.tools.DumpLogSegments
  [ "${release%%.*}" -ge 4 ] || class=kafka.tools.DumpLogSegments
  data_file segment_maker "$file" "${bytes:-600000000}"
  jars=$(scripts/kafka.sh jars --version "$release")
  megabytes=$(($(stat -c %s "$file") / 1000000))
  # shellcheck disable=SC2034  # used by name
  local kafka=(java -cp "$jars/*" "$class" --files "$file")
  local bscope=(build/release/app/cli/bscope dump "$file")
  # Both must have found the same before their times are worth anything.
  wanted=$("${kafka[@]}" 2>/dev/null | awk '/^baseOffset/ { n++; for (i = 1; i < NF; i++) if ($i == "count:") r += $(i + 1) } END { print n, r }')
  found=$("${bscope[@]}" | awk '/^offsets/ { n++ } /^  [0-9]/ { r++ } END { print n, r }')
  [ "$wanted" = "$found" ] || fail "batches and records: DumpLogSegments says $wanted, bscope $found"
  echo "$megabytes MB, batches and records: $found"
  # shellcheck disable=SC2034  # used by name
  local kafka_all=("${kafka[@]}" --print-data-log) bscope_headers=("${bscope[@]}" --batches-only)
  side_by_side "all records to text" "$megabytes" kafka_all bscope DumpLogSegments bscope
  side_by_side "headers, checksums verified" "$megabytes" kafka bscope_headers DumpLogSegments bscope
}

bench_capture() {
  scripts/install.sh build test >&2
  cmake --preset release >/dev/null
  cmake --build build/release --target bscope capture_maker >&2
  local file=build/bench/kafka.pcap megabytes wanted found
  data_file capture_maker "$file" "${bytes:-220000000}"
  megabytes=$(($(stat -c %s "$file") / 1000000))
  local bscope=(build/release/app/cli/bscope capture "$file")
  # shellcheck disable=SC2034  # used by name
  local bscope_all=("${bscope[@]}" --verbose)
  local bscope_columns=("${bscope[@]}" --fields frame,time,api,api.version,correlationId,topic)
  local tshark=(tshark -n -r "$file")
  # shellcheck disable=SC2034  # used by name
  local tshark_all=("${tshark[@]}" -V)
  local tshark_columns=("${tshark[@]}" -Y kafka -T fields)
  for column in frame.number frame.time kafka.api_key kafka.api_version kafka.correlation_id kafka.topic_name; do
    tshark_columns+=(-e "$column")
  done
  wanted=$("${tshark_columns[@]}" 2>/dev/null | awk -F '\t' '$3 != "" && $6 != "" { n += split($5, ids, ",") } END { print n }')
  found=$("${bscope_columns[@]}" | wc -l)
  # A request and a response each; both must have found the same before their times are worth anything.
  [ "$wanted" -eq $((2 * found)) ] || fail "tshark says $wanted messages, bscope $found exchanges"
  echo "$megabytes MB, exchanges: $found"
  side_by_side "all fields to text" "$megabytes" tshark_all bscope_all "tshark -V" "bscope --verbose"
  side_by_side "six columns" "$megabytes" tshark_columns bscope_columns "tshark -T fields" "bscope --fields"
}

bench_window() {
  scripts/install.sh build test >&2
  cmake --preset release >/dev/null
  cmake --build build/release --target window_bench segment_maker >&2
  local file=build/bench/window/00000000000000000000.log
  data_file segment_maker "$file" "${bytes:-1073741824}"
  build/release/tests/bench/window_bench "$file" "${records:-200000}"
}

bench_timeline() {
  scripts/install.sh build test >&2
  cmake --preset release >/dev/null
  cmake --build build/release --target timeline_bench groups_bench >&2
  build/release/tests/bench/timeline_bench
  build/release/tests/bench/groups_bench 50 5000 10000
  build/release/tests/bench/groups_bench 10000 5000 20000
}

# Runs commands in turns, three rounds, their output thrown away; those that take long only once. Prints the best time and the
# greatest memory of each: in_turns RECORDS ARRAY...
in_turns() {
  local count=$1 round name measured
  local -A slow=()
  shift
  for round in 1 2 3; do
    for name in "$@"; do
      [ -z "${slow[$name]:-}" ] || continue
      local -n command=$name
      measured=$(python3 scripts/bench_run.py "${command[@]}")
      unset -n command
      if awk -v s="${measured% *}" 'BEGIN { exit !(s > 20) }'; then slow[$name]=1; fi
      echo "$name $measured"
    done
  done | awk -v n="$count" '
    { if (!($1 in best)) { order[++count] = $1; best[$1] = $2 }
      if ($2 < best[$1]) best[$1] = $2
      if ($3 > most[$1]) most[$1] = $3 }
    END { for (i = 1; i <= count; i++) { name = order[i]; title = name; gsub("_", " ", title)
            printf "  %-22s %8.2f s %7.2f M records/s %6d MiB\n", title, best[name], n / best[name] / 1e6, most[name] }
          if ("fetch" in best && "offsets_state" in best)
            printf "  offsets --state at %.0f %% of the rate of fetch\n", 100 * best["fetch"] / best["offsets_state"]
          if ("console_consumer" in best && "offsets" in best)
            printf "  ratio to the console consumer: offsets %.1fx, offsets --state %.1fx\n",
              best["console_consumer"] / best["offsets"], best["console_consumer"] / best["offsets_state"] }'
}

# A broker that has the segments of a folder as those of a topic: it takes them when it starts.
start_with_segments() {
  local folder=$1 topic=$2 data
  scripts/kafka.sh start --name bench-offsets --port 0 --version "$release" >"$work/facts"
  java -cp "$(scripts/kafka.sh jars --version "$release")/*" org.apache.kafka.tools.TopicCommand --create --topic "$topic" \
    --bootstrap-server "$(sed -n 's/^bootstrap=//p' "$work/facts")" --config retention.ms=-1 >&2
  data=$(sed -n 's/^data=//p' "$work/facts")
  scripts/kafka.sh stop --name bench-offsets --keep-data >&2
  rm "$data/$topic-0/"*.{log,index,timeindex}
  cp "$folder"/*.log "$data/$topic-0/"
  # It makes their indexes first.
  scripts/kafka.sh start --name bench-offsets --timeout 600 >"$work/facts"
}

bench_offsets() {
  scripts/install.sh build kafka test >&2
  cmake --preset release >/dev/null
  cmake --build build/release --target bscope offsets_bench history_bench offset_maker >&2
  records=${records:-10000000}
  local bscope=build/release/app/cli/bscope logs=build/bench/offsets topic=bench-offsets loaded work
  work=$(mktemp -d)
  # shellcheck disable=SC2064  # the name is wanted as it is now
  trap "scripts/kafka.sh stop --name bench-offsets >&2; rm -r '$work'" EXIT
  data_file offset_maker "$logs/__consumer_offsets-0" "$records"
  echo "replay alone"
  build/release/tests/bench/offsets_bench "$records"
  build/release/tests/bench/history_bench "$records"
  local group=payments-consumer-0007
  # shellcheck disable=SC2034  # used by name
  local all_groups=("$bscope" offsets --file "$logs" --state)
  local one_group=("${all_groups[@]}" --group "$group")
  loaded=$("${one_group[@]}" 2>&1 >/dev/null)
  [[ $loaded == *"$records records"* ]] || fail "bscope loaded other than $records records: $loaded"
  echo "from segment files: $loaded"
  in_turns "$records" one_group all_groups
  start_with_segments "$logs/__consumer_offsets-0" "$topic"
  local bootstrap
  bootstrap=$(sed -n 's/^bootstrap=//p' "$work/facts")
  local live=("$bscope" --bootstrap "$bootstrap")
  # shellcheck disable=SC2034  # used by name
  local fetch=("${live[@]}" fetch "$topic") offsets=("${live[@]}" offsets --topic "$topic") \
    offsets_state=("${live[@]}" offsets --topic "$topic" --state --group "$group") \
    console_consumer=(java -Xmx512m -Dorg.slf4j.simpleLogger.defaultLogLevel=error -cp "$(scripts/kafka.sh jars --version "$release")/*" org.apache.kafka.tools.consumer.ConsoleConsumer
      --bootstrap-server "$bootstrap" --topic "$topic" --from-beginning --max-messages "$records"
      --formatter org.apache.kafka.tools.consumer.OffsetsMessageFormatter)
  echo "from a local broker:"
  in_turns "$records" fetch offsets_state offsets console_consumer
}

case $what in
  codec) bench_codec ;;
  fetch) bench_fetch ;;
  records) bench_records ;;
  capture) bench_capture ;;
  window) bench_window ;;
  offsets) bench_offsets ;;
  timeline) bench_timeline ;;
  *) fail "Unknown benchmark '$what'; see scripts/bench.sh" ;;
esac
