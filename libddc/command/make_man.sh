#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes the manual page of the ddc command from its help texts: make_man.sh DDC OUTPUT
set -eu
ddc=$1
output=$2
sections=$(mktemp)
trap 'rm -f "$sections"' EXIT

# Text as it stands, safe from roff: backslashes, and dots and quotes that begin a line.
verbatim() {
    printf '.nf\n'
    sed -e 's/\\/\\e/g' -e "s/^\([.']\)/\\\\\&\1/" -e 's/-/\\-/g'
    printf '.fi\n'
}

{
    printf '[NAME]\nddc \\- look into DDC tables and work with them\n\n'
    printf '[VERBS]\n'
    "$ddc" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z]*\)[, ].*/\1/p' | while read -r verb; do
        printf '.SS "ddc %s"\n' "$verb"
        "$ddc" "$verb" --help | verbatim
    done
    cat <<'EOF'

[ENTRY NAMES]
.TP
\fB0x4003\fR, \fB0x4000+3\fR
The entry of that id. Ids are hexadecimal, what is added to one is decimal.
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
A reference id may be written without its 0x, as programs take it: \fB4000/running\fR.

[ENVIRONMENT]
.TP
\fBDDC_NAME\fR
Name of the table where \fB\-\-name\fR does not give one.
.TP
\fBNO_COLOR\fR
If set, nothing is coloured.

[EXIT STATUS]
.TP
0
Done. Also when the reader of the output went away.
.TP
1
Failed, or something is wrong.
.TP
2
The command line makes no sense.
.TP
3
Done, but something was lost or could not be shown.

[FILES]
.TP
\fI/dev/shm/ddc.*\fR
The tables.
EOF
} > "$sections"

SOURCE_DATE_EPOCH=0 help2man --no-info --include "$sections" --output "$output" "$ddc"
# The date would make a page stale that has not changed.
sed -i '/^\.TH /s/"[A-Z][a-z]* 1970"/""/' "$output"
