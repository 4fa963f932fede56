// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintAuthoring

/// One challenge, done by a person who is rendered from a photograph, or by somebody who holds up a print.
struct DemoLiveness: Sendable {
  let photograph: Photograph
  /// Who is before the camera, in words.
  let who: String
  /// Whether it is somebody who attacks.
  let isAttack: Bool
  let liveness: LivenessStatus
  let findings: [LivenessFinding]
  let frames: Int

  /// A person ends live, and an attack does not.
  var isRight: Bool { isAttack ? liveness != .live : liveness == .live }

  /// A turn of the head, asked of a willing person and of a bent print, both made of one photograph.
  static func perform(
    _ photograph: Photograph, from samples: String, in work: String, system: BiometricSystem,
    times: inout DemoTimes
  ) async throws -> [DemoLiveness] {
    let path = "\(work)/\(photograph.file).puppet"
    let image = try ImageFile.read("\(samples)/\(photograph.file)")
    try await system.faces.puppet(of: image, place: photograph.file).write(to: path)
    var all: [DemoLiveness] = []
    for (person, who, isAttack) in [
      ("willing", "a willing person", false), ("bent-print", "a print, bent and turned by hand", true),
    ] {
      let result = try await times.challenging.measure {
        try await system.faces.capture(
          camera: CameraOptions(locator: "puppet:\(path)?person=\(person)&seed=5", pace: .full),
          options: FaceCaptureOptions(livenessMode: .passive, images: 1, timeout: .seconds(20))
        ).run()
      }
      all.append(
        DemoLiveness(
          photograph: photograph, who: who, isAttack: isAttack, liveness: result.liveness,
          findings: result.findings, frames: result.frames))
    }
    return all
  }

  /// What the methods found: `shape 0.96 (live)`.
  var words: String {
    findings.map { "\($0.method.rawValue) \(String(format: "%.2f", $0.measure)) (\($0.verdict))" }
      .joined(separator: ", ")
  }
}
