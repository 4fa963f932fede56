// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension FaceCaptureChecks {
  static let sameSteps = check(
    "same-steps-same-events",
    "The same options and steps give the same events, independent of when they are made.", rules: ["R-14"]
  ) { _, plugin, _ in
    let recorded = try CaptureProbe(plugin).session()
    for _ in 0..<6 { try replay(recorded, try CaptureProbe(plugin), "") }
    for one in try LivenessCase.all(plugin) {
      try replay(try one.turning(plugin), try CaptureProbe(plugin, one.options), "\(one.words), ")
    }
  }

  private static func replay(_ recorded: [CaptureProbe.Step], _ probe: CaptureProbe, _ words: String) throws {
    for (index, step) in recorded.enumerated() {
      let again = try probe.taken(step.input)
      try expect(
        again.bytes == step.bytes,
        "\(words)step \(index), \(step.input.words), gave \(again.events.count) events in a replay, which "
          + "differ from the \(step.events.count) of the first run (R-14).", place: "face-capture.step")
    }
  }

  static let finishes = check(
    "finishes-once", "FINISHED occurs once, and is the last event of its step.", rules: ["R-15"]
  ) { _, plugin, random in
    for session in try sessions(plugin, &random) {
      let finished = session.flatMap(\.events).count { $0.kind == UInt32(IMP_CAPTURE_FINISHED) }
      try expect(
        finished == 1,
        "a session of \(session.count) steps has \(finished) FINISHED events; 1 is expected (R-15).",
        place: "face-capture.step")
      let last = session.last?.events.last?.kind ?? 0
      try expect(
        last == UInt32(IMP_CAPTURE_FINISHED),
        "FINISHED is followed by an event of kind \(last) in the same step; it must be the last (R-15).",
        place: "face-capture.step")
    }
  }

  static let finishedIsLast = check(
    "finished-is-final", "After FINISHED every further step is refused.", rules: ["R-15"]
  ) { _, plugin, _ in
    let probe = try CaptureProbe(plugin)
    let steps = try probe.session(frames: 6)
    let now = (steps.last?.input.now ?? 0) + period
    for input in [CaptureProbe.Input.frame(now), .tick(now + 1), .end(now + 2), .stop(now + 3)] {
      let step = try probe.step(input)
      try expect(
        step.answer, isOneOf: [IMP_E_STATE], "face-capture.step", "\(input.words), after FINISHED (R-15)")
    }
  }

  static let endsWithSource = check(
    "ends-with-the-source", "The end of the source finishes the capture in the same step."
  ) { _, plugin, _ in
    for before in [0, 1, 6] {
      let probe = try CaptureProbe(plugin, CaptureProbe.options(images: 8, steady: 10_000_000_000))
      for index in 0..<before { _ = try probe.taken(.frame(start + UInt64(index) * period)) }
      let step = try probe.taken(.end(start + UInt64(before) * period))
      try expectFinish(step, IMP_FINISH_ENDED, "at the end of the source after \(before) frames")
    }
  }

  static let timesOut = check(
    "times-out", "The capture finishes at its time-out, not before, whatever the input."
  ) { _, plugin, _ in
    let timeout: UInt64 = 2_000_000_000
    let inputs: [(String, (UInt64) -> CaptureProbe.Input)] = [
      ("a tick", { .tick($0) }), ("a frame without a face", { .nobody($0) }),
    ]
    for (words, input) in inputs {
      let probe = try CaptureProbe(plugin, CaptureProbe.options(timeout: timeout))
      for now in [start, start + timeout / 2, start + timeout - 1] {
        let step = try probe.taken(.nobody(now))
        try expect(
          !step.isFinished,
          "it finished \(now - start) ns after the first step; the time-out is \(timeout) ns.",
          place: "face-capture.step")
      }
      let step = try probe.taken(input(start + timeout))
      try expectFinish(
        step, IMP_FINISH_TIMEOUT, "at \(words) \(timeout) ns after the first step, the time-out,")
    }
  }

  static func expectFinish(_ step: CaptureProbe.Step, _ code: Int32, _ when: String) throws {
    guard let finished = step.events.last, finished.kind == UInt32(IMP_CAPTURE_FINISHED) else {
      throw CheckFailure(
        "\(when) it did not finish: the step has \(step.events.count) events and no FINISHED.",
        place: "face-capture.step")
    }
    try expect(
      finished.code == code, "\(when) it finished with code \(finished.code); \(code) is expected.",
      place: "face-capture.step")
  }

  static let eventsInRange = check(
    "events-in-range",
    "Every event is of a known kind, and its fields are in their ranges; unused fields are 0."
  ) { _, plugin, random in
    for session in try sessions(plugin, &random) {
      for step in session {
        for (index, event) in step.events.enumerated() {
          guard let wrong = CaptureEventRules.problem(of: event, in: step.input) else { continue }
          throw CheckFailure(
            "event \(index) of the step \(step.input.words): \(wrong).", place: "face-capture.step")
        }
      }
    }
  }

  static let progressRises = check("progress-rises", "Progress never decreases.") { _, plugin, random in
    for session in try sessions(plugin, &random) {
      var reached: Float = 0
      for step in session {
        for event in step.events where event.kind == UInt32(IMP_CAPTURE_PROGRESS) {
          try expect(
            event.value >= reached,
            "progress decreased from \(reached) to \(event.value) \(step.input.words).",
            place: "face-capture.step")
          reached = event.value
        }
      }
    }
  }

  static let resultsAreKept = check(
    "results-were-kept",
    "Every RESULT names a slot filled by a KEEP; ranks start at 0, and no slot is returned twice."
  ) { _, plugin, random in
    for session in try sessions(plugin, &random) {
      var kept: Set<UInt32> = []
      var returned: [UInt32] = []
      for event in session.flatMap(\.events) {
        if event.kind == UInt32(IMP_CAPTURE_KEEP) { kept.insert(event.slot) }
        guard event.kind == UInt32(IMP_CAPTURE_RESULT) else { continue }
        try expect(
          kept.contains(event.slot),
          "RESULT of rank \(event.rank) names slot \(event.slot), which no KEEP filled (kept: "
            + "\(kept.sorted())).",
          place: "face-capture.step")
        try expect(
          event.rank == UInt32(returned.count),
          "RESULT \(returned.count) has rank \(event.rank); ranks start at 0, the best first.",
          place: "face-capture.step")
        try expect(
          !returned.contains(event.slot), "slot \(event.slot) is returned twice.", place: "face-capture.step")
        returned.append(event.slot)
      }
    }
  }

  static let keepsImages = check(
    "returns-the-images-asked-for",
    "A capture that finishes as captured returns the requested number of images."
  ) { _, plugin, _ in
    for images in [1, 3] as [UInt32] {
      let session = try CaptureProbe(plugin, CaptureProbe.options(images: images)).session(frames: 200)
      let events = session.flatMap(\.events)
      guard let finished = events.last, finished.code == IMP_FINISH_CAPTURED else {
        throw CheckSkip("it did not accept the drawn face as good enough, so it captured nothing.")
      }
      let results = events.count { $0.kind == UInt32(IMP_CAPTURE_RESULT) }
      try expect(
        results == Int(images), "it finished as captured with \(results) images; \(images) were requested.",
        place: "face-capture.step")
    }
  }
}
