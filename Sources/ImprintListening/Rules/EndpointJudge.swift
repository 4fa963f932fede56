// SPDX-License-Identifier: Apache-2.0

/// When an utterance ends, by its rules. Counts frames of the utterance, and knows no clock.
struct EndpointJudge: Sendable {
  /// What of the sound it is told.
  enum Activity: Sendable, Hashable {
    case speech(at: Int)
    case silence(at: Int)
  }

  private let rate: Int
  /// Frames of the longest utterance that the recogniser takes.
  private let most: Int
  /// Frames of the utterance so far.
  private(set) var heard = 0
  private var isSpeech = false
  /// Where speech ended last; `nil` where none was measured.
  private var silentSince: Int?
  private var hasMeasuredSpeech = false
  private var hasWords = false
  /// Whether the words so far are a whole phrase.
  private var isWhole = false
  private var wordsChanged = 0

  /// - Parameter longest: of the recogniser.
  init(rate: Int, longest: Duration) {
    self.rate = rate
    most = Self.frames(longest, rate)
  }

  /// How many frames more the utterance may have, by its rules; at least one.
  func room(by rules: ListeningRules) -> Int {
    max(1, min(most, Self.frames(rules[.longestUtterance], rate)) - heard)
  }

  mutating func hear(frames: Int) { heard += frames }

  mutating func hear(_ activity: Activity) {
    switch activity {
    case .speech:
      isSpeech = true
      hasMeasuredSpeech = true
    case .silence(let place):
      isSpeech = false
      silentSince = place
    }
  }

  /// - Parameter isWhole: whether they are a whole phrase.
  mutating func hear(words: Int, isWhole: Bool) {
    hasWords = hasWords || words > 0
    self.isWhole = isWhole
    wordsChanged = heard
  }

  /// How it ends now; `nil` where it goes on.
  func ending(by rules: ListeningRules) -> ListeningEnding? {
    func has(_ frames: Int, _ parameter: ListeningParameter) -> Bool {
      frames >= Self.frames(rules[parameter], rate)
    }
    if heard >= most || has(heard, .longestUtterance) { return .longest }
    guard hasMeasuredSpeech || hasWords else {
      return !rules.waitsForSpeech && has(heard, .noSpeech) ? .noSpeech : nil
    }
    guard !isSpeech else { return nil }
    let silence = heard - (hasMeasuredSpeech ? silentSince ?? heard : wordsChanged)
    if isWhole, has(silence, .silenceAfterGoodMatch) { return .goodMatch }
    return has(silence, .silenceAfterAnySpeech) ? .silence : nil
  }

  private static func frames(_ time: Duration, _ rate: Int) -> Int {
    Int((time / .seconds(1) * Double(rate)).rounded(.down))
  }
}
