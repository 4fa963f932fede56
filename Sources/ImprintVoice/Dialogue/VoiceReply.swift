// SPDX-License-Identifier: Apache-2.0

/// A dialogue that was started: a registration, or a logon of somebody who is registered.
public struct VoiceDialogue: Sendable, Hashable {
  public enum Purpose: String, Sendable, Hashable, CaseIterable {
    case registration
    case logon
  }

  public let id: VoiceDialogueID
  public let purpose: Purpose
  /// What is to be said first.
  public let prompt: VoicePrompt
  /// What the application calls it, as it was given.
  public let callReference: String?

  /// For an engine.
  public init(id: VoiceDialogueID, purpose: Purpose, prompt: VoicePrompt, callReference: String?) {
    self.id = id
    self.purpose = purpose
    self.prompt = prompt
    self.callReference = callReference
  }
}

/// What somebody is to say now, for the application to show (F173).
public struct VoicePrompt: Sendable, Hashable {
  /// The phrase, or digits with spaces between them.
  public let text: String
  /// Utterances that are still needed, this one included.
  public let needed: Int
  /// How often it may still be asked for again.
  public let repeatsLeft: Int

  /// For an engine.
  public init(text: String, needed: Int, repeatsLeft: Int) {
    self.text = text
    self.needed = needed
    self.repeatsLeft = repeatsLeft
  }
}

/// Why something has to be said again (F167), or why it came to nothing. The words are stable.
public enum VoiceRepeatReason: String, Sendable, Hashable, Codable, CaseIterable {
  case tooNoisy = "too-noisy"
  case tooQuiet = "too-quiet"
  case clipped
  case tooShort = "too-short"
  case wrongPhrase = "wrong-phrase"
  /// Another voice than in the utterances before.
  case anotherVoice = "another-voice"
  /// It is a recording of an utterance that was submitted before.
  case playedAgain = "played-again"
  /// The extractor makes no template of it, and has said no other reason.
  case unsuitable

  /// What the person is told, in English.
  public var words: String {
    switch self {
    case .tooNoisy: "There is too much noise: go where it is quiet, and say it again."
    case .tooQuiet: "It is too quiet: speak up, or come nearer, and say it again."
    case .clipped: "It is too loud: speak softer, or go away from the microphone, and say it again."
    case .tooShort: "It is too short: say all of it."
    case .wrongPhrase: "These are other words: say what is shown."
    case .anotherVoice: "It is another voice than before: the same person says all of it."
    case .playedAgain: "This was heard before: say it anew."
    case .unsuitable: "It could not be used: say it again, clearly."
    }
  }
}

/// What a logon came to (F168).
public enum VoiceOutcome: String, Sendable, Hashable, Codable, CaseIterable {
  /// It is the claimant's voice.
  case accept
  /// Not decided: it may be the claimant's. A third factor and ``VoiceDialogues/adapt(_:with:factor:)`` help.
  case notValidated = "not-validated"
  /// It is another's.
  case strongReject = "strong-reject"
}

/// What is answered to an utterance.
public enum VoiceReply: Sendable, Hashable {
  /// It goes on. Without a reason the utterance was taken.
  case speak(VoicePrompt, because: VoiceRepeatReason?)
  /// The claimant is registered; when this is returned, it is on the disk.
  case registered
  /// Too much had to be asked for again. The claimant is gone; begin with a new one.
  case notRegistered(VoiceRepeatReason)
  /// A logon is decided. The reason is of one that was not, because too much had to be asked for again.
  case concluded(VoiceOutcome, because: VoiceRepeatReason?)
}

/// What was checked beside the voice, before a supervised adaptation.
public struct VoiceFactor: Sendable, Hashable, CustomStringConvertible {
  /// Such as `pin`: 1...64 bytes in one line. What was entered never belongs here.
  public let name: String

  public static let pin = VoiceFactor(known: "pin")
  public static let password = VoiceFactor(known: "password")
  public static let pattern = VoiceFactor(known: "pattern")
  public static let token = VoiceFactor(known: "token")
  public static let personalInformation = VoiceFactor(known: "personal-information")

  /// - Throws: ``VoiceError`` `badFactor`.
  public init(_ name: String) throws(VoiceError) {
    let isPlain = name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    guard (1...64).contains(name.utf8.count), isPlain else {
      throw VoiceError(
        .badFactor, place: "factor", reason: "it has \(name.utf8.count) bytes, or a control character.",
        remedy: "Say what was checked, such as pin.")
    }
    self.name = name
  }

  private init(known: String) { name = known }

  public var description: String { name }
}

/// What an application has.
public struct VoiceClaimants: Sendable, Hashable {
  /// Whose voice is registered: these are counted.
  public let registered: [VoiceClaimantID]
  /// Who has an id and no template yet. They go by themselves within a day.
  public let pending: [VoiceClaimantID]

  /// For an engine.
  public init(registered: [VoiceClaimantID], pending: [VoiceClaimantID]) {
    self.registered = registered
    self.pending = pending
  }
}

/// One thing that happened to a claimant.
public struct VoiceAuditEntry: Sendable, Hashable {
  public enum Event: String, Sendable, Hashable, Codable, CaseIterable {
    case registered
    case accept
    case notValidated = "not-validated"
    case strongReject = "strong-reject"
    case playedAgain = "played-again"
    case adapted
    case adaptedWithFactor = "adapted-with-factor"
  }

  public let event: Event
  /// Milliseconds since 1970 UTC.
  public let time: Int64
  public let dialogue: VoiceDialogueID
  /// What the application has called the dialogue.
  public let callReference: String?
  /// What was checked beside the voice; of ``Event/adaptedWithFactor`` alone.
  public let factor: VoiceFactor?

  /// For an engine.
  public init(
    event: Event, time: Int64, dialogue: VoiceDialogueID, callReference: String?, factor: VoiceFactor?
  ) {
    self.event = event
    self.time = time
    self.dialogue = dialogue
    self.callReference = callReference
    self.factor = factor
  }
}
