// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension CameraChecks {
  /// All frames up to the end; undecodable ones have no bytes.
  static func play(_ camera: CameraProbe) throws -> [CameraProbe.Answer] {
    var answers: [CameraProbe.Answer] = []
    while answers.count < mostFrames {
      let answer = try camera.nextFrame()
      switch answer.answer.status {
      case IMP_OK, IMP_E_FILE: answers.append(answer)
      case IMP_OUTCOME_END: return answers
      default:
        try expect(
          answer.answer, isOneOf: [IMP_OK, IMP_E_FILE, IMP_OUTCOME_END], "camera.next_frame",
          "with a time-out of 5 s, for frame \(answers.count)")
      }
    }
    return answers
  }

  static let framesFit = check(
    "frames-fit-their-bytes", "A frame's description is consistent with its bytes.", rules: ["R-20", "R-24"]
  ) { subject, plugin, _ in
    let camera = try CameraProbe(plugin, locator(subject, plugin))
    for (index, answer) in try play(camera).enumerated() where answer.answer.status == IMP_OK {
      guard let wrong = FrameLayout.problem(of: answer.frame, bytes: answer.length) else { continue }
      throw CheckFailure("frame \(index): \(wrong) (R-24).", place: "camera.next_frame")
    }
  }

  static let framesInOrder = check(
    "frames-in-order", "Timestamps never decrease, sequence numbers increase, and lost frames are counted.",
    rules: ["R-28"]
  ) { subject, plugin, _ in
    let camera = try CameraProbe(plugin, locator(subject, plugin), .init(repeats: 2))
    try expectInOrder(try play(camera))
  }

  static let lateConsumer = check(
    "late-consumer", "A slow consumer gets frames in order; those that it missed are counted.",
    rules: ["R-28"]
  ) { subject, plugin, _ in
    let camera = try CameraProbe(plugin, locator(subject, plugin), .init(rate: 100_000, isRealPace: true))
    var answers: [CameraProbe.Answer] = []
    for index in 0..<40 {
      let answer = try camera.nextFrame()
      if answer.answer.status == IMP_OUTCOME_END { break }
      answers.append(answer)
      // The duration of several frames.
      if index % 3 == 0 { pause(milliseconds: 70) }
    }
    try expectInOrder(answers)
    // A gap in the numbers means lost frames, all of them counted.
    let read = answers.filter { $0.answer.status == IMP_OK }
    guard let first = read.first, let last = read.last else { return }
    let missing = last.frame.sequence - first.frame.sequence + 1 - UInt64(read.count)
    try expect(
      last.frame.dropped >= missing,
      "\(missing) sequence numbers are missing between \(first.frame.sequence) and \(last.frame.sequence), "
        + "but it "
        + "reports \(last.frame.dropped) lost frames (R-28).", place: "camera.next_frame")
  }

  private static func expectInOrder(_ answers: [CameraProbe.Answer]) throws {
    var last: imp_frame?
    var unread: UInt64 = 0
    for (index, answer) in answers.enumerated() {
      guard answer.answer.status == IMP_OK else {
        unread += 1
        continue
      }
      let frame = answer.frame
      if let last {
        try expect(
          frame.timestamp_ns >= last.timestamp_ns,
          "the timestamp of frame \(index) is \(frame.timestamp_ns) ns, after \(last.timestamp_ns) ns; it "
            + "must not "
            + "decrease.",
          place: "camera.next_frame")
        try expect(
          frame.sequence > last.sequence,
          "the sequence number of frame \(index) is \(frame.sequence), after \(last.sequence); it must "
            + "increase "
            + "(R-28).",
          place: "camera.next_frame")
        try expect(
          frame.dropped >= last.dropped,
          "the count of lost frames decreased from \(last.dropped) to \(frame.dropped) (R-28).",
          place: "camera.next_frame")
      }
      try expect(
        frame.dropped >= unread,
        "\(unread) calls returned IMP_E_FILE, but frame \(index) reports \(frame.dropped) lost frames "
          + "(R-28).", place: "camera.next_frame")
      last = frame
    }
  }

  static let shortBuffer = check(
    "short-buffer-keeps-the-frame",
    "If the buffer is too short, the call returns the required size, and keeps the frame.",
    rules: ["R-01", "R-22"]
  ) { subject, plugin, _ in
    let locator = try locator(subject, plugin)
    let whole = try play(CameraProbe(plugin, locator)).filter { $0.answer.status == IMP_OK }
    let camera = try CameraProbe(plugin, locator)
    guard whole.count < mostFrames else {
      throw CheckSkip("it is a device: its frames cannot be read twice.")
    }
    for (index, expected) in whole.enumerated() {
      var short = try camera.nextFrame(capacity: 0)
      while short.answer.status == IMP_E_FILE { short = try camera.nextFrame(capacity: 0) }
      let what = "for frame \(index) and a buffer of 0 bytes"
      try expect(short.answer, isOneOf: [IMP_RETRY_SHORT_BUFFER], "camera.next_frame", what)
      try expect(
        short.length == expected.length,
        "\(what) it asks for \(short.length) bytes; the frame has \(expected.length) (R-01).",
        place: "camera.next_frame")
      try expect(
        short.isUntouched, "\(what) it filled the frame's description anyway (R-22).",
        place: "camera.next_frame")
      let again = try camera.nextFrame(capacity: short.length)
      try expectSuccess(
        again.answer, "camera.next_frame", "for frame \(index) and the size that it had asked for")
      try expect(
        again.bytes == expected.bytes && again.frame.sequence == expected.frame.sequence,
        "after a short buffer it returned frame \(again.frame.sequence); \(expected.frame.sequence) was "
          + "due (R-01).",
        place: "camera.next_frame")
    }
  }

  static let endLasts = check(
    "end-lasts", "After the last frame every call answers the end.", rules: ["R-12"]
  ) { subject, plugin, _ in
    let camera = try CameraProbe(plugin, locator(subject, plugin))
    guard try play(camera).count < mostFrames else { throw CheckSkip("it is a device: it has no end.") }
    for capacity in [CameraProbe.room, 0, CameraProbe.room] {
      let answer = try camera.nextFrame(timeout: .zero, capacity: capacity).answer
      try expect(answer, isOneOf: [IMP_OUTCOME_END], "camera.next_frame", "after the end (R-12)")
    }
    camera.cancel()
    let answer = try camera.nextFrame(timeout: .zero).answer
    try expect(
      answer, isOneOf: [IMP_OUTCOME_CANCELLED], "camera.next_frame", "after the end and cancel (R-12)")
  }
}
