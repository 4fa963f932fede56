# SPDX-License-Identifier: Apache-2.0
# Sourced by scripts/setup, after lib/common.sh: the pinned downloads of sources.tsv.
# shellcheck shell=bash

downloads=$cache/downloads

# choose_python: the first Python that has pip and a pinned wheel; sets python and python_abi.
choose_python() {
    local candidate seen=()
    for candidate in ${IMPRINT_PYTHON:-/usr/bin/python3 python3 python3.11 python3.12 python3.13 python3.14}; do
        python_abi=$("$candidate" -c 'import sys; print("cp%d%d" % sys.version_info[:2])' 2>/dev/null) || continue
        seen+=("$candidate ($python_abi)")
        if [[ -n $(source_row openvino) ]] && "$candidate" -m pip --version >/dev/null 2>&1; then
            python=$candidate
            return
        fi
    done
    die no-python "${seen[*]:-python3}" 'Python 3.11 to 3.14 with pip, needed by the model conversion, is not installed' \
        'Install python3 and python3-pip, or name one in IMPRINT_PYTHON'
}

# source_row <package>: its line of sources.tsv for the chosen Python.
source_row() {
    awk -F '\t' -v package="$1" -v abi="$python_abi" \
        '$3 == package && ($2 !~ /^cp/ || $2 == abi) { print; exit }' "$scripts_folder/models/sources.tsv"
}

# archive_of <package>: where its download is, or will be.
archive_of() {
    local file
    IFS=$'\t' read -r _ _ _ _ file _ <<<"$(source_row "$1")"
    printf '%s\n' "$downloads/$file"
}

# fetch <package>...: says what is missing and how large it is, then downloads that.
fetch() {
    local package kind version file sum bytes licence use total=0 missing=()
    for package; do
        IFS=$'\t' read -r _ kind _ version file sum bytes licence use <<<"$(source_row "$package")"
        has_sha256 "$downloads/$file" "$sum" && continue
        ((${#missing[@]})) || say 'to download:'
        printf '  %8s  %s %s (%s): %s\n' "$(megabytes "$bytes")" "$package" "$version" "$licence" "$use" >&2
        total=$((total + bytes))
        missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    printf '  %8s  together\n' "$(megabytes $total)" >&2
    for package in "${missing[@]}"; do
        fetch_one "$package"
    done
}

fetch_one() {
    local kind version file sum bytes partial options attempt
    IFS=$'\t' read -r _ kind _ version file sum bytes _ <<<"$(source_row "$1")"
    say "downloading $1 $version ($(megabytes "$bytes"))"
    partial=$downloads/partial
    case $kind in
        sdist) options=(--no-binary=:all: --no-build-isolation --use-pep517) ;;
        *)
            options=(--only-binary=:all:)
            # The wheel's own tags, whatever Python and system run this; one for all has none.
            local abi
            if abi=$(grep -oE 'cp[0-9]+' <<<"$file" | head -n 1) && [[ -n $abi ]]; then
                options+=(--implementation cp --python-version "${abi:2:1}.${abi:3}" --abi "$abi")
                options+=(--platform manylinux_2_28_x86_64 --platform manylinux_2_27_x86_64 --platform manylinux_2_17_x86_64)
            fi
            ;;
    esac
    for attempt in 1 2 3; do
        rm -rf "$partial"
        mkdir -p "$partial"
        # pip checks the sum before it looks into the file, and may meet no other one.
        printf '%s==%s --hash=sha256:%s\n' "$1" "$version" "$sum" >"$partial/requirements.txt"
        if PYTHONPATH=$scripts_folder/models/no_build PYTHONDONTWRITEBYTECODE=1 PIP_DISABLE_PIP_VERSION_CHECK=1 \
            "$python" -m pip download --quiet --no-cache-dir --no-deps --require-hashes --retries 1 --timeout 60 \
            "${options[@]}" --dest "$partial" --requirement "$partial/requirements.txt" >&2 &&
            has_sha256 "$partial/$file" "$sum"; then
            mv "$partial/$file" "$downloads/$file"
            rm -rf "$partial"
            return
        fi
        say "attempt $attempt at $1 failed"
    done
    die download "$1 $version" "pip could not fetch $file with SHA-256 $sum (see its output above)" \
        'Check the network and how pip is set up, then run this again; finished downloads are kept'
}
