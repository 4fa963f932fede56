# SPDX-License-Identifier: Apache-2.0
# Sourced by the scripts; runs nothing but definitions.
# shellcheck shell=bash
set -euo pipefail
export LC_ALL=C.UTF-8

scripts_folder=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)
program=$(basename -- "$0")

bold='' red='' plain=''
if [[ -t 2 && -z ${NO_COLOR:-} ]]; then bold=$'\e[1m' red=$'\e[31m' plain=$'\e[0m'; fi

say() { printf '%s%s%s %s\n' "$bold" "$program:" "$plain" "$*" >&2; }

# die <code> <place> <reason> <remedy>
die() {
    printf '%s%s: error [%s]%s %s: %s. %s\n' "$red" "$program" "$1" "$plain" "$2" "$3" "$4" >&2
    exit 1
}

# megabytes <bytes>: for people, in units of 10^6 bytes.
megabytes() { printf '%d.%d MB' $(($1 / 1000000)) $(($1 % 1000000 / 100000)); }

cache=${IMPRINT_CACHE:-${XDG_CACHE_HOME:-${HOME:?HOME is not set; set IMPRINT_CACHE}/.cache}/imprint}
[[ $cache == /* ]] || cache=$PWD/$cache

# Holds the cache until the script ends. Commands it started keep it held too, so
# that one that outlives a killed script finishes before the next run cleans up.
lock_cache() {
    mkdir -p "$cache" || die cache-folder "$cache" 'it cannot be created' 'Set IMPRINT_CACHE to a folder with write access'
    exec {lock_fd}>"$cache/lock"
    if ! flock --nonblock "$lock_fd"; then
        say "waiting for another run that uses $cache"
        flock "$lock_fd"
    fi
}

# has_sha256 <file> <sum>
has_sha256() {
    local sum
    [[ -f $1 ]] && sum=$(sha256sum "$1") && [[ ${sum%% *} == "$2" ]]
}

# put_folder <made> <target>: the finished folder takes the target's place.
put_folder() {
    mkdir -p "$(dirname "$2")"
    rm -rf "$2"
    mv -T "$1" "$2"
}

# path_of <option> <path>: the whole path of what an option names, whose folder at least is there. To be
# assigned alone: `x=$(path_of ...) && shift` would go on where it fails, and a loop over the options would
# never end.
path_of() {
    [[ -n $2 ]] && realpath -- "$2" 2>/dev/null || die usage "$1 $2" 'there is no such path' 'Correct it'
}

# signal_process <signal> <number>: to that process. Fails where there is none, and sends nothing where the
# number is not one: 0 and below mean groups, and everything there is, and a variable may be empty.
# scripts/checks/signals sees to it that nothing else sends signals.
signal_process() {
    [[ ${2:-} =~ ^[1-9][0-9]*$ ]] && kill -s "$1" -- "$2" 2>/dev/null
}

# signal_group <signal> <number>: the same, to the group that the process of that number leads.
signal_group() {
    [[ ${2:-} =~ ^[1-9][0-9]*$ && $2 != 1 ]] && kill -s "$1" -- "-$2" 2>/dev/null
}

# packages_of <group>...: names, one a line.
packages_of() {
    local group
    for group; do
        awk -v group="$group" '$1 == group { print $2 }' "$scripts_folder/lib/packages.txt"
    done
}

apt_updated=no

# apt_need <package>...: installs what is missing, and touches no network if nothing is.
apt_need() {
    local package missing=() as_root=()
    for package; do
        [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    say "installing Debian packages: ${missing[*]}"
    if ((EUID)); then
        command -v sudo >/dev/null ||
            die not-root "${missing[*]}" 'installing needs root, but sudo is missing' \
                "As root: apt-get install --no-install-recommends ${missing[*]}"
        as_root=(sudo)
    fi
    if [[ $apt_updated == no ]]; then
        "${as_root[@]}" apt-get update -qq >/dev/null || die apt-update apt-get 'the package lists could not be read' 'Check the network, then run this again'
        apt_updated=yes
    fi
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq -o Dpkg::Use-Pty=0 --no-install-recommends "${missing[@]}" >/dev/null ||
        die apt-install "${missing[*]}" 'apt-get failed (see its output above)' 'Correct that, then run this again'
}
