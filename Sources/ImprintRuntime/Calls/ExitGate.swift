// SPDX-License-Identifier: Apache-2.0
private import Glibc
private import Synchronization

/// Counts what runs a plugin's code while nobody awaits it, and stops it from beginning at exit: the
/// destructors of a plugin's libraries must not run beside it.
final class ExitGate: Sendable {
  /// How many are under way; negative once it is closed.
  private let count = Atomic(0)
  private static let closed = Int.min

  /// - Returns: `false` once the gate is closed: no plugin's code may begin then.
  func begins() -> Bool {
    var seen = count.load(ordering: .relaxed)
    while seen >= 0 {
      let (exchanged, original) = count.compareExchange(
        expected: seen, desired: seen + 1, ordering: .acquiringAndReleasing)
      if exchanged { return true }
      seen = original
    }
    return false
  }

  func ends() { count.wrappingSubtract(1, ordering: .releasing) }

  /// Waits until nothing is under way.
  func wait(atMost patience: Duration) {
    let end = ContinuousClock.now + patience
    while count.load(ordering: .acquiring) & ~Self.closed > 0, ContinuousClock.now < end { usleep(1000) }
  }

  /// Closes the gate once nothing is under way, or after that time.
  func close(atMost patience: Duration) {
    let end = ContinuousClock.now + patience
    while count.load(ordering: .relaxed) >= 0 {
      let (exchanged, _) = count.compareExchange(
        expected: 0, desired: Self.closed, ordering: .acquiringAndReleasing)
      if exchanged { return }
      guard ContinuousClock.now < end else {
        count.bitwiseOr(Self.closed, ordering: .acquiringAndReleasing)
        return
      }
      usleep(1000)
    }
  }
}
