// SPDX-License-Identifier: Apache-2.0

/// What an ``Enroller`` is asked for.
public struct EnrollerSettings: Sendable, Hashable {
  /// What it has in common with a verification. Its mode is none by default: images.
  public var capture: FaceCaptureSettings
  /// The seconds that are counted down before the capture starts: 0...3600, default 5. 0 skips it.
  public var countdown: Int
  /// How many frames are enrolled in the simple mode: 1...100, default 4; with a mode of liveness 1...8. An
  /// application that chooses frames may complete before.
  public var numberOfFrames: Int
  /// Which views of the face are enrolled: default simple.
  public var mode: EnrollmentMode
  /// Who chooses the frames: default the enroller.
  public var selection: FrameSelection
  /// How long an offered frame waits for the application's answer: 1 ms...60 s, default 2 s. After that it is
  /// not added, and the next one is offered. No frame is read meanwhile.
  public var decisionTimeout: Duration

  public init(
    capture: FaceCaptureSettings = FaceCaptureSettings(livenessMode: .none), countdown: Int = 5,
    numberOfFrames: Int = 4, mode: EnrollmentMode = .simple, selection: FrameSelection = .automatic,
    decisionTimeout: Duration = .seconds(2)
  ) {
    self.capture = capture
    self.countdown = countdown
    self.numberOfFrames = numberOfFrames
    self.mode = mode
    self.selection = selection
    self.decisionTimeout = decisionTimeout
  }

  /// Whether frames are chosen as they come. With a mode of liveness they are the capture's own images, which
  /// it has compared with those of the challenge.
  var choosesFrames: Bool { capture.livenessMode == .none }

  /// How many frames make the enrolment whole.
  var needed: Int {
    switch mode {
    case .simple: numberOfFrames
    case .full: mode.poses.count
    }
  }

  /// - Throws: ``FaceFlowError`` `badSettings`.
  func check() throws(FaceFlowError) {
    try capture.check()
    guard (0...3600).contains(countdown) else {
      throw .setting("countdown", "it is \(countdown).", "Give 0...3600 seconds.")
    }
    let most = choosesFrames ? 100 : 8
    guard (1...most).contains(numberOfFrames) else {
      throw .setting("numberOfFrames", "it is \(numberOfFrames).", "Give 1...\(most).")
    }
    guard (.milliseconds(1)...(.seconds(60))).contains(decisionTimeout) else {
      throw .setting("decisionTimeout", "it is \(decisionTimeout).", "Give 1 ms...60 s.")
    }
    guard choosesFrames || (mode == .simple && selection == .automatic) else {
      throw .setting(
        "capture.livenessMode", "it is \(capture.livenessMode.rawValue), with frames that are chosen.",
        "Use none for the full mode and for frames that the application chooses.")
    }
  }
}

/// Which views of a face are enrolled. The words are stable.
public enum EnrollmentMode: String, Sendable, Hashable, Codable, CaseIterable {
  /// The front alone, as often as ``EnrollerSettings/numberOfFrames`` says.
  case simple
  /// The front, then right, left, down and up, once each.
  case full

  /// In the order in which they are asked for.
  public var poses: [EnrollmentPose] {
    switch self {
    case .simple: [.front]
    case .full: [.front, .right, .left, .down, .up]
    }
  }
}

/// Who chooses the frames of an enrolment. The words are stable.
public enum FrameSelection: String, Sendable, Hashable, Codable, CaseIterable {
  /// The enroller: good frames in the pose that is asked for, at least 0.2 s apart.
  case automatic
  /// The application: each frame with a face is offered, and waits for the answer.
  case application
}
