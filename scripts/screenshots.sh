#!/usr/bin/env bash
# Saves pictures of each page of the running program, light and dark, made on a real Kafka.
# Usage: scripts/screenshots.sh [DIR (default screenshots)] [options of scripts/run.sh]
set -euo pipefail
directory=screenshots
case ${1:-} in
  -h|--help) sed -n '2,3s/^# //p' "${BASH_SOURCE[0]}"; exit 0 ;;
  ''|-*) ;;
  *) directory=$1; shift ;;
esac
exec bash "$(dirname "${BASH_SOURCE[0]}")/run.sh" --pictures "$directory" "$@"
