// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension CameraChecks {
  /// A camera that takes this rate has a frame every ten seconds: there is something to wait for.
  private static let slow = CameraProbe.Settings(rate: 100, isRealPace: true)

  static let timeouts = check(
    "waits-as-long-as-asked", "next_frame waits no longer than its time-out, and no shorter without a frame.",
    rules: ["R-22", "R-26"]
  ) { subject, plugin, _ in
    try CameraProbe(plugin, locator(subject, plugin, isSlow: true), slow).waiting.expectTimeouts([
      0, 20, 0, 120, 300,
    ])
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
      let answer = try camera.nextFrame(timeout: nil).answer
      try expect(
        answer, isOneOf: [IMP_OK, IMP_E_FILE, IMP_OUTCOME_END], "camera.next_frame",
        "for frame \(index), without a limit of time (R-26)")
    }
  }

  static let cancelWakes = check(
    "cancel-ends-waiting", "cancel ends a call that waits, soon, from any thread.", rules: ["R-12", "R-13"]
  ) { subject, plugin, _ in
    try CameraProbe(plugin, locator(subject, plugin, isSlow: true), slow).waiting.expectCancelWakes()
  }

  static let cancelLasts = check(
    "cancel-lasts", "After cancel every call answers that it was cancelled, at once.",
    rules: ["R-12", "R-13"]
  ) { subject, plugin, _ in
    try CameraProbe(plugin, locator(subject, plugin, isSlow: true), slow).waiting.expectCancelLasts()
  }
}
