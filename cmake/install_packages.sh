# SPDX-License-Identifier: MIT
# Sourced by ./demo and ./check.

# install_packages SCOPE...: installs what is missing of those scopes of packages.txt.
install_packages() {
    local wanted missing=() package
    wanted=$(awk -v scopes=" $* " '!/^#/ && NF == 2 && index(scopes, " " $1 " ") {print $2}' packages.txt)
    for package in $wanted; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q ' installed$' || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return
    echo "== Installing ${missing[*]}"
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || {
            echo "These packages are missing and neither root nor sudo is at hand: ${missing[*]}" >&2
            exit 1
        }
        as_root=(sudo)
    fi
    "${as_root[@]}" apt-get update -qq
    DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq --no-install-recommends \
        "${missing[@]}" >/dev/null
}

# continue_as_owner "$0" "$@": under sudo, goes on as the user who called it where the checkout is
# theirs, so that build/ and out/ do not end up belonging to root.
continue_as_owner() {
    if [ "$(id -u)" -eq 0 ] && [ -n "${SUDO_UID:-}" ] && [ "$SUDO_UID" -ne 0 ] &&
        [ "$(stat -c %u .)" -eq "$SUDO_UID" ]; then
        exec sudo -u "#$SUDO_UID" -- "$@"
    fi
}
