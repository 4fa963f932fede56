// SPDX-License-Identifier: Apache-2.0
// Makes one check of a plugin, in a process of its own: see docs/guides/check-a-plugin.md.
internal import CCheckFaults
internal import ImprintCheck

CheckMain.run(
  Array(CommandLine.arguments.dropFirst()),
  faults: AllocationFaults(
    arm: { imp_faults_arm($0, $1 ? 1 : 0) }, disarm: { imp_faults_disarm() },
    struck: { imp_faults_struck() != 0 }))
