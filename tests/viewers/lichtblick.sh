#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Shows a live run and a recording in Lichtblick: lichtblick.sh SOURCE. README.md beside it describes it.
set -euo pipefail
source=${1:-}
[ -z "$source" ] || source=$(realpath "$source")
cd "$(dirname "$0")/../.."
. tests/viewers/common.sh

need_source web/webpack.config.ts
[ "$(node -p 'process.versions.node.split(".")[0]' 2>/dev/null || echo 0)" -ge 20 ] || fail "needs node 20 or newer"
[ -e gateway/web/node_modules/playwright-core ] || fail "run npm ci in gateway/web first"
[ -n "${DDC_CHROMIUM:-}" ] || need_packages chromium

build() {
    export COREPACK_ENABLE_DOWNLOAD_PROMPT=0 YARN_ENABLE_IMMUTABLE_INSTALLS=false YARN_ENABLE_TELEMETRY=0
    COREPACK_NPM_REGISTRY=$(npm config get registry)
    export COREPACK_NPM_REGISTRY
    local here=$PWD/tests/viewers/lichtblick
    cd "$source"
    step "Lichtblick's packages: $source/install.log"
    node "$here/lower_versions.mjs"
    npx --yes corepack@0.34.6 yarn install --mode=skip-build >install.log
    step "Lichtblick's web app: $source/build.log"
    NODE_OPTIONS=--max-old-space-size=6144 nice node_modules/.bin/webpack --mode production \
        --config "$here/webpack.cjs" >build.log
}
[ -e "$source/web/.webpack/index.html" ] || (build)

step "A live run and a recording in Lichtblick"
DDC_SCREENSHOTS=$pictures node tests/viewers/lichtblick/drive.mjs "$source/web/.webpack" "$DDC_BIN" "$pictures"
step "Pictures are in $pictures"
