// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// Why a dialogue cannot go on. That somebody is not who they claim to be is no error, and neither is a sound
/// that has to be said again.
public typealias VoiceError = Explained<VoiceErrorCode>

/// The words are stable.
public enum VoiceErrorCode: String, Sendable, Hashable, CaseIterable {
  /// Nothing works before ``VoiceDialogues/initialise(_:)``.
  case notInitialised = "not-initialised"
  /// One of the credentials is empty, too long, or of several lines.
  case badCredentials = "bad-credentials"
  /// User name and password are not those of the application, or the address is another engine's.
  case wrongCredentials = "wrong-credentials"
  /// A part of a configuration is outside its range.
  case badConfiguration = "bad-configuration"
  /// The application has no configuration of that id.
  case unknownConfiguration = "unknown-configuration"
  /// The claimant was registered with another configuration, or with other formats.
  case otherConfiguration = "other-configuration"
  /// Random digits were asked for, and nothing recognises them.
  case noRecognizer = "no-recognizer"
  /// There is no such claimant.
  case unknownClaimant = "unknown-claimant"
  /// The store has as many claimants as it may have.
  case tooManyClaimants = "too-many-claimants"
  /// A registration of the claimant is open. It is aborted, or ends by itself within an hour.
  case registrationOpen = "registration-open"
  /// No such dialogue of the claimant is open, or was the last one: it was aborted, or a newer one has taken
  /// its place.
  case unknownDialogue = "unknown-dialogue"
  /// The dialogue is concluded, and was the claimant's last.
  case dialogueOver = "dialogue-over"
  /// The dialogue is too old.
  case dialogueExpired = "dialogue-expired"
  /// Another call works on the claimant just now.
  case dialogueBusy = "dialogue-busy"
  /// The prompt is not the one that was to be said.
  case otherPrompt = "other-prompt"
  /// The call reference is too long, or of several lines.
  case badCallReference = "bad-call-reference"
  /// The sound has another rate, several channels, or is too long: 16 s, or what the format takes.
  case badSound = "bad-sound"
  /// The limits are scores, and the matcher has no calibration for such templates.
  case notCalibrated = "not-calibrated"
  /// Adaptation: the dialogue is another claimant's.
  case otherClaimant = "other-claimant"
  /// Adaptation: the dialogue is not the claimant's last.
  case notLastDialogue = "not-last-dialogue"
  /// Adaptation: it ended in a strong reject.
  case strongReject = "strong-reject"
  /// Adaptation: it ended in an accept, and needs none.
  case accepted
  /// Adaptation: nothing was heard in it that could be adapted with.
  case nothingHeard = "nothing-heard"
  /// Adaptation: what was heard is too unlike the template.
  case tooUnlike = "too-unlike"
  /// Adaptation: it was used for one already.
  case alreadyAdapted = "already-adapted"
  /// Adaptation: the factor has no name.
  case badFactor = "bad-factor"
  /// A file is damaged, or missing where it has to be.
  case damaged
  /// It was written by a newer Imprint.
  case newerRecord = "newer-record"
  /// Others may read or write the folder.
  case unsafeFolder = "unsafe-folder"
  /// Another process or task held the lock for too long.
  case busy
  /// Disk full or quota exceeded. Existing data are unchanged.
  case noSpace = "no-space"
  /// The folder cannot be read or written.
  case notPermitted = "not-permitted"
  /// The store cannot be used.
  case store
  /// A plugin failed, or is not licensed.
  case plugin
  /// Another system error, which is stated.
  case system
  /// The task was cancelled.
  case cancelled
}

extension VoiceError {
  static let notInitialised = VoiceError(
    .notInitialised, place: "voices", reason: "nobody has signed in.", remedy: "Call initialise first.")

  static let wrongCredentials = VoiceError(
    .wrongCredentials, place: "credentials", reason: "user name and password are not this application's.",
    remedy: "Give those that the application first signed in with.")

  static func badConfiguration(_ name: String, _ reason: String, _ allowed: String) -> VoiceError {
    VoiceError(.badConfiguration, place: name, reason: reason, remedy: "Allowed is: \(allowed).")
  }

  static func unknownClaimant(_ claimant: VoiceClaimantID) -> VoiceError {
    VoiceError(
      .unknownClaimant, place: "claimant \(claimant)", reason: "there is no such claimant.",
      remedy: "Register one, or give the id that the registration returned.")
  }

  static func dialogue(_ code: VoiceErrorCode, _ id: VoiceDialogueID, _ reason: String) -> VoiceError {
    VoiceError(code, place: "dialogue \(id.number)", reason: reason, remedy: "Start a new dialogue.")
  }

  static func adaptation(_ code: VoiceErrorCode, _ reason: String) -> VoiceError {
    VoiceError(
      code, place: "adaptation", reason: reason,
      remedy: "Adapt once, right after a dialogue that was not validated, when a third factor was checked.")
  }

  static let dialogueBusy = VoiceError(
    .dialogueBusy, place: "dialogue", reason: "another call has changed the claimant meanwhile.",
    remedy: "Make one call after the other.")
}
