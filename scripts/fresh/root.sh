# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# The bare root of scripts/test-fresh, which sources this after common.sh: uses its `mirror`, `swift`, `binds`
# and `isolated`.

suite=bookworm

# Where the toolchain lies that `swift` starts: also behind links, and behind programs that choose one.
swift_folder() {
  local resources
  resources=$(swift -print-target-info 2>/dev/null | sed -n 's|.*"runtimeResourcePath": "\(.*\)/usr/lib/swift".*|\1|p') ||
    die no-swift PATH 'swift is not installed' 'Install Swift 6.3, or give the folder of a toolchain: --swift FOLDER'
  printf '%s\n' "${resources:-/}"
}

# make_root <folder>: Debian's least system, Swift's own packages, git, and a clone. Sets `seen`: the folders
# of this machine that are to be seen in it. Called where an error does not end the script, so each step says
# that it ends here.
make_root() {
  local root=$1 own
  own=$(own_mirror)
  [[ -n $mirror ]] || mirror=$own
  [[ -n $mirror ]] || die no-mirror /etc/apt "this machine's apt does not state a mirror for Debian $suite" 'Give it: --mirror URL'
  # Its mounts, too, end with the namespace.
  isolated --mount-proc debootstrap --variant=minbase "$suite" "$root" "$mirror" || return
  copy_settings "$root" "$own" || return
  list_seen "$root" || return
  # As in a container: no service starts, and there is nothing that would start it.
  printf '#!/bin/sh\nexit 101\n' >"$root/usr/sbin/policy-rc.d"
  chmod 755 "$root/usr/sbin/policy-rc.d" || return
  isolated "$scripts_folder/fresh/enter" "$root" "$swift" "${seen[@]}" -- \
    "apt-get update -qq && apt-get install -y -qq --no-install-recommends git $(packages_of swift | tr '\n' ' ')" || return
  git clone --quiet "file://$repository" "$root/root/imprint"
}

# Where this machine's apt gets the suite from; nothing where it is not of that suite.
own_mirror() {
  apt-get indextargets --format '$(REPO_URI)' "Release: $suite" 'Created-By: Packages' 'Component: main' | head -n 1
}

# copy_settings <root> <own mirror>: where packages are, and through what they are reached, as this machine
# knows it; nothing else of it.
copy_settings() {
  local root=$1 file
  cp /etc/resolv.conf /etc/hosts "$root/etc/" || return
  # shellcheck disable=SC2046 # the paths are those written here
  for file in $([[ -z $2 ]] || echo /etc/apt/{sources.list,sources.list.d,trusted.gpg,trusted.gpg.d,keyrings} /usr/share/keyrings) \
    /usr/local/share/ca-certificates /etc/pip.conf /etc/xdg/pip; do
    copy_below "$file" "$root$file" || return
  done
  for file in .config/pip .pip .swiftpm/configuration; do
    copy_below "${HOME:?}/$file" "$root/root/$file" || return
  done
  if [[ -n $2 && ! -e /etc/apt/sources.list ]]; then rm -f "$root/etc/apt/sources.list"; fi
  [[ -n $2 ]] || printf 'deb %s %s main\n' "$mirror" "$suite" "$mirror" "$suite-updates" >"$root/etc/apt/sources.list"
  apt-config dump | grep -E '^Acquire::(https?|ftp|socks)::|^Acquire::(Retries|Force)' >"$root/etc/apt/apt.conf.d/90fresh" || true
  # Where git finds what lies elsewhere; no names, no helpers, no keys.
  local line
  while IFS= read -r -d '' line; do
    git config --file "$root/etc/gitconfig" --add "${line%%$'\n'*}" "${line#*$'\n'}" || return
  done < <(git config --null --get-regexp '^url\..*\.(insteadof|pushinsteadof)$|^http\.proxy$' || true)
}

# copy_below <file or folder> <to>: where it is there.
copy_below() { [[ ! -e $1 ]] || { mkdir -p "${2%/*}" && cp -RT "$1" "$2"; }; }

# Sets `seen`: what those settings name on this machine's disk and the root does not have, and what the caller
# wants.
list_seen() {
  local root=$1 path
  seen=("${binds[@]}")
  while read -r path; do
    path=${path%/}
    [[ ! -d $path || -e $root$path ]] || seen+=("$path")
  done < <({
    cat "$root"/etc/{gitconfig,pip.conf} "$root"/root/.config/pip/* "$root"/root/.pip/* "$root"/etc/apt/sources.list \
      "$root"/etc/apt/sources.list.d/* 2>/dev/null || true
    env | grep ^PIP_ || true
  } | grep -oE '/[^][" =,]+' | sed 's|^/*|/|' | sort -u)
}
