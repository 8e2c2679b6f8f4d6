#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds with counters (preset coverage), runs the tests and prints the share of lines and branches that
# they executed, of each area of the gateway and of each folder. Counts of processes that are killed are
# lost. A page with every line is build/coverage/page/index.html.
set -euo pipefail
cd "$(dirname "$0")/../.."
build=build/coverage
cmake --preset coverage >/dev/null
cmake --build --preset coverage --target all unit_tests exact_tests
find $build -name '*.gcda' -delete
ctest --preset coverage -LE 'fuzz|docs|cluster|package' -E NOT_BUILT -j2 --quiet -O $build/tests.log || {
    grep -a '(Failed)\|(Timeout)' $build/tests.log || true
    echo "Some tests fail with counters; they are in $build/tests.log. Their lines count all the same."
}
mkdir -p $build/page
gcovr -j 2 --root . --filter 'libddc/' --filter 'plant/' --filter 'gateway/' --filter 'programs/' \
    --exclude '.*/tests/' --exclude-throw-branches --exclude-unreachable-branches \
    --gcov-ignore-parse-errors --json-summary $build/coverage.json \
    --html-details $build/page/index.html $build >/dev/null
python3 tests/coverage/by_folder.py $build/coverage.json
