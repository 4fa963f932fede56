// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import Glibc
internal import Synchronization

extension CameraChecks {
  /// How much later than asked a busy machine may be.
  private static let slack: Duration = .milliseconds(1000)
  /// How much earlier than asked a clock may be.
  private static let grain: Duration = .milliseconds(1)
  /// A camera that takes this rate has a frame every ten seconds: there is something to wait for.
  private static let slow = CameraProbe.Settings(rate: 100, isRealPace: true)

  static let timeouts = check(
    "waits-as-long-as-asked", "next_frame waits no longer than its time-out, and no shorter without a frame.",
    rules: ["R-22", "R-26"]
  ) { subject, plugin, _ in
    let camera = try CameraProbe(plugin, locator(subject, plugin, isSlow: true), slow)
    for milliseconds in [0, 20, 0, 120, 300] {
      let limit = Duration.milliseconds(milliseconds)
      let answer = try camera.nextFrame(timeout: limit)
      let what = "with a time-out of \(milliseconds) ms"
      try expect(
        answer.duration <= limit + slack,
        "\(what) it answered \(answer.answer.words) after \(answer.duration); it is to answer in time (R-26).",
        place: "camera.next_frame")
      guard answer.answer.status == IMP_RETRY_TIMEOUT else {
        try expect(
          answer.answer, isOneOf: [IMP_OK, IMP_E_FILE, IMP_OUTCOME_END, IMP_RETRY_TIMEOUT],
          "camera.next_frame", what)
        continue
      }
      try expect(
        answer.duration >= limit - grain,
        "\(what) it answered IMP_RETRY_TIMEOUT after \(answer.duration) already (R-26).",
        place: "camera.next_frame")
      try expect(
        answer.isUntouched, "\(what) it answered IMP_RETRY_TIMEOUT and filled the frame all the same (R-22).",
        place: "camera.next_frame")
    }
  }

  static let untouched = check(
    "failure-leaves-outputs", "Without a frame neither pixels nor description are touched.", rules: ["R-22"]
  ) { subject, plugin, _ in
    let camera = try CameraProbe(plugin, locator(subject, plugin, isSlow: true), slow)
    for _ in 0..<6 {
      let answer = try camera.nextFrame(timeout: .milliseconds(5))
      if answer.answer.status == IMP_OK { continue }
      try expect(
        answer.isUntouched, "it answered \(answer.answer.words) and filled the frame all the same (R-22).",
        place: "camera.next_frame")
    }
  }

  static let unlimitedWait = check(
    "waits-without-limit", "A time-out of UINT64_MAX waits for the next frame.", rules: ["R-26"]
  ) { subject, plugin, _ in
    let camera = try CameraProbe(plugin, locator(subject, plugin), .init(rate: 20_000, isRealPace: true))
    for index in 0..<3 {
      let answer = try camera.nextFrame(withoutLimit: true).answer
      try expect(
        answer, isOneOf: [IMP_OK, IMP_E_FILE, IMP_OUTCOME_END], "camera.next_frame",
        "for frame \(index), without a limit of time (R-26)")
    }
  }

  static let cancelWakes = check(
    "cancel-ends-waiting", "cancel ends a call that waits, soon, from any thread.", rules: ["R-12", "R-13"]
  ) { subject, plugin, _ in
    let camera = try CameraProbe(plugin, locator(subject, plugin, isSlow: true), slow)
    let ended = Mutex<(status: imp_status, words: String, at: ContinuousClock.Instant)?>(nil)
    let waiting = try Parallel.start {
      while true {
        guard let answer = try? camera.nextFrame(withoutLimit: true) else { return }
        if [IMP_OK, IMP_E_FILE].contains(answer.answer.status) { continue }
        ended.withLock { $0 = (answer.answer.status, answer.answer.words, answer.ended) }
        return
      }
    }
    usleep(300_000)
    if let early = ended.withLock({ $0 }) {
      pthread_join(waiting, nil)
      guard early.status != IMP_OUTCOME_END else {
        throw CheckSkip("its frames end before there is something to wait for.")
      }
      throw CheckFailure(
        "without a limit of time it answered \(early.words) before cancel was called (R-26).",
        place: "camera.next_frame")
    }
    let start = ContinuousClock.now
    camera.cancel()
    try expect(
      ContinuousClock.now - start <= slack,
      "it returned after \(ContinuousClock.now - start); at once is expected (R-13).",
      place: "camera.cancel")
    let limit = start + .seconds(3)
    while ended.withLock({ $0 }) == nil, ContinuousClock.now < limit { usleep(2000) }
    guard let end = ended.withLock({ $0 }) else {
      throw CheckFailure(
        "a next_frame that waited without limit still waits 3 s after cancel (R-12).", place: "camera.cancel")
    }
    pthread_join(waiting, nil)
    try expect(
      end.status == IMP_OUTCOME_CANCELLED,
      "a next_frame that waited answered \(end.words) after cancel; IMP_OUTCOME_CANCELLED is expected (R-12).",
      place: "camera.next_frame")
    try expect(
      end.at - start <= slack,
      "a next_frame that waited ended \(end.at - start) after cancel; at once is expected (R-12).",
      place: "camera.cancel")
  }

  static let cancelLasts = check(
    "cancel-lasts", "After cancel every call answers that it was cancelled, at once.",
    rules: ["R-12", "R-13"]
  ) { subject, plugin, _ in
    let camera = try CameraProbe(plugin, locator(subject, plugin, isSlow: true), slow)
    camera.cancel()
    camera.cancel()
    for milliseconds in [0, 2000, 0, 2000] {
      let answer = try camera.nextFrame(timeout: .milliseconds(milliseconds))
      try expect(
        answer.answer, isOneOf: [IMP_OUTCOME_CANCELLED], "camera.next_frame",
        "after cancel, with a time-out of \(milliseconds) ms, (R-12)")
      try expect(
        answer.duration <= slack,
        "after cancel it answered after \(answer.duration); at once is expected (R-12).",
        place: "camera.next_frame")
    }
  }
}
