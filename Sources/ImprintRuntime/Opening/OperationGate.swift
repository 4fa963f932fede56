// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense
private import Glibc
private import Synchronization

/// Checks at each use whether the licence covers it: an operation, or the plugin itself.
///
/// A comparison may take 50 ns, while a provider evaluates a licence: so a grant is cached until the end of
/// the second in which it was given, and costs one read of the kernel's coarse clock. A refusal is never
/// cached.
final class OperationGate: Sendable {
  private let plugin: String
  private let refusal: @Sendable () -> FeatureRefusal?
  /// The second of the last grant, counted from 1; 0 before the first.
  private let granted = Atomic<Int>(0)

  /// - Parameter refusal: Asks the provider; `nil` for a grant.
  init(plugin: String, refusal: @escaping @Sendable () -> FeatureRefusal?) {
    self.plugin = plugin
    self.refusal = refusal
  }

  /// Allows a call, or throws why not.
  /// - Parameters:
  ///   - function: The function called, for the error.
  ///   - second: Of a monotonic clock.
  /// - Throws: ``PluginCallError`` `entitlement`.
  @inline(__always)
  func pass(_ function: String, second: Int = OperationGate.second) throws(PluginCallError) {
    if granted.load(ordering: .relaxed) == second + 1 { return }
    try ask(function, second)
  }

  @inline(never)
  private func ask(_ function: String, _ second: Int) throws(PluginCallError) {
    guard let refusal = refusal() else { return granted.store(second + 1, ordering: .relaxed) }
    throw .notEntitled(plugin: plugin, function: function, refusal)
  }

  /// Seconds since the system started, without a system call.
  static var second: Int {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC_COARSE, &now)
    return now.tv_sec
  }
}
