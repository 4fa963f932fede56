// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension MicrophoneChecks {
  /// The read size of these checks; deliberately not a device's usual period.
  private static let stride = 37

  /// Reads the given number of chunks; omits unreadable ones.
  private static func pieces(
    of microphone: MicrophoneProbe, _ count: Int, between: (Int) -> Void = { _ in }
  ) throws -> [MicrophoneProbe.Answer] {
    var pieces: [MicrophoneProbe.Answer] = []
    for index in 0..<count {
      let answer = try microphone.read(capacity: microphone.room(milliseconds: stride))
      if answer.answer.status == IMP_OUTCOME_END { break }
      if answer.answer.status == IMP_E_FILE { continue }
      try expectSuccess(answer.answer, "microphone.read", "with a time-out of 5 s, for chunk \(index)")
      pieces.append(answer)
      between(index)
    }
    return pieces
  }

  static let inOrder = check(
    "counts-in-order", "Timestamps never decrease, and positions count every frame, including lost ones.",
    rules: ["R-28"]
  ) { subject, plugin, _ in
    let microphone = try MicrophoneProbe(plugin, locator(subject, plugin), .init(repeats: 2))
    let pieces = try pieces(of: microphone, 40)
    try expectInOrder(pieces, microphone)
    if let first = pieces.first {
      try expect(
        first.chunk.position == first.chunk.lost,
        "the first frame has position \(first.chunk.position), but \(first.chunk.lost) were lost since open "
          + "(R-28).", place: "microphone.read")
    }
  }

  static let lateReader = check(
    "late-reader", "A slow reader gets sound in order; frames that it missed are counted.",
    rules: ["R-28"]
  ) { subject, plugin, _ in
    let microphone = try MicrophoneProbe(
      plugin, locator(subject, plugin), .init(bufferMilliseconds: 40, isRealPace: true))
    let pieces = try pieces(of: microphone, 12) { index in
      // Longer than the requested buffer.
      if index % 3 == 2 { pause(milliseconds: 300) }
    }
    try expectInOrder(pieces, microphone)
  }

  private static func expectInOrder(_ pieces: [MicrophoneProbe.Answer], _ microphone: MicrophoneProbe) throws
  {
    for (one, next) in zip(pieces, pieces.dropFirst()) {
      let (before, after) = (one.chunk, next.chunk)
      try expect(
        after.timestamp_ns >= before.timestamp_ns,
        "the timestamp \(after.timestamp_ns) ns follows \(before.timestamp_ns) ns; it must not decrease.",
        place: "microphone.read")
      try expect(
        after.lost >= before.lost && after.overruns >= before.overruns,
        "the counts of lost frames decreased from \(before.lost) and \(before.overruns) to \(after.lost) and "
          + "\(after.overruns) (R-28).", place: "microphone.read")
      let expected =
        before.position &+ UInt64(one.length / microphone.frameBytes) &+ (after.lost &- before.lost)
      try expect(
        after.position == expected,
        "after \(one.length / microphone.frameBytes) frames from \(before.position) the position is "
          + "\(after.position), with \(after.lost &- before.lost) lost ones in between; \(expected) is "
          + "expected (R-28).",
        place: "microphone.read")
      try expect(
        (after.lost == before.lost) == (after.overruns == before.overruns),
        "\(after.lost &- before.lost) frames were lost in \(after.overruns &- before.overruns) overruns "
          + "(R-28).",
        place: "microphone.read")
    }
  }

  // Chunks usually come within 20 ms; between them there is nothing.
  static let waits = WaitingWords(
    function: "read", absence: "without sound", limits: [0, 0, 2, 0, 0, 5, 0, 0, 1, 0, 300, 0, 0, 0])

  static func waiting(
    _ subject: CheckSubject, _ plugin: ProbePlugin, for purpose: WaitingPurpose
  ) throws -> ReadyWait {
    ReadyWait(call: try MicrophoneProbe(plugin, locator(subject, plugin), .init(isRealPace: true)).waiting)
  }

  static let endLasts = check(
    "end-lasts", "After the last frame every call answers the end.", rules: ["R-12"]
  ) { subject, plugin, _ in
    let microphone = try MicrophoneProbe(plugin, locator(subject, plugin))
    let limit = ContinuousClock.now + .seconds(8)
    while true {
      let answer = try microphone.read(capacity: microphone.room(milliseconds: 1000)).answer
      if answer.status == IMP_OUTCOME_END { break }
      try expect(answer, isOneOf: [IMP_OK, IMP_E_FILE], "microphone.read", "with a time-out of 5 s")
      guard ContinuousClock.now < limit else { throw CheckSkip("it is a device: it has no end.") }
    }
    for _ in 0..<3 {
      let answer = try microphone.read(timeout: .zero).answer
      try expect(answer, isOneOf: [IMP_OUTCOME_END], "microphone.read", "after the end (R-12)")
    }
    microphone.cancel()
    let answer = try microphone.read(timeout: .zero).answer
    try expect(
      answer, isOneOf: [IMP_OUTCOME_CANCELLED], "microphone.read", "after the end and cancel (R-12)")
  }
}
