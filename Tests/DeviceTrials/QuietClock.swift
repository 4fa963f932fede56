// SPDX-License-Identifier: Apache-2.0
import Foundation

/// Time in which no process waited for a processor, as the kernel counts it: what is measured by it took as
/// long on a machine that does nothing else.
///
/// Whether something is told promptly is asked of this clock, so that a busy machine fails no trial. Where
/// the kernel does not count (`/proc/pressure/cpu` is not there), all time is quiet.
enum QuietClock {
  /// From some beginning; never goes back.
  static var now: Duration { ContinuousClock.now - begin - waited() }

  private static let begin = ContinuousClock.now

  /// How long at least one process has waited for a processor, since the machine was started.
  private static func waited() -> Duration {
    guard let bytes = FileManager.default.contents(atPath: "/proc/pressure/cpu"),
      let total = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first?
        .split(separator: " ").first(where: { $0.hasPrefix("total=") }),
      let microseconds = Int64(total.dropFirst("total=".count))
    else { return .zero }
    return .microseconds(microseconds)
  }
}
