// SPDX-License-Identifier: Apache-2.0
internal import ImprintCapture
internal import ImprintModel
internal import ImprintRuntime

/// Puts the frames of an enrolment with liveness together, to be drawn: nothing of them is chosen.
struct LivenessFrames {
  private var preview: CapturePreview?
  private var guide = PoseGuide()
  private var number = 0

  /// What is to be drawn, until the capture says which face it follows there.
  mutating func came(_ preview: CapturePreview) { self.preview = preview }

  /// - Returns: `nil` where the picture was dropped, as the reader was too slow for it.
  mutating func frame(_ tracking: FaceTrackingInformation) -> EnrollmentFrame? {
    number += 1
    let face = tracking.box.isEmpty ? nil : preview?.faces.first { $0.box == tracking.box }
    guide.saw(face?.pose, asked: .front)
    guard let preview, preview.frame.timestamp == tracking.timestamp else { return nil }
    return EnrollmentFrame(
      number: number, image: preview.frame.image, timestamp: tracking.timestamp, face: face,
      faces: preview.faces.count, askedPose: .front, isInPose: guide.isInPose, isOffered: false,
      lastExtraction: .none, enrolled: 0)
  }
}
