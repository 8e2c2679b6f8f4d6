#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Writes the parts of the packages to standard output, as SPDX tags: the files of the checkout
# with their licences, and third-party parts that are compiled or bundled in.
set -euo pipefail
cd "$(dirname "$0")/../.."

part() { # part NAME VERSION
    printf '\nPackageName: %s\nSPDXID: SPDXRef-part-%s\nPackageVersion: %s\n' "$1" "$1" "$2"
    printf 'PackageDownloadLocation: NOASSERTION\nFilesAnalyzed: false\n'
    printf 'PackageLicenseConcluded: NOASSERTION\nPackageLicenseDeclared: NOASSERTION\n'
    printf 'PackageCopyrightText: NOASSERTION\nRelationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-part-%s\n' "$1"
}

reuse spdx
# The headers of these packages are compiled in; dynamically linked libraries are in each package's Depends.
for package in libcli11-dev nlohmann-json3-dev libeigen3-dev libboost-dev librandom123-dev \
    libspdlog-dev libfmt-dev libyaml-cpp-dev; do
    part "$package" "$(dpkg-query -W -f '${Version}' "$package")"
done
for package in three uplot fzstd heap-js @mcap/core @foxglove/crc @foxglove/cdr @foxglove/rosmsg \
    @foxglove/rosmsg2-serialization; do
    version=$(grep -m1 '"version"' "gateway/web/node_modules/$package/package.json")
    version=${version#*: \"}
    name=${package#@} # without the letters that an SPDX identifier may not have
    part "${name//\//-}" "${version%%\"*}"
done
