#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Lays out what plugin authors need in a stage: headers, module map, export map, pkg-config file, the Swift
# kit as source, the templates of `sdkctl plugin new`, drawn pictures, the schemas for editors, and the pages
# to read.
#   scripts/lib/stage-authorkit.sh .build/stage/debug
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: scripts/lib/stage-authorkit.sh STAGE" >&2; exit 64; }
source=$(cd "$(dirname "$0")/../.." && pwd)
stage=$1

# What is gone from the kit must not stay behind.
rm -rf "$stage/include/imprint" "$stage/share/imprint" "$stage/share/doc/imprint"
mkdir -p "$stage/include" "$stage/lib/pkgconfig" "$stage/share/imprint/swift" "$stage/share/doc/imprint"
cp -R "$source/Sources/CImprint/include/imprint" "$source/Sources/CImprint/include/module.modulemap" "$stage/include/"
cp "$source/Kit/include/imprint/"* "$stage/include/imprint/"
cp "$source/Plugins/plugin.map" "$stage/include/"
cp "$source/scripts/lib/authorkit/imprint-plugin.pc" "$stage/lib/pkgconfig/"
cp -R "$source/Sources/ImprintPluginKit" "$stage/share/imprint/swift/"
# Some templates are a bundled plugin's own files, by a link.
cp -RL "$source/Kit/templates" "$stage/share/imprint/"
# Drawings to try a plugin with: of people who do not exist.
"$stage/bin/sdkctl" plugin samples "$stage/share/imprint/samples" >/dev/null
chmod -R u=rwX,go=rX "$stage/share/imprint/samples"
# A model to begin with, until there is one of one's own.
mkdir -p "$stage/share/imprint/face-onnx"
python3 -B "$source/Kit/face-onnx/example.py" "$stage/share/imprint/face-onnx/example.onnx"
cp -R "$source/manifests/schema" "$stage/share/imprint/"
cp -R "$source/docs/." "$stage/share/doc/imprint/"
