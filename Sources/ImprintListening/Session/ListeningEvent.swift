// SPDX-License-Identifier: Apache-2.0
public import ImprintAudio

/// What happens while it listens.
public enum ListeningEvent: Sendable, Hashable {
  /// It listens, or waits for a trigger phrase.
  case began(ListeningState)
  /// How loud the last 100 ms were.
  case level(AudioLevel)
  /// Somebody begins to speak. Of speech that is waited for after a trigger, or without one.
  case speechBegan(at: Duration)
  case speechEnded(at: Duration)
  /// A trigger phrase was spotted: what follows it is listened to.
  case triggered(ListenedTrigger)
  /// All words so far, where they changed; any of them may change again. They have no confidences.
  case partial([ListenedWord])
  /// The last one: what was said.
  case finished(ListeningResult)
  /// Listening has ended without a result.
  case interrupted(ListeningInterruption)
  /// The last one after an interruption: it can listen again.
  case ready
  /// The last one: it cannot go on.
  case failed(ListeningError)
  /// The last one: it was cancelled, and has no result.
  case cancelled
}

/// What a listener does.
public enum ListeningState: String, Sendable, Hashable, Codable, CaseIterable {
  case idle
  /// For a trigger phrase.
  case waiting
  case listening
  /// Until the microphone can be opened again.
  case interrupted
}

/// How an utterance ended that has a result. The raw values are stable.
public enum ListeningEnding: String, Sendable, Hashable, Codable, CaseIterable {
  /// Nobody spoke.
  case noSpeech = "no-speech"
  /// Silence after a whole phrase.
  case goodMatch = "good-match"
  /// Silence after whatever was said.
  case silence
  /// It became as long as it may be.
  case longest
  /// The application stopped it.
  case stopped
  /// The sound has ended.
  case sourceEnded = "source-ended"
}

/// Why listening ended without a result. The raw values are stable.
public enum ListeningInterruption: String, Sendable, Hashable, Codable, CaseIterable {
  /// The microphone was unplugged.
  case deviceGone = "device-gone"
  /// The machine was suspended.
  case machineSlept = "machine-slept"
  /// The application said so: the machine goes to sleep, the screen is locked, something else needs the
  /// microphone.
  case application
}

/// A word, and when it was said, counted from where listening began.
public struct ListenedWord: Sendable, Hashable {
  public let text: String
  public let begin: Duration
  public let end: Duration
  /// 0 to 1; `nil` where the bundle tells none, and in partial results.
  public let confidence: Float?

  public init(text: String, begin: Duration, end: Duration, confidence: Float? = nil) {
    self.text = text
    self.begin = begin
    self.end = end
    self.confidence = confidence
  }
}

/// A trigger phrase that was spotted.
public struct ListenedTrigger: Sendable, Hashable {
  /// As its graph has it.
  public let phrase: String
  /// The logarithm, to the base of 10, of how much likelier it is than anything else.
  public let score: Float
  public let begin: Duration
  public let end: Duration

  public init(phrase: String, score: Float, begin: Duration, end: Duration) {
    self.phrase = phrase
    self.score = score
    self.begin = begin
    self.end = end
  }
}

/// What was said.
public struct ListeningResult: Sendable, Hashable {
  public let ending: ListeningEnding
  /// In the order of time; none where nothing was recognised.
  public let words: [ListenedWord]
  /// Other readings, the likeliest first, as many as were asked for and the bundle has.
  public let alternatives: [[ListenedWord]]
  /// What it was triggered by; `nil` where it waited for no trigger, or for one that was not said.
  public let trigger: ListenedTrigger?
  /// Where the utterance began and ended.
  public let begin: Duration
  public let end: Duration
  /// Frames that the microphone lost meanwhile.
  public var lost: Int
  /// What was kept of it; `nil` where nothing was asked for, or could be.
  public var recording: ListeningRecording?
  /// Why something that was asked for was not kept.
  public var notKept: ListeningError?

  /// The words with a space between two.
  public var text: String { words.map(\.text).joined(separator: " ") }

  public init(
    ending: ListeningEnding, words: [ListenedWord], alternatives: [[ListenedWord]] = [],
    trigger: ListenedTrigger? = nil, begin: Duration, end: Duration, lost: Int = 0,
    recording: ListeningRecording? = nil, notKept: ListeningError? = nil
  ) {
    self.ending = ending
    self.words = words
    self.alternatives = alternatives
    self.trigger = trigger
    self.begin = begin
    self.end = end
    self.lost = lost
    self.recording = recording
    self.notKept = notKept
  }
}

/// The files of an utterance that was kept, by their absolute paths.
public struct ListeningRecording: Sendable, Hashable {
  /// WAV, one channel of 16 bits; `nil` where only metadata was asked for.
  public let sound: String?
  /// JSON; `nil` where only sound was asked for.
  public let metadata: String?

  public init(sound: String?, metadata: String?) {
    self.sound = sound
    self.metadata = metadata
  }
}
