// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// The contract versions that this build speaks, as a host and where it executes calls.
package enum ContractVersions {
  package static let spoken: ClosedRange<UInt32> = 1...UInt32(IMP_ABI_VERSION)

  /// The highest version both sides speak; `nil` where there is none.
  package static func agreed(with plugin: ClosedRange<UInt32>) -> UInt32? {
    let highest = min(spoken.upperBound, plugin.upperBound)
    return highest >= max(spoken.lowerBound, plugin.lowerBound) ? highest : nil
  }
}
