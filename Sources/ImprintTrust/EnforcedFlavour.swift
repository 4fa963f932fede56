// SPDX-License-Identifier: Apache-2.0
private import Synchronization

/// What this process enforces: at least what its build does.
///
/// A debug build can be made to enforce a release's rules, irreversibly. It can never be made to enforce less
/// than the build does.
package enum EnforcedFlavour {
  private static let isRaised = Atomic(false)

  /// From now on this process refuses settings that waive signatures, like a release build.
  package static func raiseToRelease() { isRaised.store(true, ordering: .sequentiallyConsistent) }

  package static var current: BuildFlavour {
    isRaised.load(ordering: .sequentiallyConsistent) ? .release : BuildInformation.flavour
  }
}
