#!/usr/bin/env python3
"""Runs a command with its output thrown away; prints the seconds it took and its greatest memory in MiB.

Usage: bench_run.py COMMAND [ARGUMENT...]. The status is the command's, but for 1 (it found errors in the data).
"""
import os
import sys
import time

MOST_STATUS = 1


def main() -> int:
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    start = time.monotonic()
    nothing = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    child = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=nothing)
    _, status, usage = os.wait4(child, 0)
    seconds = time.monotonic() - start
    code = os.waitstatus_to_exitcode(status)
    if code not in (0, MOST_STATUS):
        print(f"bench_run.py: {sys.argv[1]} ended with status {code}", file=sys.stderr)
        return 1
    print(f"{seconds:.3f} {usage.ru_maxrss / 1024:.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
