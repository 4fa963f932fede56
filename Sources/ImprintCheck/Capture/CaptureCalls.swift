// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension FaceCaptureChecks {
  static let options = check(
    "refuses-options", "Options out of their range are refused, and no capture is made.", rules: ["R-22"]
  ) { _, plugin, _ in
    let table = try plugin.table(IMP_FACE_CAPTURE_ID, as: imp_face_capture_ability.self)
    let wrongs: [(words: String, status: imp_status, change: (inout imp_face_capture_options) -> Void)] = [
      ("images 0 (1...8)", IMP_E_ARGUMENT, { $0.images = 0 }),
      ("images 9 (1...8)", IMP_E_ARGUMENT, { $0.images = 9 }),
      ("quality_threshold -1 (0...100)", IMP_E_ARGUMENT, { $0.quality_threshold = -1 }),
      ("quality_threshold 101 (0...100)", IMP_E_ARGUMENT, { $0.quality_threshold = 101 }),
      ("quality_threshold NaN (0...100)", IMP_E_ARGUMENT, { $0.quality_threshold = .nan }),
      ("timeout_ns of 0.999999999 s (1 s...600 s)", IMP_E_ARGUMENT, { $0.timeout_ns = 999_999_999 }),
      ("timeout_ns of 601 s (1 s...600 s)", IMP_E_ARGUMENT, { $0.timeout_ns = 601_000_000_000 }),
      ("steady_ns of 11 s (0...10 s)", IMP_E_ARGUMENT, { $0.steady_ns = 11_000_000_000 }),
      ("liveness_mode 0xFFFF, which there is none of", IMP_E_UNSUPPORTED, { $0.liveness_mode = 0xFFFF }),
    ]
    for wrong in wrongs {
      var options = CaptureProbe.options()
      wrong.change(&options)
      let canary = OpaquePointer(bitPattern: 0x5A5A)
      var made = canary
      let answer = CallAnswer(table.create(plugin.plugin, &options, &made), plugin.host)
      try expect(answer, isOneOf: [wrong.status], "face-capture.create", "for \(wrong.words)")
      try expect(
        made == canary, "it refused \(wrong.words) and changed *capture all the same (R-22).",
        place: "face-capture.create")
    }
  }

  static let sizeFields = check(
    "refuses-wrong-sizes", "A struct whose size field is wrong is refused before it is looked at.",
    rules: ["R-20"]
  ) { _, plugin, _ in
    let table = try plugin.table(IMP_FACE_CAPTURE_ID, as: imp_face_capture_ability.self)
    for change in [-8, 8] {
      func wrong(_ size: inout UInt32) { size = UInt32(Int(size) + change) }
      func refused(_ answer: CallAnswer, _ call: String, _ name: String) throws {
        try expect(
          answer, isOneOf: [IMP_E_ABI], "face-capture.\(call)",
          "for an \(name) whose size field is not its size (R-20)")
      }
      var options = CaptureProbe.options()
      wrong(&options.size)
      var made: OpaquePointer?
      try refused(
        CallAnswer(table.create(plugin.plugin, &options, &made), plugin.host), "create",
        "imp_face_capture_options")
      let probe = try CaptureProbe(plugin)
      let frame = CaptureProbe.Input.frame(start)
      try refused(try probe.step(frame, changeImage: { wrong(&$0.size) }).answer, "step", "imp_image")
      try refused(
        try probe.step(frame, changeEvents: { wrong(&$0.size) }).answer, "step", "imp_capture_events")
      try refused(try probe.step(frame, changeEvent: { wrong(&$0.size) }).answer, "step", "imp_capture_event")
      var faces = frame
      wrong(&faces.faces[0].size)
      try refused(try probe.step(faces).answer, "step", "imp_face")
    }
  }

  static let refusesFrames = check(
    "refuses-impossible-images",
    "An image whose description does not fit its bytes is refused, and no step taken.",
    rules: ["R-22", "R-24"]
  ) { subject, plugin, _ in
    let probe = try CaptureProbe(plugin)
    for wrong in WrongImage.all {
      var input = CaptureProbe.Input.frame(start)
      input.picture = .person(1)
      subject.note("step: an image with \(wrong.words)")
      let step = try probe.step(input, changeImage: wrong.change)
      try expectTypedFailure(
        step.answer, or: [IMP_E_SAMPLE], "face-capture.step", "for an image with \(wrong.words)")
      try expect(
        step.isUntouched, "it refused an image with \(wrong.words) and wrote events all the same (R-22).",
        place: "face-capture.step")
    }
    for kind in [UInt32(0), 4, .max] {
      let step = try probe.step(CaptureProbe.Input(kind: kind, now: start))
      try expectTypedFailure(
        step.answer, or: [IMP_E_UNSUPPORTED], "face-capture.step", "for input \(kind) (1...3)")
    }
  }

  static let earlierTime = check(
    "refuses-an-earlier-time", "A step from before the last one is refused; one of the same time is not.",
    rules: ["R-22", "R-25"]
  ) { _, plugin, _ in
    let probe = try CaptureProbe(plugin)
    _ = try probe.taken(.nobody(start + period))
    _ = try probe.taken(.nobody(start + period))
    for input in [CaptureProbe.Input.nobody(start), .tick(start + period - 1), .end(0)] {
      let step = try probe.step(input)
      try expect(
        step.answer, isOneOf: [IMP_E_ARGUMENT], "face-capture.step",
        "\(input.words), before the last step's (R-25)")
      try expect(
        step.isUntouched, "\(input.words) it refused the step and wrote events all the same (R-22).",
        place: "face-capture.step")
    }
    _ = try probe.taken(.nobody(start + period))
  }

  static let failedStep = check(
    "failed-step-does-not-count", "After a failure state and time are as they were.", rules: ["R-14", "R-22"]
  ) { _, plugin, _ in
    let (probe, other) = (try CaptureProbe(plugin), try CaptureProbe(plugin))
    for index in 0..<40 {
      let now = start + UInt64(index) * period
      // Of a later time, so that one that counts is noticed at the next step.
      var wrong = CaptureProbe.Input.frame(now + 20 * period)
      wrong.picture = .person(1)
      let failed = try probe.step(wrong, changeImage: { $0.pixels.length -= 1 })
      try expectTypedFailure(
        failed.answer, or: [IMP_E_SAMPLE], "face-capture.step", "for an image that is a byte short")
      let step = try probe.step(.frame(now))
      try expectSuccess(
        step.answer, "face-capture.step", "\(step.input.words), after a step that it had refused,")
      let expected = try other.taken(.frame(now))
      try expect(
        step.bytes == expected.bytes,
        "\(step.input.words) it gave other events than a capture that never saw the steps that were refused (R-22).",
        place: "face-capture.step")
      if step.isFinished { return }
    }
  }
}
