// SPDX-License-Identifier: Apache-2.0
import Imprint
import Synchronization

/// Writes down every call, as the events say the same.
final class Listener: FaceCaptureHandlerDelegate {
  private struct State {
    var heard: [String] = []
    var running = 0
    var mostAtOnce = 0
  }

  private let state = Mutex(State())
  private let atChallenge: @Sendable () async -> Void

  /// - Parameter atChallenge: what it does when a challenge begins.
  init(atChallenge: @escaping @Sendable () async -> Void = {}) { self.atChallenge = atChallenge }

  var heard: [String] { state.withLock { $0.heard } }
  /// How many calls ran at the same time.
  var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }

  /// All that is heard, once there are so many last calls.
  func heard(ends: Int) async throws -> [String] {
    while heard.count(where: \.isConclusion) < ends { try await Task.sleep(for: .milliseconds(5)) }
    return heard
  }

  private func hear(_ text: String) async {
    state.withLock {
      $0.heard.append(text)
      $0.running += 1
      $0.mostAtOnce = max($0.mostAtOnce, $0.running)
    }
    await Task.yield()
    state.withLock { $0.running -= 1 }
  }

  func captureBegan(in mode: LivenessMode) async { await hear(CaptureEvent.mode(mode).text) }
  func captureEntered(_ step: CaptureStep) async { await hear(CaptureEvent.step(step).text) }
  func capturePreviewed(_ preview: CapturePreview) async { await hear("preview \(preview.frame.sequence)") }
  func captureTracked(_ information: FaceTrackingInformation) async {
    await hear(CaptureEvent.tracking(information).text)
  }
  func captureAdvised(_ feedback: CaptureFeedback) async { await hear(CaptureEvent.feedback(feedback).text) }
  func captureProgressed(_ progress: Float) async { await hear(CaptureEvent.progress(progress).text) }
  func captureChallenged(_ challenge: ChallengeInfo) async {
    await hear(CaptureEvent.challenge(challenge).text)
    await atChallenge()
  }
  func captureShowed(_ target: Cr2dTargetInfo) async { await hear(CaptureEvent.target(target).text) }
  func capturePointed(_ pointer: Cr2dPointerInfo) async { await hear(CaptureEvent.pointer(pointer).text) }
  func captureShowed(_ oval: OvalOverlay) async { await hear(CaptureEvent.oval(oval).text) }
  func capturePrepared(_ preparation: CapturePreparation) async {
    await hear(CaptureEvent.preparation(preparation).text)
  }
  func captureLit(_ color: ScreenColor) async { await hear(CaptureEvent.light(color).text) }
  func captureAsked(for actions: CaptureActions, score: Float) async {
    await hear(CaptureEvent.action(actions, score: score).text)
  }
  func captureFound(_ finding: LivenessFinding) async { await hear(CaptureEvent.finding(finding).text) }
  func captureSourceEnded() async { await hear(CaptureEvent.sourceEnded.text) }
  func captureInterrupted(by reason: CaptureInterruption) async {
    await hear(FaceCaptureHandlerEvent.interrupted(reason).text)
  }
  func captureRecorded(_ recording: FaceCaptureRecording) async {
    await hear(FaceCaptureHandlerEvent.recorded(recording).text)
  }
  func captureReady() async { await hear(FaceCaptureHandlerEvent.ready.text) }
  func captureFinished(_ conclusion: FaceCaptureConclusion) async { await hear(conclusion.text) }
}

extension FaceCaptureHandlerEvent {
  var text: String {
    switch self {
    case .capture(let event): event.text
    case .preview(let preview): "preview \(preview.frame.sequence)"
    case .interrupted(let reason): "interrupted \(reason.rawValue)"
    case .ready: "ready"
    case .recorded(let recording): "recorded \(recording.kind.rawValue)"
    case .finished(let conclusion): conclusion.text
    }
  }
}

extension FaceCaptureConclusion {
  var text: String {
    switch self {
    case .verdict(let result): "verdict \(result.text)"
    case .retry(let reason, let kept): "retry \(reason.rawValue) \(kept.text)"
    case .error(let error): "error \(error.code.rawValue)"
    }
  }
}

extension String {
  /// Whether it is the text of a conclusion.
  var isConclusion: Bool { ["verdict ", "retry ", "error "].contains { hasPrefix($0) } }
}
