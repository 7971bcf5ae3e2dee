#!/usr/bin/env bash
# Runs real single-node Kafka brokers on this machine, for trying things out and for the tests.
# Messages go to stderr; stdout carries only key=value lines, for scripts to read.
set -euo pipefail

usage() {
  cat <<'TEXT'
Usage: scripts/kafka.sh COMMAND [options]

  start    starts a broker and waits until it answers; does nothing when it runs already
  stop     stops a broker that this script started and removes its data
  status   prints what runs: one broker with --port or --name, else all
  seed     creates topics, records and consumer groups to look at
  peer     runs the Java client program that obeys JSON lines (tests/kafka/peers/README.md)
  members  runs one of the programs with members of groups (tests/kafka/members/README.md)
  write-state  lets a new broker write state of every kind into its internal topics (tests/kafka/state/README.md)
  jars     downloads the Kafka jars when missing and prints their folder

Options
  --version V      Kafka release: 4.4.0 (default) or 3.9.2; others may work
  --port N         port of the broker listener (default 9092); 0 takes a free one
  --name NAME      name to find this broker by later
  --set KEY=VALUE  one more line for server.properties (may repeat)
  --groups-fast    start: heartbeats of 0.1 s and sessions of 1.5 s for groups, one partition for internal topics
  --state-fast     start: what write-state wants: an authorizer; offsets, transactions and compaction that are looked at often
  --feature F=N    feature level to format the storage with (may repeat)
  --timeout N      seconds to wait for the broker (default 60)
  --compact        write-state: the internal topics are compacted, too
  --keep-data      stop: keeps data and settings, the next start on this port takes them up again
  --all            stop: every broker that this script started
  --bootstrap H:P  seed, peer, members: the broker to use instead of one on this machine
  --client C       members: java (default), librdkafka (the newest) or librdkafka-debian (Debian's)

start and status print bootstrap=, controller=, version=, name=, pid=, log= and data= lines.
Jars and librdkafka are kept in $XDG_CACHE_HOME/brokerscope (~/.cache/brokerscope), brokers in
$BROKERSCOPE_KAFKA_STATE or else $XDG_STATE_HOME/brokerscope/kafka (~/.local/state/brokerscope/kafka).
TEXT
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
readonly root
readonly cache=${XDG_CACHE_HOME:-$HOME/.cache}/brokerscope
readonly state=${BROKERSCOPE_KAFKA_STATE:-${XDG_STATE_HOME:-$HOME/.local/state}/brokerscope/kafka}
readonly peer_sources=$root/tests/kafka/peers/src
readonly state_sources=$root/tests/kafka/state/src
readonly members_folder=$root/tests/kafka/members
# The peer needs the share consumer, which the older client lacks; the newer client speaks to both brokers.
readonly peer_version=4.4.0
readonly librdkafka_version=2.16.1
readonly quick_java=(-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xshare:auto)

version=4.4.0 port='' name='' timeout=60 keep_data=0 all=0 bootstrap='' groups_fast=0 state_fast=0 compact=() client=java
settings=() features=()

say() { echo "kafka.sh: $*" >&2; }
fail() { say "$*"; exit 1; }
wrong_usage() { say "$*"; say "see scripts/kafka.sh --help"; exit 2; }

# --- options ---------------------------------------------------------------------------------------------------------

parse_options() {
  while [ $# -gt 0 ]; do
    case $1 in
      --version|--port|--name|--set|--feature|--timeout|--bootstrap|--client)
        [ $# -ge 2 ] || wrong_usage "$1 needs a value."
        take_option "$1" "$2"
        shift 2 ;;
      --keep-data) keep_data=1; shift ;;
      --groups-fast) groups_fast=1; shift ;;
      --state-fast) state_fast=1; shift ;;
      --compact) compact=(--compact); shift ;;
      --all) all=1; shift ;;
      -h|--help) usage; exit 0 ;;
      *) wrong_usage "Unknown option $1." ;;
    esac
  done
}

take_option() {
  case $1 in
    --version) [[ $2 =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || wrong_usage "--version wants a release such as 4.4.0, not '$2'."
      version=$2 ;;
    --port) [[ $2 =~ ^[0-9]{1,5}$ ]] && [ "$2" -le 65534 ] || wrong_usage "--port wants a number from 0 to 65534, not '$2'."
      port=$2 ;;
    --name) [[ $2 =~ ^[A-Za-z0-9._-]+$ ]] || wrong_usage "--name wants letters, digits, dots, dashes and underscores, not '$2'."
      name=$2 ;;
    --set) [[ $2 == *=* ]] || wrong_usage "--set wants KEY=VALUE, not '$2'."
      settings+=("$2") ;;
    --feature) [[ $2 =~ ^[a-z.]+=[0-9]+$ ]] || wrong_usage "--feature wants NAME=LEVEL, not '$2'."
      features+=(--feature "$2") ;;
    --timeout) [[ $2 =~ ^[1-9][0-9]*$ ]] || wrong_usage "--timeout wants a number of seconds, not '$2'."
      timeout=$2 ;;
    --bootstrap) bootstrap=$2 ;;
    --client) [[ $2 =~ ^(java|librdkafka|librdkafka-debian)$ ]] || wrong_usage "--client wants java, librdkafka or librdkafka-debian, not '$2'."
      client=$2 ;;
  esac
}

# --- Java and jars ---------------------------------------------------------------------------------------------------

require_java() {
  command -v java >/dev/null || fail "Java is missing: install a Java 17 runtime (Debian: apt-get install default-jdk-headless)."
  local major
  major=$(java -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java.specification.version = //p')
  [ "${major%%.*}" -ge 17 ] 2>/dev/null || fail "Java ${major:-of unknown version} is too old: Kafka needs Java 17 or newer."
}

# A Maven project that depends on what a function, given the release, prints.
pom() {
  cat <<XML
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>brokerscope</groupId><artifactId>jars</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
$("$1" "$2")
  </dependencies>
</project>
XML
}

kafka_dependencies() {
  cat <<XML
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>$1</version>
      <exclusions><exclusion><groupId>org.slf4j</groupId><artifactId>slf4j-reload4j</artifactId></exclusion></exclusions>
    </dependency>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka-tools</artifactId><version>$1</version>
      <exclusions><exclusion><groupId>org.slf4j</groupId><artifactId>slf4j-reload4j</artifactId></exclusion></exclusions>
    </dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-simple</artifactId><version>1.7.36</version></dependency>
XML
}

# Only what goes on top of Kafka's own jars. RocksDB (70 MB) is not needed: the members keep their state in memory.
streams_dependencies() {
  cat <<XML
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka-streams</artifactId><version>$1</version>
      <exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>
    </dependency>
XML
}

# Runs the rest of its arguments while holding a lock, where the system has flock.
with_lock() {
  local file=$1
  shift
  mkdir -p "$(dirname "$file")"
  if command -v flock >/dev/null; then
    ( flock -w 600 9 || fail "Another kafka.sh holds $file for too long."; "$@" ) 9>"$file"
  else
    "$@"
  fi
}

# The folder of the jars that are called "kafka" or "streams", of that release.
jars_folder() {
  case $1 in
    kafka) echo "$cache/kafka-$2" ;;
    *) echo "$cache/kafka-$1-$2" ;;
  esac
}

ensure_jars() {
  local folder
  folder=$(jars_folder "$1" "$2")
  [ -d "$folder" ] || with_lock "$folder.lock" download_jars "$1" "$2" "$folder"
}

download_jars() {
  local folder=$3 work=$3.partial
  [ ! -d "$folder" ] || return 0
  command -v mvn >/dev/null || fail "Maven is missing, it downloads Kafka: install it (Debian: apt-get install maven)."
  say "downloading the jars of $(basename "$folder") (up to 55 MB, once)"
  rm -rf "$work"
  mkdir -p "$work"
  pom "$1_dependencies" "$2" >"$work/pom.xml"
  if ! mvn -q -B -f "$work/pom.xml" dependency:copy-dependencies -DoutputDirectory="$work/libs" \
      >"$folder.download.log" 2>&1; then
    rm -rf "$work"
    fail "$(basename "$folder") could not be downloaded: check the network and the release number; Maven's words are in $folder.download.log."
  fi
  # Renaming is the last step, so that a folder with the final name is always complete.
  mv "$work/libs" "$folder"
  rm -rf "$work"
}

# --- brokers that were started: a folder each, named after the port of the broker listener -----------------------------

fact() { sed -n "s/^$2=//p" "$1/facts" 2>/dev/null | tail -n 1; }

is_running() {
  local pid
  pid=$(cat "$1/pid" 2>/dev/null) || return 1
  kill -0 "$pid" 2>/dev/null || return 1
  # A number may have been given to another process since: ours has our settings file in its command line.
  if [ -r "/proc/$pid/cmdline" ]; then
    tr '\0' ' ' <"/proc/$pid/cmdline" | grep -qF "$1/server.properties"
  else
    ps -p "$pid" -o args= | grep -qF "$1/server.properties"
  fi
}

# The folder that --name or --port means, if there is one.
find_instance() {
  local folder
  for folder in "$state"/[0-9]*; do
    [ -d "$folder" ] || continue
    if [ -n "$name" ] && [ "$(fact "$folder" name)" = "$name" ]; then echo "$folder"; return; fi
    if [ -z "$name" ] && [ "$(basename "$folder")" = "${port:-9092}" ]; then echo "$folder"; return; fi
  done
}

# What --name and --port ask for, in words.
place() { if [ -n "$name" ]; then echo "runs under the name $name"; else echo "runs on port ${port:-9092}"; fi; }

print_facts() {
  cat "$1/facts"
  echo "pid=$(cat "$1/pid")"
}

# --- ports -----------------------------------------------------------------------------------------------------------

is_free() {
  [ ! -d "$state/$1" ] && ! (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

# Below the range that systems hand out to outgoing connections, so that nothing else takes it meanwhile.
free_port() {
  local candidate
  for _ in $(seq 200); do
    candidate=$((20000 + (RANDOM % 5000) * 2))
    if is_free "$candidate" && is_free $((candidate + 1)); then echo "$candidate"; return; fi
  done
  fail "No free port was found between 20000 and 30000."
}

controller_port_for() {
  if is_free $(($1 + 1)); then echo $(($1 + 1)); else free_port; fi
}

# --- start -----------------------------------------------------------------------------------------------------------

# Says what a start has to do, as "wait FOLDER" (it runs or is starting), "resume FOLDER" (data was kept) or
# "create FOLDER" (ports are chosen and written to the facts of a new one). Called under the lock.
reserve() {
  local chosen=${port:-9092} controller folder
  remove_leftovers
  folder=$(find_instance)
  if [ -n "$folder" ]; then
    if [ -e "$folder/kept" ]; then
      mv "$folder/kept" "$folder/starting"
      echo $$ >"$folder/starting"
      echo "resume $folder"
    else
      echo "wait $folder"
    fi
    return
  fi
  if [ "$chosen" = 0 ]; then
    chosen=$(free_port)
  elif ! is_free "$chosen"; then
    fail "Port $chosen is in use (scripts/kafka.sh status lists our brokers): choose another with --port, or --port 0 for a free one."
  fi
  controller=$(controller_port_for "$chosen")
  folder=$state/$chosen
  mkdir -p "$folder"
  echo $$ >"$folder/starting"
  cat >"$folder/facts" <<FACTS
bootstrap=127.0.0.1:$chosen
controller=127.0.0.1:$controller
version=$version
name=${name:-port-$chosen}
log=$folder/server.log
data=$folder/data
FACTS
  echo "create $folder"
}

is_starting() { [ -e "$1/starting" ] && kill -0 "$(cat "$1/starting")" 2>/dev/null; }

# Folders of brokers that ended without us, and of starts that were interrupted.
remove_leftovers() {
  local folder
  for folder in "$state"/[0-9]*; do
    if [ -d "$folder" ] && [ ! -e "$folder/kept" ] && ! is_running "$folder" && ! is_starting "$folder"; then
      rm -rf "$folder"
    fi
  done
}

rebalance_protocols() {
  case $1 in
    3.*) echo classic,consumer ;;
    *) echo classic,consumer,share,streams ;;
  esac
}

write_settings() {
  local folder=$1 broker controller line
  broker=$(fact "$folder" bootstrap)
  controller=$(fact "$folder" controller)
  cat >"$folder/server.properties" <<PROPERTIES
process.roles=broker,controller
node.id=1
listeners=PLAINTEXT://$broker,CONTROLLER://$controller
advertised.listeners=PLAINTEXT://$broker
listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
inter.broker.listener.name=PLAINTEXT
controller.listener.names=CONTROLLER
controller.quorum.bootstrap.servers=$controller
log.dirs=$folder/data
offsets.topic.replication.factor=1
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
group.coordinator.rebalance.protocols=$(rebalance_protocols "$version")
group.initial.rebalance.delay.ms=0
group.min.session.timeout.ms=1000
PROPERTIES
  [ $groups_fast = 0 ] || fast_groups >>"$folder/server.properties"
  [ $state_fast = 0 ] || fast_state >>"$folder/server.properties"
  for line in ${settings[@]+"${settings[@]}"}; do
    echo "$line" >>"$folder/server.properties"
  done
}

# A member that is killed is noticed after 1.5 s: long enough that a busy machine does not lose living ones.
fast_groups() {
  local kind
  for kind in consumer share streams; do
    cat <<PROPERTIES
group.$kind.min.session.timeout.ms=1000
group.$kind.session.timeout.ms=1500
group.$kind.min.heartbeat.interval.ms=50
group.$kind.heartbeat.interval.ms=100
group.$kind.assignment.interval.ms=0
PROPERTIES
  done
  cat <<PROPERTIES
group.streams.initial.rebalance.delay.ms=0
offsets.topic.num.partitions=1
transaction.state.log.num.partitions=1
share.coordinator.state.topic.num.partitions=1
PROPERTIES
}

# Old brokers ignore what they do not know.
fast_state() {
  cat <<PROPERTIES
authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
super.users=User:ANONYMOUS
metadata.log.max.record.bytes.between.snapshots=4000
offsets.topic.num.partitions=3
transaction.state.log.num.partitions=1
share.coordinator.state.topic.num.partitions=1
offsets.retention.check.interval.ms=1000
transaction.abort.timed.out.transaction.cleanup.interval.ms=200
share.coordinator.snapshot.update.records.per.snapshot=3
share.coordinator.state.topic.prune.interval.ms=1000
log.cleaner.backoff.ms=100
log.cleaner.dedupe.buffer.size=4194304
PROPERTIES
}

new_cluster_id() {
  head -c 16 /dev/urandom | base64 | tr '+/' '-_' | tr -d '=\n' | sed 's/^-/A/'
}

format_storage() {
  local folder=$1
  java "${quick_java[@]}" -Dorg.slf4j.simpleLogger.defaultLogLevel=warn -cp "$(jars_folder kafka "$version")/*" \
    kafka.tools.StorageTool format --standalone --ignore-formatted -t "$(new_cluster_id)" \
    -c "$folder/server.properties" ${features[@]+"${features[@]}"} >"$folder/format.log" 2>&1 ||
    fail_start "$folder" "The storage could not be formatted: $(first_reason "$folder/format.log")"
}

launch() {
  local folder=$1 detach=nohup
  ! command -v setsid >/dev/null || detach=setsid
  rm -f "$folder/server.log"
  $detach java -Xmx512m -XX:+UseSerialGC \
    -Dorg.slf4j.simpleLogger.showDateTime=true \
    "-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd'T'HH:mm:ss.SSS" \
    -cp "$(jars_folder kafka "$version")/*" kafka.Kafka "$folder/server.properties" \
    >"$folder/server.log" 2>&1 </dev/null 9>&- &
  echo $! >"$folder/pid"
}

# The line of a log that most likely says why; Java's stack traces come after it.
first_reason() {
  grep -m 1 -E 'BindException|Address already in use|(Config|Kafka|IllegalArgument|InconsistentClusterId)[A-Za-z]*Exception' "$1" ||
    grep -m 1 -E 'ERROR|FATAL' "$1" || tail -n 1 "$1"
}

# Ends a start that went wrong; the log outlives the folder.
fail_start() {
  local folder=$1
  shift
  cp "$folder/server.log" "$state/last-failure.log" 2>/dev/null ||
    cp "$folder/format.log" "$state/last-failure.log" 2>/dev/null || true
  keep_data=0
  end_process "$folder"
  rm -rf "$folder"
  fail "$* (log: $state/last-failure.log)"
}

wait_until_ready() {
  local folder=$1 deadline=$((SECONDS + timeout)) address
  address=$(fact "$folder" bootstrap)
  while [ $SECONDS -lt $deadline ]; do
    [ -d "$folder" ] || fail "Kafka did not start (log: $state/last-failure.log)."
    if grep -q 'Kafka Server started' "$folder/server.log" 2>/dev/null &&
      (exec 3<>"/dev/tcp/${address%:*}/${address#*:}") 2>/dev/null; then
      return
    fi
    if [ -e "$folder/pid" ] && ! is_running "$folder"; then
      # Between fork and exec the process does not carry its command line yet.
      sleep 0.3
      is_running "$folder" || fail_start "$folder" "Kafka ended while starting: $(first_reason "$folder/server.log")"
    fi
    sleep 0.1
  done
  fail_start "$folder" "Kafka was not ready after $timeout seconds."
}

start() {
  local task folder began=$SECONDS
  require_java
  ensure_jars kafka "$version"
  mkdir -p "$state"
  read -r task folder <<<"$(with_lock "$state/lock" reserve)"
  case $task in
    create) create "$folder" ;;
    resume) resume "$folder" ;;
    wait) wait_for_other "$folder" ;;
    *) exit 1 ;;
  esac
  rm -f "$folder/starting"
  say "Kafka $version runs on $(fact "$folder" bootstrap), ready after $((SECONDS - began)) s"
  print_facts "$folder"
}

create() {
  write_settings "$1"
  format_storage "$1"
  launch "$1"
  wait_until_ready "$1"
}

resume() {
  version=$(fact "$1" version)
  ensure_jars kafka "$version"
  launch "$1"
  wait_until_ready "$1"
}

wait_for_other() {
  local running
  running=$(fact "$1" version)
  [ "$running" = "$version" ] ||
    fail "Kafka $running runs there already: stop it first (scripts/kafka.sh stop --port $(basename "$1"))."
  wait_until_ready "$1"
}

# --- stop and status -------------------------------------------------------------------------------------------------

# A broker whose data is kept gets the time to close its logs; another is ended at once.
end_process() {
  local folder=$1 signal=KILL pid deadline=$((SECONDS + 30))
  is_running "$folder" || return 0
  pid=$(cat "$folder/pid")
  [ $keep_data = 0 ] || signal=TERM
  kill -s $signal "$pid" 2>/dev/null || true
  while is_running "$folder"; do
    [ $SECONDS -lt $deadline ] || kill -s KILL "$pid" 2>/dev/null || true
    sleep 0.05
  done
}

stop_instance() {
  local folder=$1 label
  label="Kafka $(fact "$folder" version) on $(fact "$folder" bootstrap)"
  end_process "$folder"
  if [ $keep_data = 1 ]; then
    rm -f "$folder/pid"
    : >"$folder/kept"
  else
    mv -f "$folder/server.log" "$state/last-$(fact "$folder" name).log" 2>/dev/null || true
    rm -rf "$folder"
  fi
  say "stopped $label"
}

stop() {
  local folder
  if [ $all = 1 ]; then
    for folder in "$state"/[0-9]*; do
      [ ! -d "$folder" ] || stop_instance "$folder"
    done
    return
  fi
  folder=$(find_instance)
  if [ -n "$folder" ]; then stop_instance "$folder"; else say "nothing to stop: no Kafka of ours $(place)"; fi
}

status() {
  local folder found=0
  if [ -n "$name$port" ]; then
    folder=$(find_instance)
    { [ -n "$folder" ] && is_running "$folder"; } || fail "No Kafka of ours $(place)."
    print_facts "$folder"
    return
  fi
  for folder in "$state"/[0-9]*; do
    is_running "$folder" || continue
    [ $found = 0 ] || echo
    print_facts "$folder"
    found=1
  done
  [ $found = 1 ] || fail "No Kafka started by this script runs."
}

# --- peer and seed ---------------------------------------------------------------------------------------------------

sources_digest() {
  find "$@" -name '*.java' -print0 | sort -z | xargs -0 cat | cksum | cut -d ' ' -f 1
}

# compile PROGRAM CLASSES CLASSPATH SOURCES...
compile() {
  local program=$1 classes=$2 classpath=$3 work=$2.partial
  shift 3
  [ ! -d "$classes" ] || return 0
  command -v javac >/dev/null || fail "javac is missing: install a Java 17 development kit (Debian: apt-get install default-jdk-headless)."
  rm -rf "$work" "$cache/$program"-*
  mkdir -p "$work"
  find "$@" -name '*.java' -print0 | xargs -0 javac -nowarn -d "$work" -cp "$classpath" >"$cache/$program.log" 2>&1 ||
    fail "The Java sources of $program do not compile: see $cache/$program.log."
  mv "$work" "$classes"
}

find_bootstrap() {
  local folder
  [ -z "$bootstrap" ] || return 0
  folder=$(find_instance)
  { [ -n "$folder" ] && is_running "$folder"; } || fail "No Kafka of ours $(place): start one first, or name a broker with --bootstrap."
  bootstrap=$(fact "$folder" bootstrap)
}

# run_java PROGRAM MAIN CLASSPATH [ARGUMENTS...]: compiles the folders in the caller's "sources" where something changed,
# and becomes that program.
run_java() {
  local program=$1 main=$2 classpath=$3 classes
  shift 3
  classes=$cache/$program-$(sources_digest "${sources[@]}")
  with_lock "$cache/$program.lock" compile "$program" "$classes" "$classpath" "${sources[@]}"
  exec java "${quick_java[@]}" -Xmx256m -Dorg.slf4j.simpleLogger.defaultLogLevel=error \
    -cp "$classes:$classpath" "$main" --bootstrap "$bootstrap" "$@"
}

run_peer() {
  local sources=("$peer_sources")
  require_java
  ensure_jars kafka $peer_version
  find_bootstrap
  run_java peer org.brokerscope.peer.Main "$(jars_folder kafka $peer_version)/*" "$@"
}

run_members() {
  local sources=("$peer_sources" "$members_folder/src")
  find_bootstrap
  case $client in
    java)
      require_java
      ensure_jars kafka $peer_version
      ensure_jars streams $peer_version
      run_java members org.brokerscope.members.Main \
        "$(jars_folder kafka $peer_version)/*:$(jars_folder streams $peer_version)/*" ;;
    librdkafka)
      with_lock "$cache/librdkafka.lock" ensure_librdkafka
      exec "$(librdkafka_folder)/bin/python" "$members_folder/librdkafka_members.py" --bootstrap "$bootstrap" ;;
    librdkafka-debian)
      /usr/bin/python3 -c 'import confluent_kafka' 2>/dev/null ||
        fail "Debian's Python client is missing: install it (apt-get install python3-confluent-kafka)."
      exec /usr/bin/python3 "$members_folder/librdkafka_members.py" --bootstrap "$bootstrap" ;;
  esac
}

# A broker of ours: the controller's address is known then.
run_state() {
  local sources=("$state_sources") folder
  require_java
  ensure_jars kafka $peer_version
  find_bootstrap
  folder=$(find_instance)
  run_java state org.brokerscope.state.Main "$(jars_folder kafka $peer_version)/*" \
    --controller "$(fact "$folder" controller)" ${compact[@]+"${compact[@]}"}
}

librdkafka_folder() { echo "$cache/librdkafka-$librdkafka_version"; }

ensure_librdkafka() {
  local folder
  folder=$(librdkafka_folder)
  [ ! -e "$folder/complete" ] || return 0
  say "downloading confluent-kafka $librdkafka_version (4 MB, once)"
  rm -rf "$folder"
  # A virtual environment knows its own path: it cannot be renamed when it is complete.
  python3 -m venv "$folder" >"$cache/librdkafka.download.log" 2>&1 ||
    fail "Python makes no virtual environment: install python3-venv (words: $cache/librdkafka.download.log)."
  "$folder/bin/pip" install --no-input --only-binary :all: "confluent-kafka==$librdkafka_version" \
    >>"$cache/librdkafka.download.log" 2>&1 ||
    fail "confluent-kafka could not be installed: check the network; pip's words are in $cache/librdkafka.download.log."
  : >"$folder/complete"
}

main() {
  [ $# -gt 0 ] || wrong_usage "Which command?"
  local command=$1
  shift
  case $command in
    start|stop|status) parse_options "$@"; "$command" ;;
    seed) parse_options "$@"; run_peer --seed ;;
    peer) parse_options "$@"; run_peer ;;
    members) parse_options "$@"; run_members ;;
    write-state) parse_options "$@"; run_state ;;
    jars) parse_options "$@"; require_java; ensure_jars kafka "$version"; jars_folder kafka "$version" ;;
    -h|--help|help) usage ;;
    *) wrong_usage "Unknown command '$command'." ;;
  esac
}

main "$@"
