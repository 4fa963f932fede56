// SPDX-License-Identifier: Apache-2.0
public import ImprintCapture
public import ImprintRuntime

/// A frame of a verification: to draw, and to instruct the person by.
public struct VerifierFrame: Sendable {
  /// The picture, with what is to be drawn over it; `nil` where a reader was too slow to have it.
  public let preview: CapturePreview?
  /// Where the face is; an empty box where there is none.
  public let tracking: FaceTrackingInformation
  /// The liveness score so far, 0...100; 0 in other modes than blink.
  public let livenessScore: Float
  /// What is asked of the person now, such as to keep still or to blink; empty: nothing.
  public let actions: CaptureActions
}

/// What a ``Verifier`` says, in order.
public enum VerifierEvent: FaceFlowEvent {
  /// The camera is open, and the capture starts.
  case capturingStarted
  /// A frame. If the reader is slower than the camera, only the newest is kept.
  case frame(VerifierFrame)
  /// What the person should do now.
  case feedback(CaptureFeedback)
  /// All else that the capture says, such as targets of an active challenge. Its previews, feedback, tracking
  /// and end never come: the other events stand for them.
  case capture(CaptureEvent)
  /// The capture was interrupted, and its camera released: ``Verifier/interrupt(_:)``.
  case interrupted(CaptureInterruption)
  /// It is ready again, and begins anew, with another challenge.
  case ready
  /// The capture has ended; the comparison follows.
  case capturingEnded
  /// The last event.
  case finished(FaceVerificationConclusion)

  public var isFrame: Bool { if case .frame = self { true } else { false } }
  public var isLast: Bool { if case .finished = self { true } else { false } }
}

/// The call-back form of a verification (F193): called one event at a time, in order, from a task of its own.
public protocol VerifierDelegate: Sendable {
  func verifierSaid(_ event: VerifierEvent) async
}

/// The events of one verification.
public typealias VerifierEvents = FaceFlowEvents<VerifierEvent>

/// Puts the frames of a verification together, of what its capture says.
struct VerifierFrames {
  private var preview: CapturePreview?
  private var actions: CaptureActions = []
  private var score: Float = 0
  /// The last score; `nil` where there was none.
  private(set) var lastScore: Float?
  private(set) var sawFace = false

  /// - Returns: what the verifier says of it; `nil`: nothing.
  mutating func take(_ event: FaceCaptureHandlerEvent) -> VerifierEvent? {
    switch event {
    case .preview(let preview):
      self.preview = preview
      return nil
    case .capture(let event): return take(event)
    case .interrupted(let reason):
      self = VerifierFrames()
      return .interrupted(reason)
    case .ready: return .ready
    // Nothing is recorded.
    case .recorded, .finished: return nil
    }
  }

  private mutating func take(_ event: CaptureEvent) -> VerifierEvent? {
    switch event {
    case .feedback(let feedback): return .feedback(feedback)
    case .action(let actions, let score):
      (self.actions, self.score, lastScore) = (actions, score, score)
      return .capture(event)
    case .tracking(let tracking):
      defer { preview = nil }
      sawFace = sawFace || !tracking.box.isEmpty
      return .frame(
        VerifierFrame(preview: preview, tracking: tracking, livenessScore: score, actions: actions))
    case .step(let step):
      if step != .challenge { actions = [] }
      return .capture(event)
    case .preview, .finished: return nil
    case .mode, .progress, .challenge, .target, .pointer, .oval, .preparation, .light, .finding, .sourceEnded:
      return .capture(event)
    }
  }
}
