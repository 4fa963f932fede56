// SPDX-License-Identifier: Apache-2.0
import CFaceLiveness
import ImprintPluginKit

/// Whether the frames can come from a camera before a scene: a sensor's noise never repeats, so a frame that
/// was there before, bit for bit, was not taken but played.
///
/// A driver may give one frame twice to keep its rate, so a frame that equals the last one is no finding; a
/// picture that stands still for long is a doubt, and a run of frames in the order of an earlier one a loop.
/// In another order, as where a clip of two frames is played again and again, a run of them is a doubt. So is
/// a row of frames faster than any camera: somebody else than a camera says when they were taken.
///
/// Its numbers were chosen by hand on 2026-11-24 and 28, not measured. No rendered stream reaches them, as
/// the puppet's sensor has noise; a real camera's was not looked at.
struct StreamWatch {
  /// By fingerprint: where in the stream it was seen first.
  private var seen: [UInt64: Int] = [:]
  private var count = 0
  private var last: UInt64?
  private var standsSince: UInt64?
  private var longestStand: UInt64 = 0
  /// Frames in a row that follow each other as they did before.
  private var run = (length: 0, next: -1)
  private var longestRun = 0
  /// The same in any order.
  private var known = 0
  private var mostKnown = 0
  private var lastTime: UInt64?
  /// Frames in a row that came too soon after the one before.
  private var hasty = 0
  private var mostHasty = 0

  /// Nanoseconds after which a picture that does not change is a doubt.
  private static let stand: UInt64 = 1_000_000_000
  /// Distinct frames in a row that were there before.
  static let loop: Float = 5
  /// Frames that are remembered: five minutes at 30 a second.
  private static let most = 9000

  /// Nanoseconds from one frame to the next, at least: a thousand a second.
  private static let interval: UInt64 = 1_000_000
  /// So many too soon in a row are a doubt: a host that waited may hand over a camera's queue at once.
  private static let mostAtOnce = 10

  mutating func frame(fingerprint: UInt64, now: UInt64) {
    defer { (last, lastTime) = (fingerprint, now) }
    hasty = lastTime.map { now - $0 < Self.interval } ?? false ? hasty + 1 : 0
    mostHasty = max(mostHasty, hasty)
    if fingerprint == last {
      let since = standsSince ?? now
      standsSince = since
      longestStand = max(longestStand, now - since)
      return
    }
    standsSince = now
    count += 1
    guard let place = seen[fingerprint] else {
      (run, known) = ((0, -1), 0)
      if seen.count < Self.most { seen[fingerprint] = count }
      return
    }
    run = (place == run.next ? run.length + 1 : 1, place + 1)
    longestRun = max(longestRun, run.length)
    known += 1
    mostKnown = max(mostKnown, known)
  }

  var finding: Finding {
    let isDoubtful =
      Float(mostKnown) >= Self.loop || longestStand >= Self.stand || mostHasty >= Self.mostAtOnce || count < 2
    let verdict: CaptureEvent.Liveness =
      Float(longestRun) >= Self.loop ? .fake : isDoubtful ? .noDecision : .live
    return Finding(method: .stream, verdict: verdict, measure: Float(mostKnown), limit: Self.loop)
  }
}
