#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes the compressed manual page of a command from its help texts and those of its verbs:
# make_man.sh COMMAND OUTPUT.gz
# Without help2man it writes no page.
set -eu
command=$1
output=$2
command -v help2man >/dev/null || {
    rm -f "$output"
    exit 0
}
sections=$(mktemp)
page=$(mktemp)
trap 'rm -f "$sections" "$page"' EXIT

# Prints text unchanged: escapes backslashes, and dots and quotes at the beginning of a line, for roff.
verbatim() {
    printf '.nf\n'
    sed -e 's/\\/\\e/g' -e "s/^\([.']\)/\\\\\&\1/" -e 's/-/\\-/g'
    printf '.fi\n'
}
verbs_in() { sed -n '/^Subcommands:/,/^$/s/^  \([a-z][a-z-]*\)[, ].*/\1/p'; }
verb_help() { # verb_help VERB...: the help of the verb and of its verbs
    printf '.SS "%s %s"\n' "$name" "$*"
    "$command" "$@" --help | verbatim
    for below in $("$command" "$@" --help | verbs_in); do
        verb_help "$@" "$below"
    done
}

name=$(basename "$command")
about=$("$command" --help | sed -n '1{s/\.$//;p}' | sed 's/-/\\-/g')
{
    printf '[NAME]\n%s \\- %s\n' "$(echo "$name" | sed 's/-/\\-/g')" "$about"
    verbs=$("$command" --help | verbs_in)
    [ -z "$verbs" ] || printf '\n[VERBS]\n'
    for verb in $verbs; do verb_help "$verb"; done
    cat <<'END'

[EXIT STATUS]
.TP
0
Done.
.TP
1
Failed.
.TP
2
Invalid command line or file.
.TP
3
Done, but degraded: a loss occurred, or a safety rule acted.
.TP
4
A requirement was not met.
END
} >"$sections"

SOURCE_DATE_EPOCH=0 help2man --no-info --include "$sections" --output "$page" "$command"
# Without the date an unchanged page stays identical.
sed -i '/^\.TH /s/"[A-Z][a-z]* 1970"/""/' "$page"
gzip -9n <"$page" >"$output"
