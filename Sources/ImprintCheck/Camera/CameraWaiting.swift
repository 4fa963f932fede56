// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension CameraChecks {
  /// A camera that accepts this rate has a frame every ten seconds, so that reads have to wait.
  private static let slow = CameraProbe.Settings(rate: 100, isRealPace: true)

  static let waits = WaitingWords(
    function: "next_frame", absence: "without a frame", limits: [0, 20, 0, 120, 300])

  static func waiting(
    _ subject: CheckSubject, _ plugin: ProbePlugin, for purpose: WaitingPurpose
  ) throws -> ReadyWait {
    switch purpose {
    case .nothing, .cancelled: ReadyWait(call: try slowCamera(subject, plugin).waiting)
    case .something:
      ReadyWait(
        call: try CameraProbe(plugin, locator(subject, plugin), .init(rate: 20_000, isRealPace: true)).waiting
      )
    }
  }

  private static func slowCamera(_ subject: CheckSubject, _ plugin: ProbePlugin) throws -> CameraProbe {
    try CameraProbe(plugin, locator(subject, plugin, isSlow: true), slow)
  }

  static let untouched = check(
    "failure-leaves-outputs", "Without a frame, pixels and description are left unchanged.", rules: ["R-22"]
  ) { subject, plugin, _ in
    let camera = try slowCamera(subject, plugin)
    for _ in 0..<6 {
      let answer = try camera.nextFrame(timeout: .milliseconds(5))
      if answer.answer.status == IMP_OK { continue }
      try expect(
        answer.isUntouched, "it returned \(answer.answer.words) but filled the frame (R-22).",
        place: "camera.next_frame")
    }
  }
}
