// SPDX-License-Identifier: Apache-2.0

/// A rule that ends an utterance, by its name. The raw values are stable.
public enum ListeningParameter: String, Sendable, Hashable, Codable, CaseIterable {
  /// Nobody has spoken for so long since listening began, or since the trigger phrase: 0.5 s to 120 s,
  /// default 8 s.
  case noSpeech = "no-speech"
  /// Silence after words that are a whole phrase: 0.2 s to 10 s, default 0.7 s. Chosen: longer than the
  /// pauses between words.
  case silenceAfterGoodMatch = "silence-after-good-match"
  /// Silence after whatever was said: 0.2 s to 10 s, default 1.5 s. Chosen: longer than most pauses of
  /// somebody who thinks.
  case silenceAfterAnySpeech = "silence-after-any-speech"
  /// The longest utterance: 1 s to 120 s, default 20 s. Where the bundle's longest is shorter, that is it.
  case longestUtterance = "longest-utterance"

  public var standard: Duration {
    switch self {
    case .noSpeech: .seconds(8)
    case .silenceAfterGoodMatch: .milliseconds(700)
    case .silenceAfterAnySpeech: .milliseconds(1500)
    case .longestUtterance: .seconds(20)
    }
  }

  public var range: ClosedRange<Duration> {
    switch self {
    case .noSpeech: .milliseconds(500) ... .seconds(120)
    case .silenceAfterGoodMatch, .silenceAfterAnySpeech: .milliseconds(200) ... .seconds(10)
    case .longestUtterance: .seconds(1) ... .seconds(120)
    }
  }
}

/// When an utterance ends by itself.
public struct ListeningRules: Sendable, Hashable {
  private var changed: [ListeningParameter: Duration] = [:]
  /// Whether it waits for speech without an end: of sound that is all there, as a file's.
  var waitsForSpeech = false

  /// All as they are by default.
  public init() {}

  public subscript(parameter: ListeningParameter) -> Duration { changed[parameter] ?? parameter.standard }

  /// Tunes one of them.
  /// - Throws: ``ListeningError`` `bad-option` outside of its range.
  public mutating func set(_ parameter: ListeningParameter, to value: Duration) throws(ListeningError) {
    guard parameter.range.contains(value) else {
      throw ListeningError(
        .badOption, place: parameter.rawValue, reason: "\(value) is outside of its range.",
        remedy: "Give \(parameter.range.lowerBound) to \(parameter.range.upperBound).")
    }
    changed[parameter] = value
  }
}
