# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What somebody does next who has seen the demo. Sourced after common.sh.
#
#   first_steps STAGE
#
# Leaves a trial licence for this user in place, where there is no other, and prints the commands that compare
# two pictures of one's own with the installation in STAGE.

first_steps() {
  local sdkctl=$1/bin/sdkctl
  local licence="and so is the licence: see $sdkctl license status"
  if ! "$sdkctl" license status --json >/dev/null 2>&1; then
    say 'creating a 30-day trial licence for this user'
    # As JSON it names no next command: all of them stand below. An error is on standard error in any case.
    "$sdkctl" license trial --json >/dev/null \
      || licence="but there is no licence yet (the reason is above): $sdkctl license activate"
  fi
  # As it can be typed, whatever the path holds.
  sdkctl=$(printf '%q' "$sdkctl")
  cat <<EOM

The installation in $1 is kept, $licence
With pictures of your own:

  $sdkctl enroll --user you YOUR.jpg      # enrols the face in a picture
  $sdkctl verify --user you OTHER.jpg     # compares another picture with it
  $sdkctl identify OTHER.jpg              # searches all enrolled people
EOM
}
