# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# A licence for what faces need, from a licence server of the script's own. Sourced after common.sh.
#
#   activate_licence SDKCTL [WORDS...]
#
# Sets IMPRINT_LICENSE_CONFIG and XDG_STATE_HOME for what the script runs then. Server and licence end with
# the script, whose EXIT trap this takes.

end_licence() {
  if signal_process TERM "${licence_server:-}"; then wait "$licence_server" || true; fi
  rm -rf "$licence_folder"
}

activate_licence() {
  local sdkctl=$1 home address pin
  licence_folder=$(mktemp -d)
  licence_server=
  trap end_licence EXIT
  export IMPRINT_LICENSE_CONFIG=$licence_folder/license.yaml XDG_STATE_HOME=$licence_folder/state
  home=$licence_folder/lkms
  say 'starting a licence server'
  "$sdkctl" lkms init --home "$home" --name 'Imprint demo' --host localhost --port 0
  "$sdkctl" lkms profile create demo --home "$home" --bundle face --feature MSC_LIVENESS --devices 1 --lifetime 1d
  "$sdkctl" lkms key create demo --home "$home" --label demo --output "$licence_folder/api.key"
  "$sdkctl" lkms serve --home "$home" >"$licence_folder/serving" &
  licence_server=$!
  until grep --quiet ^ready "$licence_folder/serving"; do
    signal_process 0 "$licence_server" || die server "$home" 'the licence server has ended (see its output above)' 'Correct that, then try again'
    sleep 0.1
  done
  say 'activating a licence'
  read -r _ address pin _ < <(grep ^ready "$licence_folder/serving")
  "$sdkctl" license activate --profile demo --server "$address" --api-key-file "$licence_folder/api.key" \
    --trust-anchor "$home/client/trust-anchor.pem" --tls-root "$home/client/tls-ca.pem" \
    --pin "localhost=$pin"
}
