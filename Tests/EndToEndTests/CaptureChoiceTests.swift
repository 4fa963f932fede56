// SPDX-License-Identifier: Apache-2.0
import Imprint
import Testing

@testable import ImprintCapture

@Suite struct CaptureChoiceTests {
  private func result(
    _ outcome: CaptureOutcome, _ images: [(quality: Float, tracking: TrackingStatus)],
    liveness: LivenessStatus = .unknown, findings: [LivenessFinding] = []
  ) throws -> CaptureResult {
    let pixel = try #require(Image(width: 1, height: 1, format: .grey8, pixels: [7]))
    let face = Face(
      trackID: 1, box: Rectangle(x: 0, y: 0, width: 1, height: 1), leftEye: Point(x: 0, y: 0),
      rightEye: Point(x: 1, y: 0), detection: 1, presence: 1, pose: HeadPose(yaw: 0, pitch: 0, roll: 0),
      leftEyeOpenness: nil, rightEyeOpenness: nil, quality: FaceQuality(components: [:]), landmarks: [])
    return CaptureResult(
      images: images.map {
        FaceImage(
          image: pixel, face: face, timestamp: 0, quality: $0.quality, tracking: $0.tracking,
          liveness: .unknown)
      }, outcome: outcome, liveness: liveness, findings: findings, frames: 9, dropped: 0,
      deviceMovement: .cannotTell)
  }

  @Test(arguments: [TrackingStatus.steady, .lost])
  func theBestImageOfACompletedCaptureIsTaken(tracking: TrackingStatus) throws {
    let result = try result(.captured, [(80, tracking), (70, .steady)])
    #expect(try result.bestImage().quality == 80)
  }

  /// What was judged here has to be live; what nobody here judged is the server's.
  @Test(
    arguments: [
      (.live, true, true), (.fake, true, false), (.noDecision, true, false), (.fake, false, false),
      (.noDecision, false, true), (.unknown, false, true),
    ] as [(LivenessStatus, Bool, Bool)])
  func anImageThatWasNotFoundLiveIsNobodys(liveness: LivenessStatus, isJudged: Bool, isTaken: Bool) throws {
    let finding = LivenessFinding(method: .shape, verdict: liveness, measure: 0, limit: 1)
    let result = try result(
      .captured, [(80, .steady)], liveness: liveness, findings: isJudged ? [finding] : [])
    #expect(result.isAccepted == isTaken)
    #expect(result.vouchedImages().isEmpty != isTaken)
    if isTaken {
      #expect(try result.bestImage().quality == 80)
    } else {
      let error = #expect(throws: CaptureChoiceError.self) { try result.bestImage() }
      #expect(error?.code == .notLive)
    }
  }

  @Test func aSteadyFaceOfASourceThatEndsIsTakenWhereItIsGoodEnough() throws {
    #expect(try result(.ended, [(48, .steady)]).bestImage().quality == 48)
    #expect(try result(.ended, [(30, .steady)]).bestImage(quality: 30).quality == 30)
  }

  @Test(
    arguments: [
      (.captured, [(80, .lost), (20, .steady)], 2), (.timeout, [(90, .steady), (80, .steady)], 0),
      (.ended, [(90, .steady), (80, .lost), (47.9, .steady)], 1), (.ended, [], 0),
      (.stopped, [(90, .steady), (80, .lost), (47.9, .steady)], 1), (.stopped, [], 0),
      (.judged, [(90, .steady), (80, .lost), (47.9, .steady)], 1), (.judged, [], 0),
    ] as [(CaptureOutcome, [(Float, TrackingStatus)], Int)])
  func aCaptureVouchesForWhatItsBestImageMayBe(
    outcome: CaptureOutcome, images: [(Float, TrackingStatus)], count: Int
  ) throws {
    let result = try result(outcome, images.map { (quality: $0.0, tracking: $0.1) })
    #expect(result.vouchedImages().count == count)
    #expect((try? result.bestImage()) == nil ? count == 0 : count > 0)
  }

  @Test(
    arguments: [
      (.ended, [(80, .lost)], "without interruption"), (.ended, [(47.9, .steady)], "quality"),
      (.ended, [], "no image"), (.timeout, [(90, .steady)], "timed out"), (.timeout, [], "no image"),
      (.captured, [], "no image"), (.stopped, [(80, .lost)], "without interruption"),
      (.judged, [(47.9, .steady)], "quality"), (.judged, [], "no image"),
    ] as [(CaptureOutcome, [(Float, TrackingStatus)], String)])
  func anythingElseIsNothingCapturedAndSaysWhy(
    outcome: CaptureOutcome, images: [(Float, TrackingStatus)], why: String
  ) throws {
    let result = try result(outcome, images.map { (quality: $0.0, tracking: $0.1) })
    let error = #expect(throws: CaptureChoiceError.self) { try result.bestImage(place: "door") }
    #expect(error?.code == .nothingCaptured && error?.place == "door")
    #expect(error?.reason.contains(why) == true)
  }
}
