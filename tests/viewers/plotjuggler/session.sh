#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs a command with a virtual screen, a window manager, and the interface for assistive technology;
# descriptor 3 is its output. Its sockets are in a separate folder, apart from those of other sessions.
XDG_RUNTIME_DIR=$(mktemp -d)
coproc Xvfb -displayfd 1 -screen 0 1400x900x24 -nolisten tcp
read -r screen <&"${COPROC[0]}"
export XDG_RUNTIME_DIR DISPLAY=:$screen
openbox &
manager=$!

with_assistive_technology() {
    dbus-send --session --print-reply --dest=org.a11y.Bus /org/a11y/bus \
        org.freedesktop.DBus.Properties.Set string:org.a11y.Status string:IsEnabled variant:boolean:true
    "$@" >&3 2>&3
}
export -f with_assistive_technology
dbus-run-session -- bash -c 'with_assistive_technology "$@"' session "$@"
status=$?
kill "$manager" "$COPROC_PID"
wait
rm -rf "$XDG_RUNTIME_DIR"
exit "$status"
