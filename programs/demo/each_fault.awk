# SPDX-License-Identifier: MIT
# Prints a table from the summaries of ./demo faults, one line per summary. Times are in s, and count
# from the begin of the fault.
function value() { # of a line "KEY": VALUE,
    sub(/^[^:]*: /, "")
    gsub(/[",]/, "")
    return $0 == "null" ? "never" : $0
}
function print_line() {
    printf "%-10s %-32s %9s %9s %9s   %s\n", name, what, detected, reacted, recovered, broken ? broken : "none"
}
BEGIN {
    printf "%-10s %-32s %9s %9s %9s   %s\n", "fault", "kind and target", "detected", "reacted", "recovered", "breaks"
}
FNR == 1 {
    if (NR > 1) print_line()
    part = broken = ""
}
/^  "faults"/ { part = "faults" }
/^  "requirements"/ { part = "requirements" }
part == "faults" && /^ +"name"/ { next_name = value() }
part == "faults" && /^ +"kind"/ { kind = value() }
part == "faults" && /^ +"target"/ { target = value() }
part == "faults" && /^ +"from_s"/ { name = next_name; what = kind " of " target }
part == "faults" && /^ +"detected_s"/ { detected = value() }
part == "faults" && /^ +"reacted_s"/ { reacted = value() }
part == "faults" && /^ +"recovered_s"/ { recovered = value() }
part == "requirements" && /^    "[a-z_]+": \{/ { split($0, words, "\""); requirement = words[2] }
part == "requirements" && /^ +"verdict": "fail"/ { broken = broken (broken ? ", " : "") requirement }
END { print_line() }
