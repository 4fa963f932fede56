// SPDX-License-Identifier: Apache-2.0
public import ImprintAudio

/// The callback form of listening: implement what is needed, the rest has empty defaults.
///
/// Calls come one at a time, in order, from a task of its own. A slow delegate misses levels, and nothing
/// else. It may call the listener.
public protocol SpeechListenerDelegate: Sendable {
  /// It listens, or waits for a trigger phrase.
  func recognizerBegan(_ state: ListeningState) async
  /// How loud the last 100 ms were.
  func recognizerHeard(_ level: AudioLevel) async
  /// Somebody begins to speak, or is silent.
  func recognizerHeardSpeech(_ isSpeech: Bool, at time: Duration) async
  /// All words so far, where they changed.
  func recognizerPartialResult(_ words: [ListenedWord]) async
  /// A trigger phrase was spotted; what follows is listened to.
  func recognizerTriggerPhraseDetected(_ trigger: ListenedTrigger) async
  /// What was said; it listens no longer.
  func recognizerFinalResult(_ result: ListeningResult) async
  /// It listens no longer, and there is no result.
  func recognizerInterrupted(_ reason: ListeningInterruption) async
  /// After an interruption: it can listen again.
  func recognizerReadyToListenAfterInterrupt() async
  /// It listens no longer, and there is no result: it was cancelled, or cannot go on.
  func recognizerFailed(_ error: ListeningError) async
}

extension SpeechListenerDelegate {
  public func recognizerBegan(_ state: ListeningState) async {}
  public func recognizerHeard(_ level: AudioLevel) async {}
  public func recognizerHeardSpeech(_ isSpeech: Bool, at time: Duration) async {}
  public func recognizerPartialResult(_ words: [ListenedWord]) async {}
  public func recognizerTriggerPhraseDetected(_ trigger: ListenedTrigger) async {}
  public func recognizerFinalResult(_ result: ListeningResult) async {}
  public func recognizerInterrupted(_ reason: ListeningInterruption) async {}
  public func recognizerReadyToListenAfterInterrupt() async {}
  public func recognizerFailed(_ error: ListeningError) async {}

  /// Calls the function that an event is for.
  func hear(_ event: ListeningEvent) async {
    switch event {
    case .began(let state): await recognizerBegan(state)
    case .level(let level): await recognizerHeard(level)
    case .speechBegan(let time): await recognizerHeardSpeech(true, at: time)
    case .speechEnded(let time): await recognizerHeardSpeech(false, at: time)
    case .triggered(let trigger): await recognizerTriggerPhraseDetected(trigger)
    case .partial(let words): await recognizerPartialResult(words)
    case .finished(let result): await recognizerFinalResult(result)
    case .interrupted(let reason): await recognizerInterrupted(reason)
    case .ready: await recognizerReadyToListenAfterInterrupt()
    case .failed(let error): await recognizerFailed(error)
    case .cancelled: await recognizerFailed(.cancelled)
    }
  }
}
