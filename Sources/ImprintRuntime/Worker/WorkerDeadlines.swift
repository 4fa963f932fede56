// SPDX-License-Identifier: Apache-2.0
internal import ImprintCalls

/// How long calls into a worker may take. One that takes longer ends the worker.
public struct WorkerDeadlines: Sendable, Hashable {
  /// Starting a worker with its library, opening the plugin, and asking what it is. Default 60 s.
  public var open: Duration = .seconds(60)
  /// Making a tracker, capture or matcher; opening a camera, microphone or watch of devices; connecting to a
  /// card. Default 60 s: networks may be compiled.
  public var create: Duration = .seconds(60)
  /// Default 30 s.
  public var extract: Duration = .seconds(30)
  /// One comparison, and what comes on top of ``perMebibyte`` for many; templates that are prepared, 50 ms on
  /// top for each; a search of prepared ones, 20 µs on top for each. Default 10 s.
  public var compare: Duration = .seconds(10)
  /// One frame of a tracker, one step of a capture, a list of devices, a camera's setting, what a card's
  /// reader is asked, a reset; a card's transaction, beside its own time-out. Default 30 s.
  public var step: Duration = .seconds(30)
  /// How much longer than its own time-out a wait for a frame, for sound or for what becomes of devices may
  /// take. Default 5 s. A wait without limit has none; it can be cancelled.
  public var frameSlack: Duration = .seconds(5)
  /// One command to a card or its reader, and what is done to a card at an end. Default 120 s: a card that
  /// makes a key takes a while, and says so to its reader.
  public var cardCommand: Duration = .seconds(120)
  /// Releasing an object, closing the plugin, cancelling a wait. Default 30 s.
  public var release: Duration = .seconds(30)
  /// On top of each, for every MiB that goes to the worker. Default 250 ms.
  public var perMebibyte: Duration = .milliseconds(250)

  public init() {}

  /// The same for all; for tests.
  public init(all duration: Duration) {
    open = duration
    create = duration
    extract = duration
    compare = duration
    step = duration
    frameSlack = duration
    cardCommand = duration
    release = duration
  }

  /// In nanoseconds; `UInt64.max` where there is none.
  func nanoseconds(for request: CallRequest) -> UInt64 {
    guard request.patience != .max else { return .max }
    let bulk = perMebibyte.wholeNanoseconds.multipliedReportingOverflow(
      by: UInt64(max(0, request.bytes >> 20)))
    let parts = [
      base(request.function.traits.deadline).wholeNanoseconds, request.patience,
      bulk.overflow ? .max : bulk.partialValue,
    ]
    return parts.reduce(0) { sum, part in
      let (next, overflow) = sum.addingReportingOverflow(part)
      return overflow ? .max : next
    }
  }

  private func base(_ deadline: CallTraits.Deadline) -> Duration {
    switch deadline {
    case .open: open
    case .create: create
    case .extract: extract
    case .compare: compare
    case .step: step
    case .wait: frameSlack
    case .cardCommand: cardCommand
    case .release: release
    }
  }
}
