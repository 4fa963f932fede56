// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension FingerReaderChecks {
  private static let call = "finger-reader.next_event"

  /// Its events up to the end, or as many as a device gives.
  /// - Throws: ``CheckSkip`` where there is none: nobody presents a finger.
  private static func play(_ reader: FingerReaderProbe) throws -> [FingerReaderProbe.Answer] {
    try playWhole(reader).answers
  }

  /// The same, and whether the end came.
  private static func playWhole(
    _ reader: FingerReaderProbe
  ) throws -> (answers: [FingerReaderProbe.Answer], hasEnded: Bool) {
    var answers: [FingerReaderProbe.Answer] = []
    while answers.count < mostEvents {
      let answer = try reader.nextEvent()
      switch answer.answer.status {
      case IMP_OK: answers.append(answer)
      case IMP_E_FILE: continue
      case IMP_OUTCOME_END: return (answers, true)
      case IMP_RETRY_TIMEOUT:
        guard !answers.isEmpty else { throw CheckSkip("no finger was presented within 5 s.") }
        return (answers, false)
      default:
        try expect(
          answer.answer, isOneOf: [IMP_OK, IMP_E_FILE, IMP_OUTCOME_END, IMP_RETRY_TIMEOUT], call,
          "with a time-out of 5 s, for event \(answers.count)")
      }
    }
    return (answers, false)
  }

  static let eventsFit = check(
    "events-fit-their-kind",
    "An event's description is consistent with its kind, and of an image with its pixels.",
    rules: ["R-20", "R-24"]
  ) { subject, plugin, _ in
    let reader = try FingerReaderProbe(plugin, locator(subject, plugin))
    for (index, answer) in try play(reader).enumerated() {
      if let wrong = problem(of: answer.event, bytes: answer.length) {
        throw CheckFailure("event \(index) \(wrong).", place: call)
      }
    }
  }

  private static func problem(of event: imp_finger_event, bytes: Int) -> String? {
    if event.size != structSize(imp_finger_event.self) {
      return "changed its size field to \(event.size) (R-20)"
    }
    guard (IMP_FINGER_EVENT_ARRIVED...IMP_FINGER_EVENT_RETRY).contains(Int32(clamping: event.kind)) else {
      return "has the kind \(event.kind), which the contract does not define"
    }
    let isRetry = event.kind == UInt32(IMP_FINGER_EVENT_RETRY)
    let reasons = isRetry ? IMP_FINGER_RETRY_OTHER...IMP_FINGER_RETRY_LIFT : 0...0
    guard reasons.contains(Int32(clamping: event.reason)) else {
      return "of the kind \(event.kind) has the reason \(event.reason)"
    }
    guard event.kind == UInt32(IMP_FINGER_EVENT_IMAGE) else {
      let described = [
        event.width, event.height, event.row_bytes, event.resolution_x, event.resolution_y, event.impression,
        event.liveness,
      ]
      if let value = described.first(where: { $0 != 0 }) {
        return "of the kind \(event.kind) is no image, but has \(value) in a field of images"
      }
      return bytes == 0 ? nil : "of the kind \(event.kind) is no image, but has \(bytes) bytes"
    }
    return problem(ofImage: event, bytes: bytes)
  }

  private static func problem(ofImage event: imp_finger_event, bytes: Int) -> String? {
    let frame = imp_frame(
      size: structSize(imp_frame.self), format: UInt32(IMP_PIXEL_GREY8), width: event.width,
      height: event.height, row_bytes: event.row_bytes, reserved: 0, timestamp_ns: 0, sequence: 0, dropped: 0)
    if let wrong = FrameLayout.problem(of: frame, bytes: bytes) { return "is an image: \(wrong) (R-24)" }
    let resolutions: ClosedRange<UInt32> = 1...1_000_000
    guard resolutions.contains(event.resolution_x), resolutions.contains(event.resolution_y) else {
      return
        "is an image with a resolution of \(event.resolution_x) x \(event.resolution_y) pixels per metre; "
        + "1...1000000 is expected"
    }
    let impressions = Set(IMP_IMPRESSION_LIVE_PLAIN...IMP_IMPRESSION_LIVE_SWIPE).union([
      IMP_IMPRESSION_LIVE_CONTACTLESS, IMP_IMPRESSION_OTHER, IMP_IMPRESSION_UNKNOWN,
    ])
    guard impressions.contains(Int32(clamping: event.impression)),
      event.liveness <= UInt32(IMP_FINGER_LIVENESS_ATTACK)
    else {
      return "is an image with the impression \(event.impression) and liveness \(event.liveness), which the "
        + "contract does not define"
    }
    return nil
  }

  static let eventsInOrder = check(
    "events-in-order",
    "Timestamps never decrease and numbers increase; a finger arrives before it is lifted, and scans are "
      + "made in between.",
    rules: ["R-28", "R-47"]
  ) { subject, plugin, _ in
    let chosen = try locator(subject, plugin)
    let info = try list(plugin).whole().first { try locator(of: $0) == chosen }
    var order = EventOrder(tellsPresence: info.map { $0.flags & IMP_FINGER_READER_PRESENCE != 0 })
    for answer in try play(FingerReaderProbe(plugin, chosen)) { try order.take(answer.event) }
  }

  static let shortBuffer = check(
    "short-buffer-keeps-the-event",
    "If the buffer is too short for an image, the call returns the required size, and keeps the event.",
    rules: ["R-01", "R-22"]
  ) { subject, plugin, _ in
    let reader = try FingerReaderProbe(plugin, locator(subject, plugin))
    var (images, last) = (0, imp_finger_event?.none)
    for _ in 0..<mostEvents where images < 3 {
      let short = try reader.nextEvent(capacity: 0)
      switch short.answer.status {
      case IMP_OK: last = short.event
      case IMP_E_FILE: last = nil
      case IMP_OUTCOME_END, IMP_RETRY_TIMEOUT:
        guard images > 0 else { throw CheckSkip("there was no image.") }
        return
      default:
        try expectKept(short, by: reader, after: last)
        images += 1
        last = nil
      }
    }
  }

  /// Fails unless an image that was refused for lack of room comes once there is room.
  /// - Parameter last: The event before it; `nil` where that is not known.
  private static func expectKept(
    _ short: FingerReaderProbe.Answer, by reader: FingerReaderProbe, after last: imp_finger_event?
  ) throws {
    let what = "for a buffer of 0 bytes"
    try expect(short.answer, isOneOf: [IMP_RETRY_SHORT_BUFFER], call, what)
    try expect(
      (1...FingerReaderProbe.room).contains(short.length),
      "\(what) it asks for \(short.length) bytes (R-01).", place: call)
    try expect(short.isUntouched, "\(what) it filled the event anyway (R-22).", place: call)
    let almost = try reader.nextEvent(capacity: short.length - 1)
    try expect(
      almost.answer, isOneOf: [IMP_RETRY_SHORT_BUFFER], call, "for a byte less than it had asked for")
    try expect(
      almost.length == short.length,
      "it asks for \(almost.length) bytes; before, for the same event, it asked for \(short.length) (R-01).",
      place: call)
    let whole = try reader.nextEvent(capacity: short.length)
    try expectSuccess(whole.answer, call, "for the size that it had asked for")
    try expect(
      whole.isImage && whole.length == short.length,
      "after a short buffer for an image of \(short.length) bytes it returned an event of the kind "
        + "\(whole.event.kind) with \(whole.length) bytes (R-01).", place: call)
    guard let last else { return }
    try expect(
      whole.event.sequence == last.sequence + 1,
      "after event \(last.sequence) and a short buffer it returned event \(whole.event.sequence) (R-01).",
      place: call)
  }

  static let waits = WaitingWords(
    function: "next_event", absence: "without an event", limits: [0, 20, 0, 120, 300])

  static func waiting(
    _ subject: CheckSubject, _ plugin: ProbePlugin, for purpose: WaitingPurpose
  ) throws -> ReadyWait {
    switch purpose {
    case .nothing, .cancelled: return ReadyWait(call: try slowReader(subject, plugin).waiting)
    case .something:
      let reader = try FingerReaderProbe(plugin, locator(subject, plugin), isRealPace: true)
      guard try reader.nextEvent().answer.status != IMP_RETRY_TIMEOUT else {
        throw CheckSkip("no finger was presented within 5 s.")
      }
      return ReadyWait(call: reader.waiting)
    }
  }

  private static func slowReader(_ subject: CheckSubject, _ plugin: ProbePlugin) throws -> FingerReaderProbe {
    try FingerReaderProbe(plugin, locator(subject, plugin, isSlow: true), isRealPace: true)
  }

  static let endLasts = check(
    "end-lasts", "After the last event every call answers the end.", rules: ["R-12"]
  ) { subject, plugin, _ in
    let reader = try FingerReaderProbe(plugin, locator(subject, plugin))
    guard try playWhole(reader).hasEnded else { throw CheckSkip("it is a device: it has no end.") }
    for capacity in [FingerReaderProbe.room, 0, FingerReaderProbe.room] {
      let answer = try reader.nextEvent(timeout: .zero, capacity: capacity).answer
      try expect(answer, isOneOf: [IMP_OUTCOME_END], call, "after the end (R-12)")
    }
    reader.cancel()
    let answer = try reader.nextEvent(timeout: .zero).answer
    try expect(answer, isOneOf: [IMP_OUTCOME_CANCELLED], call, "after the end and cancel (R-12)")
  }

  static let untouched = check(
    "failure-leaves-outputs", "Without an event, pixels and description are left unchanged.", rules: ["R-22"]
  ) { subject, plugin, _ in
    let reader = try slowReader(subject, plugin)
    for _ in 0..<6 {
      let answer = try reader.nextEvent(timeout: .milliseconds(5))
      if answer.answer.status == IMP_OK { continue }
      try expect(
        answer.isUntouched, "it returned \(answer.answer.words) but filled the event (R-22).", place: call)
    }
  }
}

/// Whether events come in the order that the contract demands.
private struct EventOrder {
  /// `nil` where the reader is not listed.
  let tellsPresence: Bool?
  /// `nil` while it is not known: events were lost.
  private var isCovered: Bool? = false
  private var hasTold = false
  private var last: imp_finger_event?

  init(tellsPresence: Bool?) { self.tellsPresence = tellsPresence }

  mutating func take(_ event: imp_finger_event) throws {
    if let last {
      try expect(
        event.timestamp_ns >= last.timestamp_ns,
        "the timestamp of event \(event.sequence) is \(event.timestamp_ns) ns, after \(last.timestamp_ns) ns; "
          + "it must not decrease.", place: place)
      try expect(
        event.sequence > last.sequence,
        "the number of an event is \(event.sequence), after \(last.sequence); it must increase (R-28).",
        place: place)
    }
    if event.sequence > (last.map { $0.sequence + 1 } ?? 0) { isCovered = nil }
    last = event
    switch Int32(clamping: event.kind) {
    case IMP_FINGER_EVENT_ARRIVED:
      try expectTold("a finger arrives")
      try expect(
        isCovered != true, "event \(event.sequence): a finger arrives that has not been lifted (R-47).",
        place: place)
      (isCovered, hasTold) = (true, true)
    case IMP_FINGER_EVENT_LIFTED:
      try expectTold("a finger is lifted")
      try expect(
        isCovered != false, "event \(event.sequence): a finger is lifted that has not arrived (R-47).",
        place: place)
      (isCovered, hasTold) = (false, true)
    default:
      try expect(
        isCovered != false || !(tellsPresence ?? hasTold),
        "event \(event.sequence): there is a scan while no finger is on the sensor (R-47).", place: place)
    }
  }

  private func expectTold(_ what: String) throws {
    try expect(
      tellsPresence ?? true, "\(what), but the reader is listed as one that tells no presence (R-47).",
      place: place)
  }

  private var place: String { "finger-reader.next_event" }
}
