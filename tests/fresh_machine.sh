#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# fresh_machine.sh ACCOUNT:COMMAND...: runs commands one after the other in a copy of this checkout on
# a minimal Debian 12 (no python3, no sudo, no locale, no make). ACCOUNT is root, or user: one without
# rights, which then owns the copy. Example: fresh_machine.sh root:./demo user:./demo
#
# The machine is set up in a temporary folder, with private mounts, processes and System V objects;
# it has nothing of this machine's /dev and /proc, and is removed at the end. It gets packages from
# the mirror that apt uses here. If rights are missing it prints SKIPPED with the reason.
set -euo pipefail
release=bookworm
checkout=$(realpath "$(dirname "$0")/..")
inside_checkout=/srv/checkout
packages=build/packages # made by ./package: all of build/ that is copied

skip() {
    echo "SKIPPED: no fresh machine here: $1"
    exit 0
}

check_arguments() {
    [ $# -gt 0 ] && for argument in "$@"; do
        [[ "$argument" == root:?* || "$argument" == user:?* ]] || return
    done
}

# Runs first, in private mounts and processes, which end with it in any case.
begin() {
    check_arguments "$@" || {
        echo "Usage: $0 ACCOUNT:COMMAND...   (ACCOUNT is root or user)" >&2
        exit 2
    }
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || skip "neither root nor sudo is available"
        exec sudo "$0" "$@"
    fi
    unshare --mount --pid --ipc --fork --propagation private mount -t tmpfs tmpfs /mnt 2>/dev/null ||
        skip "the kernel does not allow private namespaces and mounts for this root"
    machine=$(mktemp -d "${TMPDIR:-/tmp}/fresh.XXXXXX")
    chmod 755 "$machine" # apt fetches as another user
    trap 'rm -rf --one-file-system "$machine" "$machine.log" "$machine.debootstrap"' EXIT
    unshare --mount --pid --ipc --fork --kill-child --propagation private \
        "$0" --inside "$machine" "$@" &
    # All processes inside, process 1 and its children, end with this one and with Ctrl-C.
    trap 'kill -KILL $!; wait $! || true; exit 130' INT TERM
    wait $!
    exit
}

mirror() {
    apt-get indextargets --format '$(COMPONENT) $(REPO_URI) $(RELEASE) $(CODENAME)' 'Created-By: Packages' |
        awk -v release="$release" '$1 == "main" && ($3 == release || $4 == release) {print $2; exit}'
}

# Private /dev, /proc and /sys, of new file systems.
mount_devices() {
    mkdir -p "$machine"/{dev,proc,sys}
    mount -t proc proc "$machine/proc"
    mount -t sysfs -o ro sysfs "$machine/sys"
    mount -t tmpfs -o mode=755 tmpfs "$machine/dev"
    local name major minor
    while read -r name major minor; do
        mknod -m 666 "$machine/dev/$name" c "$major" "$minor" ||
            skip "the kernel does not allow this root device nodes"
    done <<<"null 1 3
zero 1 5
full 1 7
random 1 8
urandom 1 9
tty 5 0"
    mkdir "$machine"/dev/{shm,pts}
    mount -t tmpfs -o mode=1777 tmpfs "$machine/dev/shm"
    mount -t devpts -o newinstance,ptmxmode=0666,mode=0620,gid=5 devpts "$machine/dev/pts"
    ln -s pts/ptmx "$machine/dev/ptmx"
    ln -s /proc/self/fd "$machine/dev/fd"
    ln -s fd/0 "$machine/dev/stdin"
    ln -s fd/1 "$machine/dev/stdout"
    ln -s fd/2 "$machine/dev/stderr"
}

# debootstrap, except that it does not mount /dev and /proc: in a container it would bind those of
# this machine.
install_debian() {
    local from
    from=$(mirror)
    [ -n "$from" ] || {
        echo "$0: apt has no mirror of $release here: name one in /etc/apt/sources.list" >&2
        exit 1
    }
    cp -r /usr/share/debootstrap "$machine.debootstrap"
    for function in setup_devices setup_dynamic_devices setup_proc setup_proc_symlink; do
        echo "$function () { :; }" >>"$machine.debootstrap/functions"
    done
    DEBOOTSTRAP_DIR="$machine.debootstrap" debootstrap --variant=minbase "$release" "$machine" \
        "$from" >"$machine.log" 2>&1 || {
        tail -n 5 "$machine.log" "$machine/debootstrap/debootstrap.log" >&2
        echo "$0: debootstrap could not set up $release from the mirror that apt uses here" >&2
        exit 1
    }
}

set_up() {
    cp /etc/resolv.conf "$machine/etc/resolv.conf"
    apt-config dump | grep -iE '^Acquire::(http|https)::' >"$machine/etc/apt/apt.conf.d/90-as-outside" || true
    printf '#!/bin/sh\nexit 101\n' >"$machine/usr/sbin/policy-rc.d" # no service is started
    chmod +x "$machine/usr/sbin/policy-rc.d"
    mkdir "$machine$inside_checkout"
    tar -C "$checkout" --exclude=./build --exclude=./out --exclude=./.git -c . |
        tar -C "$machine$inside_checkout" --no-same-owner -x
    if [ -d "$checkout/$packages" ]; then
        mkdir -p "$machine$inside_checkout/$packages"
        cp "$checkout/$packages"/*.deb "$machine$inside_checkout/$packages"
    fi
    as root "useradd --create-home user"
    for absent in python3 sudo make locale-gen; do
        if as root "command -v $absent"; then
            echo "$0: this machine is not minimal: it has $absent" >&2
            exit 1
        fi
    done
}

# as ACCOUNT COMMAND
as() {
    local home=/root
    [ "$1" = root ] || home=/home/$1
    chroot --userspec="$1:$1" "$machine" /usr/bin/env -i HOME="$home" USER="$1" \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
        /bin/sh -c "$2"
}

check_left() {
    local left
    left=$(find "$machine/dev/shm" -mindepth 1)
    [ -z "$left" ] || {
        echo "$0: left in /dev/shm by $1: $left" >&2
        exit 1
    }
}

[ "${1:-}" = --inside ] || begin "$@"
machine=$2
shift 2
echo "== Setting up Debian 12 in $machine"
mount --bind "$machine" "$machine" # so that / is a mount there, as on any machine
cd "$machine"                      # the folder that is mounted now
mount -o remount,bind,exec,dev,suid "$machine"
mount_devices
install_debian
set_up
for argument in "$@"; do
    account=${argument%%:*} command=${argument#*:}
    echo "== $command on the fresh machine, as $account"
    as root "chown -R $account:$account $inside_checkout"
    as "$account" "cd $inside_checkout && $command"
    check_left "$argument"
done
