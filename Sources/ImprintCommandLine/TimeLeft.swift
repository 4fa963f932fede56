// SPDX-License-Identifier: Apache-2.0

/// How long work still takes if it goes on as it has so far.
public struct TimeLeft: Sendable {
  private let began: ContinuousClock.Instant

  /// Sooner nothing is said: the first pieces wait for models to be loaded.
  private static let patience = Duration.seconds(3)

  /// - Parameter instant: when the work begins.
  public init(at instant: ContinuousClock.Instant) { began = instant }

  /// `, 40 s left`; empty in the first three seconds and at the end.
  /// - Parameters:
  ///   - done: the pieces that are done, of `total`.
  ///   - instant: now.
  public func words(_ done: Int, of total: Int, at instant: ContinuousClock.Instant) -> String {
    let elapsed = began.duration(to: instant)
    guard done > 0, done < total, elapsed >= Self.patience else { return "" }
    let seconds = Int((elapsed / .seconds(1) * Double(total - done) / Double(done)).rounded(.up))
    switch seconds {
    // In steps, as it is no more exact than that.
    case ..<60: return ", \((seconds + 4) / 5 * 5) s left"
    case ..<5400: return ", \((seconds + 59) / 60) min left"
    case _: return ", \((seconds + 1800) / 3600) h left"
    }
  }
}
