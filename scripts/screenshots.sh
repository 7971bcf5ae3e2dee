#!/usr/bin/env bash
# Saves pictures of each page of the running program, light and dark, made on a real Kafka.
# Usage: scripts/screenshots.sh [DIR (default screenshots)] [options of scripts/run.sh]
set -euo pipefail
directory=screenshots
case ${1:-} in
  ''|-*) ;;
  /*) directory=$1; shift ;;
  *) directory=$PWD/$1; shift ;;
esac
exec bash "$(dirname "${BASH_SOURCE[0]}")/run.sh" --pictures "$directory" "$@"
