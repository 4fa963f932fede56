// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense
private import Glibc
private import Synchronization

/// Asks whether the licence covers an operation, each time it is used.
///
/// A comparison may take 50 ns, and a provider looks at a licence: so a grant holds until the second ends in
/// which it was given, and costs a look at the kernel's coarse clock. A refusal is never remembered.
final class OperationGate: Sendable {
  private let operation: LicensedOperation
  private let plugin: String
  private let entitlements: any EntitlementProvider
  /// The second of the last grant, counted from 1; 0 before the first.
  private let granted = Atomic<Int>(0)

  init(_ operation: LicensedOperation, plugin: String, entitlements: any EntitlementProvider) {
    self.operation = operation
    self.plugin = plugin
    self.entitlements = entitlements
  }

  /// Lets an operation through, or says why not.
  /// - Parameters:
  ///   - function: What is called, for the error.
  ///   - second: Of a clock that never falls.
  /// - Throws: ``PluginCallError`` `entitlement`.
  @inline(__always)
  func pass(_ function: StaticString, second: Int = OperationGate.second) throws(PluginCallError) {
    if granted.load(ordering: .relaxed) == second + 1 { return }
    try ask(function, second)
  }

  @inline(never)
  private func ask(_ function: StaticString, _ second: Int) throws(PluginCallError) {
    switch entitlements.entitlement(for: operation.feature) {
    case .granted: granted.store(second + 1, ordering: .relaxed)
    case .refused(let reason, let remedy):
      throw .notEntitled(
        plugin: plugin, function: "\(function)",
        FeatureRefusal(feature: operation.feature, reason: reason, remedy: remedy))
    }
  }

  /// Seconds since the system started, without a system call.
  static var second: Int {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now)
    return now.tv_sec
  }
}
