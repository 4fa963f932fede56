// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

/// Time in which no process waited for a processor, as the kernel counts it: what is measured by it took as
/// long on a machine that does nothing else.
///
/// Whether something is told promptly is asked of this clock, so that a busy machine fails no trial. It goes
/// at a tenth of the pace of all others at least: on a machine where somebody waits all the time, what takes
/// ten times as long as it may is found all the same. Where the kernel does not count (`/proc/pressure/cpu`
/// is not there), all time is quiet. Order, and what must not come too early, are no matter for it.
enum QuietClock {
  /// From some beginning; never goes back.
  static var now: Duration {
    state.withLock { state in
      let (wall, waited) = (ContinuousClock.now, waited() ?? state.waited)
      let passed = wall - state.wall
      state.quiet += max(passed - (waited - state.waited), passed / leastPace)
      (state.wall, state.waited) = (wall, waited)
      return state.quiet
    }
  }

  private static let leastPace = 10

  private struct State {
    var wall = ContinuousClock.now
    var waited = QuietClock.waited() ?? .zero
    var quiet = Duration.zero
  }

  private static let state = Mutex(State())

  /// How long at least one process has waited for a processor, since the machine was started.
  private static func waited() -> Duration? {
    guard let bytes = FileManager.default.contents(atPath: "/proc/pressure/cpu"),
      let total = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first?
        .split(separator: " ").first(where: { $0.hasPrefix("total=") }),
      let microseconds = Int64(total.dropFirst("total=".count))
    else { return nil }
    return .microseconds(microseconds)
  }
}
