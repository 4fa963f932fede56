// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// The checks of plugins with an ability that has a blocking function with a time-out, and one that unblocks
/// it from any thread: what follows from these function types.
protocol WaitingCheckGroup: AbilityCheckGroup {
  /// As failures name the place: `microphone`.
  static var name: String { get }
  static var waits: WaitingWords { get }

  /// A blocking call, prepared.
  /// - Parameter purpose: What the check shows with it.
  static func waiting(
    _ subject: CheckSubject, _ plugin: ProbePlugin, for purpose: WaitingPurpose
  ) throws -> ReadyWait

  /// Fails unless lists of the ability check the size field of an entry; does nothing where it has no lists.
  static func expectListedSizesLookedAt(_ plugin: ProbePlugin) throws

  /// Structs that calls borrow, each with a wrong size field.
  /// - Parameter change: The difference from the right size.
  static func wrongSizes(
    _ subject: CheckSubject, _ plugin: ProbePlugin, by change: Int
  ) throws -> [WrongSize]
}

/// The words for a wait, and the time-outs to try until one of them expires.
struct WaitingWords: Sendable {
  /// `next_frame`.
  let function: String
  /// For a time-out: "without a frame".
  let absence: String
  /// In milliseconds.
  let limits: [Int]
  /// What cancel unblocks: "a call".
  var ended = "a call"
  /// What remains true after cancel.
  var lasting = "every call immediately returns that it was cancelled"
}

enum WaitingPurpose {
  /// Nothing will be available for some time.
  case nothing
  /// Something will be available soon.
  case something
  /// Nothing has to wait.
  case cancelled
}

/// A blocking call, and what must hold at the end of the check.
struct ReadyWait {
  let call: WaitingCall
  var after: () throws -> Void = {}
}

extension WaitingCheckGroup {
  static var timeouts: ConformanceCheck {
    check(
      "waits-as-long-as-asked",
      "\(waits.function) waits at most its time-out, and no less \(waits.absence).",
      rules: ["R-22", "R-26"]
    ) { subject, plugin, _ in
      let ready = try waiting(subject, plugin, for: .nothing)
      try ready.call.expectTimeouts(waits.limits)
      try ready.after()
    }
  }

  /// - Parameters:
  ///   - something: What comes: "the next frame".
  ///   - times: The number of waits.
  static func unlimitedWait(for something: String, times: Int) -> ConformanceCheck {
    check(
      "waits-without-limit", "A time-out of UINT64_MAX waits for \(something).", rules: ["R-26"]
    ) { subject, plugin, _ in
      let call = try waiting(subject, plugin, for: .something).call
      for index in 0..<times {
        try expect(
          call.wait(nil).answer, isOneOf: call.goingOn, call.call,
          "for wait \(index), without a time-out (R-26)")
      }
    }
  }

  static var cancelWakes: ConformanceCheck {
    check(
      "cancel-ends-waiting", "cancel promptly unblocks \(waits.ended) that waits, from any thread.",
      rules: ["R-12", "R-13"]
    ) { subject, plugin, _ in
      let ready = try waiting(subject, plugin, for: .nothing)
      try ready.call.expectCancelWakes()
      try ready.after()
    }
  }

  static var cancelLasts: ConformanceCheck {
    check("cancel-lasts", "After cancel \(waits.lasting).", rules: ["R-12", "R-13"]) { subject, plugin, _ in
      let ready = try waiting(subject, plugin, for: .cancelled)
      try ready.call.expectCancelLasts()
      try ready.after()
    }
  }

  static var sizeFields: ConformanceCheck {
    refusesWrongSizes {
      try wrongSizes($0, $1, by: $2)
    } lists: {
      try expectListedSizesLookedAt($0)
    }
  }
}

extension SizedStruct {
  /// A change that makes a struct's size field wrong.
  static func wrong(by change: Int) -> (inout Self) -> Void {
    { $0.size = UInt32(Int($0.size) + change) }
  }
}
