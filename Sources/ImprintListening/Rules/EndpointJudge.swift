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
  /// Where somebody began to speak, as far as is known.
  private var spokenSince: Int?
  /// Where the last word ended, of those that were heard when there were more than before.
  private var lastWordEnded = 0
  private var words = 0
  /// Whether the words so far are a whole phrase.
  private var isWhole = false
  private var wordsChanged = 0

  /// - Parameter longest: of the recogniser.
  init(rate: Int, longest: Duration) {
    self.rate = rate
    most = Self.frames(longest, rate)
  }

  /// Whether somebody has spoken.
  var hasSpoken: Bool { spokenSince != nil }

  /// How many frames more the utterance may have, by its rules; at least one.
  func room(by rules: ListeningRules) -> Int {
    let end = spokenSince.map { $0 + Self.frames(rules[.longestUtterance], rate) }
    return max(1, min(most, end ?? most) - heard)
  }

  mutating func hear(frames: Int) { heard += frames }

  mutating func hear(_ activity: Activity) {
    switch activity {
    case .speech(let place):
      isSpeech = true
      hasMeasuredSpeech = true
      spokenSince = min(spokenSince ?? heard, max(0, place))
    case .silence(let place):
      isSpeech = false
      silentSince = place
    }
  }

  /// - Parameters:
  ///   - end: of the last one, in frames.
  ///   - isWhole: whether they are a whole phrase.
  mutating func hear(words: Int, end: UInt64, isWhole: Bool) {
    if words > 0 { spokenSince = spokenSince ?? heard }
    if words > self.words { lastWordEnded = min(heard, Int(clamping: end)) }
    self.words = words
    self.isWhole = isWhole
    wordsChanged = heard
  }

  /// How it ends now; `nil` where it goes on.
  func ending(by rules: ListeningRules) -> ListeningEnding? {
    func has(_ frames: Int, _ parameter: ListeningParameter) -> Bool {
      frames >= Self.frames(rules[parameter], rate)
    }
    guard let spokenSince else { return heard >= most || has(heard, .noSpeech) ? .noSpeech : nil }
    if heard >= most || has(heard - spokenSince, .longestUtterance) { return .longest }
    guard !isSpeech else { return nil }
    let silence = heard - (hasMeasuredSpeech ? max(silentSince ?? heard, lastWordEnded) : wordsChanged)
    if isWhole, has(silence, .silenceAfterGoodMatch) { return .goodMatch }
    return has(silence, .silenceAfterAnySpeech) ? .silence : nil
  }

  private static func frames(_ time: Duration, _ rate: Int) -> Int {
    // A bundle may say that its longest utterance has no end.
    Int((min(time, .seconds(1_000_000)) / .seconds(1) * Double(rate)).rounded(.down))
  }
}
