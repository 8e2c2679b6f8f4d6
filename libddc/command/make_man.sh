#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes the manual page of the ddc command from its help texts: make_man.sh DDC OUTPUT
set -eu
ddc=$1
output=$2
sections=$(mktemp)
trap 'rm -f "$sections"' EXIT

# Text as it is, with escapes for roff: backslashes, and dots and quotes that begin a line.
verbatim() {
    printf '.nf\n'
    sed -e 's/\\/\\e/g' -e "s/^\([.']\)/\\\\\&\1/" -e 's/-/\\-/g'
    printf '.fi\n'
}

{
    printf '[NAME]\nddc \\- inspect and change DDC tables\n\n'
    printf '[VERBS]\n'
    "$ddc" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\)[, ].*/\1/p' | while read -r verb; do
        printf '.SS "ddc %s"\n' "$verb"
        "$ddc" "$verb" --help | verbatim
    done
    cat <<'EOF'

[ENTRY NAMES]
.TP
\fB0x4003\fR, \fB0x4000+3\fR
The entry with that id. Ids are hexadecimal, offsets are decimal.
.TP
\fB0x4000/running\fR
An entry of the header of the program with reference id 0x4000.
.TP
\fB0x4000/true_position\fR
A port as one JSON value.
.TP
\fB0x4000/true_position.x\fR, \fB0x4000/trajectory_x[3]\fR
One entry of a port.
.PP
A reference id may be written without its 0x, as for programs: \fB4000/running\fR.

[ENVIRONMENT]
.TP
\fBDDC_NAME\fR
Name of the table if \fB\-\-name\fR is not given.
.TP
\fBNO_COLOR\fR
If set, output has no colours.

[EXIT STATUS]
.TP
0
Done. Also when the reader of the output has closed it.
.TP
1
Failed, or a problem was found.
.TP
2
The command line is invalid.
.TP
3
Done, but data was lost or could not be shown.

[FILES]
.TP
\fI/dev/shm/ddc.*\fR
The tables.
EOF
} > "$sections"

SOURCE_DATE_EPOCH=0 help2man --no-info --include "$sections" --output "$output" "$ddc"
# A date would change the page although its text is the same.
sed -i '/^\.TH /s/"[A-Z][a-z]* 1970"/""/' "$output"
