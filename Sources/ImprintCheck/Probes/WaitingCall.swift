// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import Glibc
internal import ImprintThreads
internal import Synchronization

/// The answer of a blocking call, with its duration.
protocol TimedAnswer: LentAnswer {
  var duration: Duration { get }
}

extension TimedAnswer {
  var waited: WaitingCall.Answer {
    WaitingCall.Answer(answer: answer, duration: duration, isUntouched: isUntouched)
  }
}

/// A blocking function of a plugin, and the one that unblocks it: the checks for all such pairs.
struct WaitingCall: Sendable {
  struct Answer: TimedAnswer {
    let answer: CallAnswer
    let duration: Duration
    /// Whether the output memory is unchanged.
    let isUntouched: Bool
  }

  /// The blocking function: `microphone.read`.
  let call: String
  /// The function that unblocks it: `microphone.cancel`.
  let cancelCall: String
  /// Its other valid answers: it got something, or its source has ended.
  let goingOn: [imp_status]
  /// `nil`: without limit.
  let wait: @Sendable (Duration?) throws -> Answer
  let cancel: @Sendable () -> Void

  /// The tolerance for late returns, on a busy machine.
  static let slack: Duration = .milliseconds(1000)
  /// The tolerance for early returns, by a clock's precision.
  static let grain: Duration = .milliseconds(1)

  static func nanoseconds(_ duration: Duration?) -> UInt64 {
    guard let duration else { return .max }
    return UInt64(duration.components.seconds) * 1_000_000_000
      + UInt64(duration.components.attoseconds / 1_000_000_000)
  }

  /// How often the time-outs are tried where something was available each time, so that none expired.
  private static let rounds = 8

  /// Fails where it waits longer than the time-out, returns early, or fills outputs without data.
  ///
  /// Whether something comes meanwhile depends on the device: the time-outs are tried again until one above
  /// zero has ended a wait.
  func expectTimeouts(_ limits: [Int]) throws {
    for _ in 0..<Self.rounds {
      let ended = try limits.filter { try endsInTime(.milliseconds($0)) }
      if ended.contains(where: { $0 > 0 }) { return }
    }
  }

  /// - Returns: Whether the time-out, and nothing else, ended the wait.
  /// - Throws: ``CheckFailure`` where it answered too late, too early, or with a wrong status.
  private func endsInTime(_ limit: Duration) throws -> Bool {
    let answer = try wait(limit)
    let what = "with a time-out of \(Int(limit / .milliseconds(1))) ms"
    try expect(
      answer.duration <= limit + Self.slack,
      "\(what) it returned \(answer.answer.words) after \(answer.duration); it must return in time (R-26).",
      place: call)
    guard answer.answer.status == IMP_RETRY_TIMEOUT else {
      try expect(answer.answer, isOneOf: goingOn + [IMP_RETRY_TIMEOUT], call, what)
      return false
    }
    try expect(
      answer.duration >= limit - Self.grain,
      "\(what) it returned IMP_RETRY_TIMEOUT too early, after \(answer.duration) (R-26).", place: call)
    try expect(
      answer.isUntouched,
      "\(what) it returned IMP_RETRY_TIMEOUT but wrote to its outputs (R-22).", place: call)
    return true
  }

  /// Fails unless a call that waits without limit ends soon after cancel, which itself returns at once.
  /// - Throws: ``CheckSkip`` where it ends by itself before; errors of the call itself.
  func expectCancelWakes() throws {
    let ended = Mutex<Result<End, any Error>?>(nil)
    let hasBegun = Atomic(false)
    let waiting = try Parallel.start {
      hasBegun.store(true, ordering: .relaxed)
      let end = Result { try waitForEnd() }
      ended.withLock { $0 = end }
    }
    // A busy machine may start a thread late: cancel must find a call that is blocked, not one yet to come.
    while !hasBegun.load(ordering: .relaxed) { usleep(1000) }
    usleep(300_000)
    if let early = try ended.withLock({ try $0?.get() }) {
      waiting.join()
      guard early.status != IMP_OUTCOME_END else {
        throw CheckSkip("it ends before a call has to wait.")
      }
      throw CheckFailure(
        "without a time-out it returned \(early.words) before cancel was called (R-26).", place: call)
    }
    let start = ContinuousClock.now
    cancel()
    try expect(
      ContinuousClock.now - start <= Self.slack,
      "it returned after \(ContinuousClock.now - start); an immediate return is expected (R-13).",
      place: cancelCall)
    let limit = start + .seconds(3)
    while ended.withLock({ $0 }) == nil, ContinuousClock.now < limit { usleep(2000) }
    guard let end = try ended.withLock({ try $0?.get() }) else {
      throw CheckFailure(
        "a call waiting without a time-out still waits 3 s after cancel (R-12).", place: cancelCall)
    }
    waiting.join()
    try expect(
      end.status == IMP_OUTCOME_CANCELLED,
      "a waiting call returned \(end.words) after cancel; IMP_OUTCOME_CANCELLED is expected (R-12).",
      place: call)
    try expect(
      end.at - start <= Self.slack,
      "a waiting call returned \(end.at - start) after cancel; an immediate return is expected (R-12).",
      place: cancelCall)
  }

  /// How a wait without limit ended.
  private struct End {
    let status: imp_status
    let words: String
    let at: ContinuousClock.Instant
  }

  /// Waits without limit, repeatedly while something is available.
  private func waitForEnd() throws -> End {
    while true {
      let answer = try wait(nil).answer
      if answer.status != IMP_OUTCOME_END, goingOn.contains(answer.status) { continue }
      return End(status: answer.status, words: answer.words, at: .now)
    }
  }

  /// Fails unless every call after cancel reports it, at once.
  func expectCancelLasts() throws {
    cancel()
    cancel()
    for milliseconds in [0, 2000, 0, 2000] {
      let answer = try wait(.milliseconds(milliseconds))
      try expect(
        answer.answer, isOneOf: [IMP_OUTCOME_CANCELLED], call,
        "after cancel, with a time-out of \(milliseconds) ms, (R-12)")
      try expect(
        answer.duration <= Self.slack,
        "after cancel it returned after \(answer.duration); an immediate return is expected (R-12).",
        place: call)
      try expect(
        answer.isUntouched, "after cancel it wrote to its outputs (R-22).", place: call)
    }
  }
}
