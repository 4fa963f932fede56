// SPDX-License-Identifier: Apache-2.0
internal import ImprintCalls

/// The deadlines of calls into a worker. A call that exceeds its deadline ends the worker.
public struct WorkerDeadlines: Sendable, Hashable {
  /// Starting a worker with its library, opening the plugin, and querying it. Default 60 s.
  public var open: Duration = .seconds(60)
  /// Making a tracker, capture or matcher; opening a camera, microphone or device watch; connecting to a
  /// card. Default 60 s: neural networks may be compiled.
  public var create: Duration = .seconds(60)
  /// Default 30 s.
  public var extract: Duration = .seconds(30)
  /// One comparison; for many, plus ``perMebibyte``; preparing templates, plus 50 ms each; a search of
  /// prepared templates, plus 20 µs each. Default 10 s.
  public var compare: Duration = .seconds(10)
  /// One frame of a tracker, one step of a capture, a list of devices, a camera's setting, a query of a card
  /// reader, a reset; a card transaction, plus its own timeout. Default 30 s.
  public var step: Duration = .seconds(30)
  /// How much a wait for a frame, audio or a device event may exceed its own timeout. Default 5 s. An
  /// unlimited wait has no deadline; it can be cancelled.
  public var frameSlack: Duration = .seconds(5)
  /// One command to a card or its reader, and a disposition of a card. Default 120 s: a card that generates a
  /// key needs long, and requests waiting time from its reader.
  public var cardCommand: Duration = .seconds(120)
  /// Releasing an object, closing the plugin, cancelling a wait. Default 30 s.
  public var release: Duration = .seconds(30)
  /// Added to each for every MiB sent to the worker. Default 250 ms.
  public var perMebibyte: Duration = .milliseconds(250)

  public init() {}

  /// The same deadline for all; for tests.
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

  /// The deadline in nanoseconds; `UInt64.max` where there is none.
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
