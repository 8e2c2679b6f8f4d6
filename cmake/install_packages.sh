# SPDX-License-Identifier: MIT
# Sourced by ./demo and ./check.

# install_packages SCOPE...: installs the missing packages of these scopes of packages.txt.
install_packages() {
    local wanted missing=() package
    wanted=$(awk -v scopes=" $* " '!/^#/ && NF == 2 && index(scopes, " " $1 " ") {print $2}' packages.txt)
    for package in $wanted; do
        case $package in nodejs | npm) has_node && continue ;; esac
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q ' installed$' || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || {
            cat >&2 <<END
$0: Debian packages are missing, and this user is not root and has no sudo to install them.
Ask an administrator to run this, then run $0 again:

    $(install_command "${missing[@]}")
END
            exit 1
        }
        as_root=(sudo)
    fi
    echo "== Installing ${missing[*]}"
    # An error of update may concern lists that are not needed: only an error of install counts.
    "${as_root[@]}" apt-get update -qq || true
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null || {
        cat >&2 <<END
$0: apt-get could not install ${missing[*]}; its messages are above. Check that this machine reaches
its Debian 12 mirror (network, /etc/apt/sources.list*), then run $0 again, or first this as root:

    $(install_command "${missing[@]}")
END
        exit 1
    }
}

# has_node: true if node (18 or later) and npm run. They may come from elsewhere: Debian's npm cannot be
# installed beside another nodejs.
has_node() {
    local version
    version=$(command node --version 2>/dev/null) && [[ "$version" =~ ^v(1[89]|[2-9][0-9])\. ]] &&
        command npm --version >/dev/null 2>&1
}

install_command() { echo "apt-get update && apt-get install -y --no-install-recommends $*"; }

# continue_as_owner "$0" "$@": under sudo, continues as the calling user if that user owns the checkout,
# so that build/ and out/ do not belong to root.
continue_as_owner() {
    if [ "$(id -u)" -eq 0 ] && [ -n "${SUDO_UID:-}" ] && [ "$SUDO_UID" -ne 0 ] &&
        [ "$(stat -c %u .)" -eq "$SUDO_UID" ]; then
        exec sudo -u "#$SUDO_UID" -- "$@"
    fi
}
