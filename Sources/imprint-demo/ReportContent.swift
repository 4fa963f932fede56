// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint

/// What the page says, ready to be laid out.
struct ReportContent: Sendable {
  /// One captured photograph.
  struct Card: Sendable {
    /// Its picture, as SVG.
    let picture: HTML
    let title: String
    let person: String
    let lines: [String]
  }

  /// Version, build and processor.
  let build: String
  /// When it was made, in UTC.
  let date: String
  let plugins: [String]
  let algorithm: String
  let cards: [Card]
  let livenesses: [DemoLiveness]
  let verifications: [DemoVerification]
  let enrolled: [String]
  let identifications: [DemoIdentification]
  let calibration: CalibrationDeclaration
  let times: DemoTimes

  var verificationAccuracy: ThresholdAccuracy { ThresholdAccuracy(.defaultThreshold, of: calibration) }

  /// `nil` where nothing was searched for.
  var searchAccuracy: ThresholdAccuracy? {
    identifications.first.map { ThresholdAccuracy($0.threshold, of: calibration) }
  }
}

extension ReportContent {
  init(of run: DemoRun, date: Date) throws {
    self.init(
      build: BuildInformation.text, date: Self.text(of: date), plugins: run.plugins, algorithm: run.algorithm,
      cards: try run.captures.map(Self.card), livenesses: run.livenesses, verifications: run.verifications,
      enrolled: run.enrolled,
      identifications: run.identifications, calibration: run.calibration, times: run.times)
  }

  private static func text(of date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "yyyy-MM-dd HH:mm 'UTC'"
    return formatter.string(from: date)
  }

  private static func card(_ capture: DemoCapture) throws -> Card {
    let pose = capture.best.face.pose
    func degrees(_ angle: Float) -> String { String(format: "%+d°", Int(angle.rounded())) }
    return Card(
      picture: try FacePicture(capture.best).svg(called: capture.photograph.file),
      title: capture.photograph.file, person: capture.photograph.person,
      lines: [
        "\(capture.result.images.count) images of \(capture.result.frames) frames, ended: "
          + capture.result.outcome.rawValue,
        "quality \(Int(capture.best.quality)) of 100, tracking \(capture.best.tracking), liveness "
          + "\(capture.best.liveness)",
        "yaw \(degrees(pose.yaw)), pitch \(degrees(pose.pitch)), roll \(degrees(pose.roll))",
        "feedback: \(capture.feedback.map(\.rawValue).joined(separator: ", "))",
        "template: \(capture.template.format), \(capture.template.payload.count) bytes",
      ])
  }
}
