#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the plugins of Tests/FaultyPlugins with one fault each, and lays them out as a root.
#   scripts/lib/stage-faulty.sh FOLDER [FAULT...]
# FOLDER becomes a root with plugins/org.example.faulty-<fault>; without names, all faults of faults.tsv and
# each source of kinds.tsv without a fault (none-matcher, none-tracker, ...).
source "$(dirname -- "${BASH_SOURCE[0]}")/common.sh"

target=${1:?where to? name a folder}
shift
repository=$(cd "$scripts_folder/.." && pwd)
sources=$repository/Tests/FaultyPlugins
table=$sources/faults.tsv
compiler=$(command -v clang || command -v gcc || command -v cc) || die no-compiler PATH 'there is no C compiler' 'Install clang or gcc'

declare -A abilities=() formats=()
sourced=()
while IFS=$'\t' read -r source provided files; do
  [[ $source == '#'* ]] && continue
  sourced+=("$source")
  abilities[$source]=$provided
  formats[$source]=$files
done <"$sources/kinds.tsv"

# build FAULT SOURCE
build() {
  local fault=$1 source=$2 name=${1//_/-}
  [[ $fault == none ]] && name=none-$source
  local id=org.example.faulty-$name folder=$target/plugins/org.example.faulty-$name
  local flags=(-Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack "-Wl,--version-script=$repository/Plugins/plugin.map")
  case $fault in
    exports_more) flags=(-Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack -DFAULT_EXPORTS_MORE=1) ;;
    executable_stack) flags+=(-Wl,-z,execstack) ;;
    no_relro) flags+=(-Wl,-z,norelro -Wl,-z,lazy) ;;
    looks_elsewhere) flags+=(-Wl,-rpath,/var/tmp) ;;
    text_relocations) flags+=(-Wl,-z,notext -DFAULT_TEXT_RELOCATIONS=1) ;;
  esac
  local many=
  [[ $source == many ]] && many=', ofMany: {id: org.example.faulty-library, version: 1.0.0, vendor: Example}'
  mkdir -p "$folder"
  "$compiler" -shared -fPIC -std=gnu11 -O0 -Wall -Wextra -Werror -fvisibility=hidden "-DFAULT=$fault" \
    "-DPLUGIN_ID=\"$id\"" "-I$repository/Sources/CImprint/include" "-I$repository/Kit/include" "$sources/$source.c" -o "$folder/libFaulty.so" \
    "${flags[@]}" -lm -lpthread
  {
    printf '%s\n' 'schema: "1.4"' "id: $id" 'version: 1.0.0' 'vendor: Example' "name: Faulty $source" \
      "summary: A $source for tests; its fault is $fault." 'license: {code: Apache-2.0}' \
      "library: {file: libFaulty.so, architecture: $(uname -m), libc: glibc 2.34$many}" 'abi: {min: 1, max: 1}' \
      "provides: [${abilities[$source]}]"
    for file in ${formats[$source]}; do cat "$sources/$file"; done
    printf '%s\n' 'concurrency: {instances: parallel, threads: 1, forkSafe: false}' \
      'dataUse: {class: biometric, egress: none, retention: none}'
  } >"$folder/plugin.yaml"
}

wanted=" $* "
mapfile -t lines < <(printf 'none\t%s\n' "${sourced[@]}" && grep -v '^#' "$table")
running=0
for line in "${lines[@]}"; do
  IFS=$'\t' read -r fault source _ <<<"$line"
  name=$fault
  [[ $fault == none ]] && name=none-$source
  [[ $wanted == '  ' || $wanted == *" $name "* ]] || continue
  build "$fault" "$source" &
  # As many compilers as processors.
  if ((++running >= $(nproc))); then
    wait -n || die faulty "$table" 'one of the plugins does not compile (see above)' 'Correct its source'
    running=$((running - 1))
  fi
done
while ((running-- > 0)); do
  wait -n || die faulty "$table" 'one of the plugins does not compile (see above)' 'Correct its source'
done
