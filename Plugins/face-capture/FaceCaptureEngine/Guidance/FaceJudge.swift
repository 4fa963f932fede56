// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintPluginKit

/// The worst fault of one frame of the tracked face.
struct FaceJudge {
  /// The image, in pixels.
  let width: Float
  let height: Float
  /// The feedback shown now: its limit has hysteresis, so that it does not flicker.
  let shown: CaptureEvent.Feedback?

  /// - Parameters:
  ///   - others: the other faces in the image.
  ///   - motion: since the last frame, where there was one.
  ///   - threshold: the unified quality a good frame has at least.
  func judge(_ face: Face, others: [Face], motion: Motion?, threshold: Float) -> CaptureEvent.Feedback {
    if others.contains(where: { $0.box.height >= CaptureRules.rivalHeight * face.box.height }) {
      return .oneFace
    }
    return movement(motion) ?? size(face) ?? place(face) ?? pose(face) ?? light(face) ?? eyes(face)
      ?? sharpness(face) ?? overall(face, threshold)
  }

  /// What hides the face in a frame that is not guided: a light that is too weak or too strong, the picture's
  /// edge.
  func hindrance(_ face: Face) -> CaptureEvent.Feedback? {
    light(face) ?? (isPoor(face, .margin, .center) ? .center : nil)
  }

  private func movement(_ motion: Motion?) -> CaptureEvent.Feedback? {
    guard let motion else { return nil }
    let isFast =
      motion.heightsPerSecond > limit(CaptureRules.fastestMove, .tooFast)
      || motion.degreesPerSecond > limit(CaptureRules.fastestTurn, .tooFast)
    return isFast ? .tooFast : nil
  }

  private func size(_ face: Face) -> CaptureEvent.Feedback? {
    let share = max(face.box.width / width, face.box.height / height)
    if share > limit(CaptureRules.largestFace, .moveBackwards) { return .moveBackwards }
    if share < floor(CaptureRules.smallestFace, .moveForwards) { return .moveForwards }
    return isPoor(face, .interEyeDistance, .moveForwards) ? .moveForwards : nil
  }

  private func place(_ face: Face) -> CaptureEvent.Feedback? {
    let right = abs((face.box.x + face.box.width / 2) / width - 0.5)
    let down = abs((face.box.y + face.box.height / 2) / height - 0.5)
    let furthest = limit(CaptureRules.furthestFromCenter, .center)
    return max(right, down) > furthest || isPoor(face, .margin, .center) ? .center : nil
  }

  private func pose(_ face: Face) -> CaptureEvent.Feedback? {
    if exceeds(face.yaw, .turnRight) { return .turnRight }
    if exceeds(-face.yaw, .turnLeft) { return .turnLeft }
    if exceeds(face.pitch, .rotateDown) { return .rotateDown }
    if exceeds(-face.pitch, .rotateUp) { return .rotateUp }
    if exceeds(face.roll, .tiltRight) { return .tiltRight }
    if exceeds(-face.roll, .tiltLeft) { return .tiltLeft }
    return nil
  }

  private func light(_ face: Face) -> CaptureEvent.Feedback? {
    if isPoor(face, .underExposurePrevention, .brighter) { return .brighter }
    return isPoor(face, .overExposurePrevention, .darker) ? .darker : nil
  }

  /// One eye may wink or be hidden by hair; only both count as closed.
  private func eyes(_ face: Face) -> CaptureEvent.Feedback? {
    let measured = [face.leftEyeOpenness, face.rightEyeOpenness].compactMap(\.self)
    guard let widest = measured.max() else { return nil }
    return widest < floor(CaptureRules.closedEyes, .openEyes) ? .openEyes : nil
  }

  private func sharpness(_ face: Face) -> CaptureEvent.Feedback? {
    isPoor(face, .sharpness, .doNotMove) ? .doNotMove : nil
  }

  /// A frame without a single fault may still be below the threshold: the worst component decides.
  private func overall(_ face: Face, _ threshold: Float) -> CaptureEvent.Feedback {
    guard (face.quality[.unified] ?? 0) < threshold else { return .good }
    let helps: [(FaceQuality.Component, CaptureEvent.Feedback)] = [
      (.sharpness, .doNotMove), (.underExposurePrevention, .brighter), (.overExposurePrevention, .darker),
      (.dynamicRange, .brighter),
      (.illuminationUniformity, .brighter), (.interEyeDistance, .moveForwards), (.margin, .center),
      (.eyesOpen, .openEyes),
    ]
    let measured = helps.compactMap { help in face.quality[help.0].map { (value: $0, feedback: help.1) } }
    return measured.min { $0.value < $1.value }?.feedback ?? .doNotMove
  }

  private func exceeds(_ angle: Float, _ feedback: CaptureEvent.Feedback) -> Bool {
    angle > limit(CaptureRules.largestAngle, feedback)
  }

  private func isPoor(
    _ face: Face, _ component: FaceQuality.Component, _ feedback: CaptureEvent.Feedback
  ) -> Bool {
    guard let value = face.quality[component] else { return false }
    return value < floor(CaptureRules.poorComponent, feedback)
  }

  /// An upper limit, lower while its feedback is shown.
  private func limit(_ value: Float, _ feedback: CaptureEvent.Feedback) -> Float {
    shown == feedback ? value * CaptureRules.stickiness : value
  }

  /// A lower limit, higher while its feedback is shown.
  private func floor(_ value: Float, _ feedback: CaptureEvent.Feedback) -> Float {
    shown == feedback ? value / CaptureRules.stickiness : value
  }
}

/// How fast a face moved from one frame to the next.
struct Motion {
  let heightsPerSecond: Float
  let degreesPerSecond: Float

  /// `nil` where the frames lie too far apart to tell, or at the same time.
  init?(from first: Face, at start: UInt64, to second: Face, at end: UInt64) {
    guard end > start, end - start <= CaptureRules.longestGap, first.box.height > 0, second.box.height > 0
    else {
      return nil
    }
    let seconds = Float(end - start) / 1e9
    let right = second.box.x + second.box.width / 2 - first.box.x - first.box.width / 2
    let down = second.box.y + second.box.height / 2 - first.box.y - first.box.height / 2
    let distance = (right * right + down * down).squareRoot()
    heightsPerSecond = distance / max(first.box.height, second.box.height) / seconds
    let turn = max(
      abs(second.yaw - first.yaw), abs(second.pitch - first.pitch), abs(second.roll - first.roll))
    degreesPerSecond = turn / seconds
  }
}
