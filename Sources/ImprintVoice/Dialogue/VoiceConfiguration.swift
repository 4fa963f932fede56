// SPDX-License-Identifier: Apache-2.0

/// What is said, how often, and what follows of it (F164, F171). An application has one or several; the one
/// that a claimant was registered with is theirs for good (F172).
public struct VoiceConfiguration: Sendable, Hashable {
  /// What is said.
  public enum Words: Sendable, Hashable {
    /// A phrase, always the same.
    case phrase(String)
    /// Digits, always the same: 4...16.
    case digits(String)
    /// So many digits, 4...16, others each time. Needs what recognises them: ``VoiceDigitRecognizer``.
    case randomDigits(Int)
  }

  /// 1...64 bytes of `a-z A-Z 0-9 . _ -`.
  public let id: String
  public let words: Words
  /// The name of the format that says who speaks, which decides; `nil`: the one that the variant writes.
  public let format: String?
  /// The name of a format that says whether it was these words, such as `imprint.voice-v1-phrase`; of random
  /// digits `nil`.
  public let wordsFormat: String?
  /// What decides.
  public let limits: VoiceLimits
  /// How good a sound has to be.
  public let sound: VoiceSoundLimits
  /// How many utterances a registration takes: 2...8; default 3 of a phrase, 4 of digits (F166).
  public let registrationUtterances: Int
  /// How many a logon takes at most: 1...4; default 2. A first one that is accepted is enough.
  public let logonUtterances: Int
  /// How many utterances of a dialogue may be asked for again: 0...16; default 5 (F167).
  public let repeats: Int

  /// - Throws: ``VoiceError`` `badConfiguration` where something is outside its range.
  public init(
    id: String, words: Words, format: String? = nil, wordsFormat: String? = nil, limits: VoiceLimits,
    sound: VoiceSoundLimits = VoiceSoundLimits(), registrationUtterances: Int? = nil,
    logonUtterances: Int = 2, repeats: Int = 5
  ) throws(VoiceError) {
    self.id = id
    self.words = words
    self.format = format
    self.wordsFormat = wordsFormat
    self.limits = limits
    self.sound = sound
    self.registrationUtterances = registrationUtterances ?? words.usualRegistration
    self.logonUtterances = logonUtterances
    self.repeats = repeats
    try check()
  }

  private func check() throws(VoiceError) {
    guard Self.isID(id) else {
      throw .badConfiguration(
        "id", "it has other characters, or \(id.utf8.count) of them.", "a-z A-Z 0-9 . _ -")
    }
    if let fault = words.fault {
      throw .badConfiguration("words", fault, "1 to 256 bytes, or 4 to 16 digits")
    }
    guard words.areRandom == (wordsFormat == nil) else {
      throw .badConfiguration(
        "wordsFormat", words.areRandom ? "random digits are recognised." : "there is none.",
        "a format of phrases where the words are fixed, and none of random digits")
    }
    guard limits.isOrdered else {
      throw .badConfiguration(
        "limits", "they are no numbers, or not in their order.", "reject < accept <= clear")
    }
    for (name, value, range) in [
      ("registrationUtterances", registrationUtterances, 2...8), ("logonUtterances", logonUtterances, 1...4),
      ("repeats", repeats, 0...16),
    ] where !range.contains(value) {
      throw .badConfiguration(name, "it is \(value).", "\(range.lowerBound) to \(range.upperBound)")
    }
  }

  static func isID(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0)
          || [45, 46, 95].contains($0)
      }
  }
}

extension VoiceConfiguration.Words {
  fileprivate var usualRegistration: Int {
    if case .phrase = self { 3 } else { 4 }
  }

  var areRandom: Bool {
    if case .randomDigits = self { true } else { false }
  }

  fileprivate var fault: String? {
    switch self {
    case .phrase(let text):
      let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
      return (1...256).contains(text.utf8.count) && isPlain
        ? nil : "the phrase is empty, too long or of two lines."
    case .digits(let text):
      let areDigits = text.utf8.allSatisfy { (48...57).contains($0) }
      return (4...16).contains(text.utf8.count) && areDigits ? nil : "these are no 4 to 16 digits."
    case .randomDigits(let count):
      return (4...16).contains(count) ? nil : "\(count) digits are too few or too many."
    }
  }
}

/// Similarities that decide. What they are in is the matcher's own: raw similarities, or scores where it is
/// calibrated. Take them from measurements of the format, on people like yours (`sdkctl evaluate`).
public struct VoiceLimits: Sendable, Hashable {
  public enum Unit: String, Sendable, Hashable, CaseIterable {
    case similarity
    /// Refused, typed, where the matcher has no calibration for such templates.
    case score
  }

  public let unit: Unit
  /// From here on it is accepted.
  public let accept: Double
  /// Below this it is a strong reject; between both it is not validated.
  public let reject: Double
  /// From here on it is so clear that the template is adapted by itself. At least `accept`.
  public let clear: Double

  /// - Parameter clear: `nil`: half as far above `accept` as `reject` is below it.
  public init(unit: Unit = .similarity, accept: Double, reject: Double, clear: Double? = nil) {
    self.unit = unit
    self.accept = accept
    self.reject = reject
    self.clear = clear ?? accept + (accept - reject) / 2
  }

  var isOrdered: Bool {
    accept.isFinite && reject.isFinite && clear.isFinite && reject < accept && accept <= clear
  }
}

/// How good a sound has to be before anybody is compared. The defaults are those of the development data that
/// the bundled extractor was made on (docs/proposals/0011-voice.md); a plugin may ask for more.
public struct VoiceSoundLimits: Sendable, Hashable {
  /// Of speech.
  public var shortest: Duration
  /// Of speech, in dBFS.
  public var quietest: Double
  /// Of speech over what is none, in dB.
  public var signalToNoise: Double
  /// The proportion of samples that are cut off.
  public var clipped: Double

  public init(
    shortest: Duration = .milliseconds(500), quietest: Double = -60, signalToNoise: Double = 15,
    clipped: Double = 0.01
  ) {
    self.shortest = shortest
    self.quietest = quietest
    self.signalToNoise = signalToNoise
    self.clipped = clipped
  }
}
