// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension FaceCaptureChecks {
  static let targets = check(
    "refuses-wrong-targets",
    "An active challenge with targets out of range is refused, and no capture is created.",
    rules: ["R-22"]
  ) { _, plugin, _ in
    let options = CaptureProbe.options(mode: IMP_LIVENESS_MODE_ACTIVE, helps: LivenessCase.allHelps)
    guard try CaptureProbe.has(options, plugin) else {
      throw CheckSkip("it has no liveness mode of active challenges.")
    }
    func wrong(
      _ words: String, _ cr2d: Int32,
      _ change: @escaping (inout imp_face_capture_options_v2) -> Void = { _ in }
    ) -> WrongOptions<imp_face_capture_options_v2> {
      WrongOptions(words) {
        $0.cr2d = UInt32(cr2d)
        change(&$0)
      }
    }
    for wrong in [
      wrong("cr2d 0 (1...4)", 0), wrong("cr2d 5 (1...4)", 5),
      wrong("a path of 0 targets (1...8)", IMP_CR2D_PATH),
      wrong("a path of 9 targets (1...8)", IMP_CR2D_PATH) { $0.targets = 9 },
      wrong("a target at x 1.5 (-1...1)", IMP_CR2D_FIXED) { $0.target.x = 1.5 },
      wrong("a target at y NaN (-1...1)", IMP_CR2D_FIXED) { $0.target.y = .nan },
      wrong("a start at y -1.5 (-1...1)", IMP_CR2D_TRAINING) { $0.start.y = -1.5 },
    ] {
      try CaptureProbe.create(plugin, options, change: wrong.change).ended().expectRefused(
        [wrong.status], "face-capture.create", "for \(wrong.words)")
    }
  }

  static let options = refusesWrongOptions(
    "capture", "face-capture.create",
    {
      [
        WrongOptions("security 0 (1...3)") { $0.security = 0 },
        WrongOptions("security 4 (1...3)") { $0.security = 4 },
        WrongOptions("images 9 (0...8)") { $0.images = 9 },
        WrongOptions("quality_threshold -1 (0...100)") { $0.quality_threshold = -1 },
        WrongOptions("quality_threshold 101 (0...100)") { $0.quality_threshold = 101 },
        WrongOptions("quality_threshold NaN (0...100)") { $0.quality_threshold = .nan },
        WrongOptions("liveness_threshold -1 (0...100)") { $0.liveness_threshold = -1 },
        WrongOptions("liveness_threshold 101 (0...100)") { $0.liveness_threshold = 101 },
        WrongOptions("liveness_threshold NaN (0...100)") { $0.liveness_threshold = .nan },
        WrongOptions("timeout_ns of 0.999999999 s (1 s...600 s)") { $0.timeout_ns = 999_999_999 },
        WrongOptions("timeout_ns of 601 s (1 s...600 s)") { $0.timeout_ns = 601_000_000_000 },
        WrongOptions("steady_ns of 11 s (0...10 s)") { $0.steady_ns = 11_000_000_000 },
        WrongOptions("blink_timeout_ns of 31 s (0...30 s)") { $0.blink_timeout_ns = 31_000_000_000 },
        WrongOptions("interval_ns of 11 s (0...10 s)") { $0.interval_ns = 11_000_000_000 },
        WrongOptions("liveness_mode 0xFFFF, which is undefined", IMP_E_UNSUPPORTED) {
          $0.liveness_mode = 0xFFFF
        },
      ]
    }, { try CaptureProbe.create($0, CaptureProbe.options(), change: $1) })

  static let sizeFields = refusesWrongSizes { _, plugin, change in
    let creation = try CaptureProbe.create(
      plugin, CaptureProbe.options(), change: imp_face_capture_options_v2.wrong(by: change)
    ).ended()
    let probe = try CaptureProbe(plugin)
    let frame = CaptureProbe.Input.frame(start)
    let input = try probe.step(frame, changeInput: imp_capture_input.wrong(by: change))
    let image = try probe.step(frame, changeImage: imp_image.wrong(by: change))
    let events = try probe.step(frame, changeEvents: { $0.size = UInt32(Int($0.size) + change) })
    let event = try probe.step(frame, changeEvent: imp_capture_event_v2.wrong(by: change))
    var faces = frame
    imp_face.wrong(by: change)(&faces.faces[0])
    return [
      WrongSize("face-capture.create", "imp_face_capture_options_v2", creation.answer),
      WrongSize("face-capture.step", "imp_capture_input", input.answer),
      WrongSize("face-capture.step", "imp_image", image.answer),
      WrongSize("face-capture.step", "imp_capture_events_v2", events.answer),
      WrongSize("face-capture.step", "imp_capture_event_v2", event.answer),
      WrongSize("face-capture.step", "imp_face", try probe.step(faces).answer),
    ]
  }

  static let refusesFrames = check(
    "refuses-impossible-images",
    "An image whose description does not fit its bytes is refused, and no step is taken.",
    rules: ["R-22", "R-24"]
  ) { subject, plugin, _ in
    let probe = try CaptureProbe(plugin)
    for wrong in WrongImage.all {
      var input = CaptureProbe.Input.frame(start)
      input.picture = .person(1)
      subject.note("step: an image with \(wrong.words)")
      try probe.step(input, changeImage: wrong.change).expectRefused(
        [IMP_E_ARGUMENT, IMP_E_SAMPLE], "face-capture.step", "for an image with \(wrong.words)")
    }
    for kind in [UInt32(0), 7, .max] {
      let step = try probe.step(CaptureProbe.Input(kind: kind, now: start))
      try expectTypedFailure(
        step.answer, or: [IMP_E_UNSUPPORTED], "face-capture.step", "for input \(kind) (1...6)")
    }
  }

  static let earlierTime = check(
    "refuses-an-earlier-time",
    "A step with a time before the last one is refused; one with the same time is not.",
    rules: ["R-22", "R-25"]
  ) { _, plugin, _ in
    let probe = try CaptureProbe(plugin)
    _ = try probe.taken(.nobody(start + period))
    _ = try probe.taken(.nobody(start + period))
    for input in [
      CaptureProbe.Input.nobody(start), .tick(start + period - 1), .end(0), .stop(start), .motion(start),
    ] {
      try probe.step(input).expectRefused(
        [IMP_E_ARGUMENT], "face-capture.step", "\(input.words), before the last step's (R-25)")
    }
    _ = try probe.taken(.nobody(start + period))
  }

  static let unasked = check(
    "refuses-answers-to-nothing", "The answer to a comparison that was not asked for is refused.",
    rules: ["R-22"]
  ) { _, plugin, _ in
    let probe = try CaptureProbe(plugin)
    for input in [CaptureProbe.Input.nobody(start), .frame(start + period)] {
      _ = try probe.taken(input)
      try probe.step(.unable((0, 1), input.now)).expectRefused(
        [IMP_E_STATE], "face-capture.step", "for the answer to a comparison that it did not ask for")
    }
  }

  static let failedStep = check(
    "failed-step-does-not-count", "After a failure, state and time are unchanged.", rules: ["R-14", "R-22"]
  ) { _, plugin, _ in
    let (probe, other) = (try CaptureProbe(plugin), try CaptureProbe(plugin))
    for index in 0..<40 {
      let now = start + UInt64(index) * period
      // At a later time, so that a step that was wrongly counted shows at the next one.
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
        "\(step.input.words) it returned different events than a capture that was never given the refused "
          + "steps (R-22).",
        place: "face-capture.step")
      if step.isFinished { return }
    }
  }
}
