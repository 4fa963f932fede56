// SPDX-License-Identifier: Apache-2.0

/// What a recogniser heard in one step.
public struct SpeechHearing: Sendable, Hashable {
  /// In order.
  public let events: [SpeechEvent]
  /// The words so far, from the first, where their texts are others than before; `nil` where none changed.
  /// Their confidences are `nil`.
  public let partial: [SpeechWord]?

  public init(events: [SpeechEvent] = [], partial: [SpeechWord]? = nil) {
    self.events = events
    self.partial = partial
  }
}

/// What was heard of an utterance.
public struct SpeechResult: Sendable, Hashable {
  /// What was found at the end.
  public let events: [SpeechEvent]
  /// The best reading: the words in the order of time; none where nothing was heard.
  public let words: [SpeechWord]
  /// Others, the likeliest first.
  public let alternatives: [[SpeechWord]]

  /// The best reading, with a space between two words.
  public var text: String { words.map(\.text).joined(separator: " ") }

  public init(events: [SpeechEvent] = [], words: [SpeechWord] = [], alternatives: [[SpeechWord]] = []) {
    self.events = events
    self.words = words
    self.alternatives = alternatives
  }
}

/// What happened in the sound. Frames are counted from the beginning of the utterance.
public enum SpeechEvent: Sendable, Hashable {
  /// Somebody begins to speak.
  case speech(at: UInt64)
  /// Nobody speaks any more.
  case silence(at: UInt64)
  /// A phrase was spotted: its place in the graph, from 0; the logarithm, to the base of 10, of how much
  /// likelier it is than anything else, at least the phrase's threshold; and where it was said.
  case trigger(phrase: Int, score: Float, frames: Range<UInt64>)
}

/// A word that was heard.
public struct SpeechWord: Sendable, Hashable {
  /// 1...95 bytes without white space, as the graph has it.
  public let text: String
  /// Where it was said, counted from the beginning of the utterance.
  public let frames: Range<UInt64>
  /// How sure the recogniser is: 0...1; `nil` where it does not tell.
  public let confidence: Float?

  public init(text: String, frames: Range<UInt64>, confidence: Float? = nil) {
    self.text = text
    self.frames = frames
    self.confidence = confidence
  }
}
