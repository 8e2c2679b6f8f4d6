#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# on_fresh_machine.sh COMMAND...: runs commands one after the other in a copy of this checkout, on a
# minimal Debian 12 (no python3, no sudo, no locale, no make) that is set up in a temporary folder
# and gone at the end. It takes packages from the mirror that apt uses here, and needs root.
set -euo pipefail
release=bookworm
checkout=$(realpath "$(dirname "$0")/../..")

if [ "$(id -u)" -ne 0 ]; then
    exec sudo "$0" "$@"
fi

# First in the machine's own mounts and processes, which end with it however it ends.
if [ "${1:-}" != --inside ]; then
    machine=$(mktemp -d "${TMPDIR:-/tmp}/fresh.XXXXXX")
    chmod 755 "$machine" # apt fetches as a user of its own
    trap 'rm -rf --one-file-system "$machine" "$machine.log"' EXIT
    unshare --mount --pid --fork --kill-child --propagation private \
        "$0" --inside "$machine" "$@" &
    # Whatever runs inside, as process 1 and its children, ends with this one and with Ctrl-C.
    trap 'kill -KILL $!; wait $! || true; exit 130' INT TERM
    wait $!
    exit
fi
machine=$2
shift 2

mirror() {
    apt-get indextargets --format '$(COMPONENT) $(REPO_URI) $(RELEASE) $(CODENAME)' 'Created-By: Packages' |
        awk -v release="$release" '$1 == "main" && ($3 == release || $4 == release) {print $2; exit}'
}
inside() {
    chroot "$machine" /usr/bin/env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin \
        ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
        /bin/sh -c "$1"
}

echo "== Setting up Debian 12 in $machine"
from=$(mirror)
[ -n "$from" ] || {
    echo "$0: apt knows no mirror of $release here: name one in /etc/apt/sources.list" >&2
    exit 1
}
debootstrap --variant=minbase "$release" "$machine" "$from" >"$machine.log" 2>&1 || {
    tail -n 20 "$machine.log" >&2
    echo "$0: debootstrap could not set up $release from the mirror that apt uses here" >&2
    exit 1
}
rm "$machine.log"
mount --rbind "$machine" "$machine" # so that / is a mount there, as on any machine
mountpoint -q "$machine/proc" || mount -t proc proc "$machine/proc"
mount -t tmpfs -o mode=1777 tmpfs "$machine/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=0620,gid=5 devpts "$machine/dev/pts"
ln -sf pts/ptmx "$machine/dev/ptmx"
cp /etc/resolv.conf "$machine/etc/resolv.conf"
apt-config dump | grep -iE '^Acquire::(http|https)::' >"$machine/etc/apt/apt.conf.d/90-as-outside" || true
printf '#!/bin/sh\nexit 101\n' >"$machine/usr/sbin/policy-rc.d" # no service is started
chmod +x "$machine/usr/sbin/policy-rc.d"
mkdir "$machine/root/checkout"
tar -C "$checkout" --exclude=./build --exclude=./out --exclude=./.git -c . |
    tar -C "$machine/root/checkout" --no-same-owner -x

for absent in python3 sudo make locale-gen; do
    if inside "command -v $absent"; then
        echo "$0: this machine is not minimal: it has $absent" >&2
        exit 1
    fi
done
for command in "$@"; do
    echo "== $command on the fresh machine"
    inside "cd /root/checkout && $command"
done
left=$(find "$machine/dev/shm" -mindepth 1)
[ -z "$left" ] || {
    echo "$0: left in /dev/shm: $left" >&2
    exit 1
}
