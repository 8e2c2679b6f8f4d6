#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What a group costs from Python, beside the same in C++: medians of alternating runs.

Usage: python_group.py LIBRARY DDC_BENCH
For example: python_group.py build/release/lib/libddc.so.1 build/release/bin/ddc-bench
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import timeit

ENTRIES, CALLS, ROUNDS = 28, 50_000, 5


def python_ns(library):
    os.environ["DDC_LIBRARY"] = library
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "libddc/python"))
    import ddc
    name = f"bench.python.{os.getpid()}"
    with ddc.Table(name) as table:
        group = ddc.Group(table, [(100 + i, float) for i in range(ENTRIES)])
        values = [0.5 * i for i in range(ENTRIES)]
        work = {"write": lambda: group.write(values), "read": group.read}
        found = {what: timeit.timeit(call, number=CALLS) / CALLS * 1e9
                 for what, call in work.items()}
    os.unlink(f"/dev/shm/ddc.{name}")
    return found


def cpp_ns(bench):
    done = subprocess.run([bench, "table_ops", "--json"], check=True, text=True,
                          capture_output=True)
    rows = {row["name"]: row["value"] for row in json.loads(done.stdout)["results"]}
    return {what: rows[f"{what} group of {ENTRIES} doubles"] for what in ("write", "read")}


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    _, library, bench = sys.argv
    rounds = [(python_ns(library), cpp_ns(bench)) for _ in range(ROUNDS)]
    for what in ("read", "write"):
        python = statistics.median(found[what] for found, _ in rounds)
        cpp = statistics.median(found[what] for _, found in rounds)
        print(f"{what} group of {ENTRIES} doubles: Python {python:.0f} ns, C++ {cpp:.0f} ns, "
              f"ratio {python / cpp:.1f}")


if __name__ == "__main__":
    main()
