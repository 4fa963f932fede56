#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Lays out what plugin authors need in a stage: headers, module map, export map, pkg-config file.
#   scripts/lib/stage-authorkit.sh .build/stage/debug
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: scripts/lib/stage-authorkit.sh STAGE" >&2; exit 64; }
source=$(cd "$(dirname "$0")/../.." && pwd)
stage=$1

# A header that is gone from the contract must not stay behind.
rm -rf "$stage/include/imprint"
mkdir -p "$stage/include" "$stage/lib/pkgconfig"
cp -R "$source/Sources/CImprint/include/imprint" "$source/Sources/CImprint/include/module.modulemap" "$stage/include/"
cp "$source/Plugins/plugin.map" "$stage/include/"
cp "$source/scripts/lib/authorkit/imprint-plugin.pc" "$stage/lib/pkgconfig/"
