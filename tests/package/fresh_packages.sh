#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# fresh_packages.sh STEP: the steps of a user of the packages on a fresh machine, in a checkout in
# which ./package was run:
#   tests/fresh_machine.sh 'root:tests/package/fresh_packages.sh install' ...
# install: as root. use: as root or a user. purge: as root, and nothing may be left.
# link: as root on a separate machine; programs are linked without recommended packages.
set -euo pipefail
cd "$(dirname "$0")/../.."
packages=build/packages
ours=/root/files_of_packages

# All paths, users and groups with names of this project, one a line.
named_as_ours() {
    find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path /srv \
        -o -path /var/cache -o -path /var/log \) -prune \
        -o \( -name 'ddc*' -o -name '_ddc*' -o -name 'libddc*' -o -name '*vdsim*' \
        -o -name 'plant' -o -name 'libplant*' \) -print
    grep -h ddc /etc/passwd /etc/group || true
}

# check_none WHAT: fails and shows its input, if there is any.
check_none() {
    local found
    found=$(cat)
    [ -z "$found" ] || {
        printf '%s: this is %s:\n%s\n' "$0" "$1" "$found" >&2
        exit 1
    }
}

# The commands of the README's section Install, one a line.
printed() { sed -n '/^## Install$/,$s/^    //p' README.md; }

install_packages() {
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    named_as_ours | check_none "there before anything is installed"
    bash -euxc "$(printed | sed -n 's/.*apt install /apt-get install -y -qq /p')" >/dev/null
}

# The commands for any user, and a first program in each language.
use_packages() {
    local language folder commands
    commands=$(printed | grep -v 'apt install')
    folder=$(mktemp -d)
    cd "$folder"
    HOME=$folder bash -euxc "$commands"
    for language in c++ c python; do
        echo "-- new-program --language $language"
        # The printed commands are indented.
        ddc-gateway new-program "mine_${#language}" --language "$language" | sed -n 's/^    //p' >next
        bash -euxc "$(cat next)"
    done
    python3 -c 'import plant, vds1; plant.SimSession("seven_dof").tick(10_000_000)'
    cd - >/dev/null
    rm -r "$folder"
    tests/docs/commands_test.py /usr docs/tutorials/first-run.md
}

link_packages() {
    export DEBIAN_FRONTEND=noninteractive
    local build
    build=$(mktemp -d)
    apt-get update -qq
    apt-get install -y -qq --no-install-recommends cmake g++ ninja-build \
        ./"$packages"/{libddc1,libplant-c1,libddc-dev}_*.deb >/dev/null
    cmake -S tests/package/user_project -B "$build" -G Ninja -Dddc_VERSION_WANTED=1.0
    cmake --build "$build"
    for program in table_in_c table_in_cpp description recording vehicle_in_c vehicle_in_cpp; do
        DDC_NAME=test.link "$build/$program"
    done
    rm -r "$build" /dev/shm/*test.link
}

purge_packages() {
    local names
    names=$(for file in "$packages"/*.deb; do dpkg-deb -f "$file" Package; done)
    dpkg-query -L $names >"$ours"
    apt-get purge -y -qq $names >/dev/null
    {
        while read -r file; do [ ! -f "$file" ] || echo "$file"; done <"$ours"
        rm "$ours"
        named_as_ours
        dpkg-query -W $names 2>/dev/null || true
    } | check_none "left when all is purged"
}

"$1_packages"
