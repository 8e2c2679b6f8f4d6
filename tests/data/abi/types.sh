# SPDX-License-Identifier: MIT
# For make.sh and make_plant.sh, which source it: their sources of a commit, and the types in them.

build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT

# unpack COMMIT FOLDER: into $build
unpack() {
    git -C ../../.. archive "$1" "$2" | tar -x -C "$build"
}

# write_types HEADER LIBRARY FILE: of a C interface, both in $build
write_types() {
    abidw --no-corpus-path --no-comp-dir-path --no-show-locs --drop-undefined-syms --drop-private-types \
        --exported-interfaces-only --header-file "$build/$1" "$build/$2" |
        sed "s#path='$build/#path='#" >"$3"
    # REUSE-IgnoreStart
    echo '<!-- SPDX-License-Identifier: MIT -->' >>"$3"
    # REUSE-IgnoreEnd
}
