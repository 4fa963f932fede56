// SPDX-License-Identifier: Apache-2.0
private import Synchronization

/// What this process insists on: what its build does, or more.
///
/// A debug build can be told to obey a release's rules, for good. There is no way back, and none to less than
/// the build insists on: nothing that a program does here opens what would have stayed shut.
package enum EnforcedFlavour {
  private static let isRaised = Atomic(false)

  /// From now on settings that waive signatures are refused in this process, as by a release build.
  package static func raiseToRelease() { isRaised.store(true, ordering: .sequentiallyConsistent) }

  package static var current: BuildFlavour {
    isRaised.load(ordering: .sequentiallyConsistent) ? .release : BuildInformation.flavour
  }
}
