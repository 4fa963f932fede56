// SPDX-License-Identifier: Apache-2.0
public import ImprintCapture
internal import ImprintVoice

// The seed of voice dialogues: its credentials, calls and outcomes.

/// What the seed's application is given: 5.
public enum SeedVoiceCredential: String, SeedName {
  case url = "VIGO_SERVER_URL"
  case application = "VIGO_APP_ID"
  case user = "VIGO_CREDENTIAL_ID"
  case password = "VIGO_CREDENTIAL_PWD"
  case configuration = "CONFIGURATION_ID"

  public var counterpart: SeedCounterpart {
    switch self {
    case .url: .swift("VoiceCredentials.address", sdkctl: .option("--folder", of: "voice register"))
    case .application:
      .swift("VoiceCredentials.organisation", sdkctl: .option("--organisation", of: "voice register"))
    case .user: .swift("VoiceCredentials.userName", sdkctl: .option("--user-name", of: "voice register"))
    case .password: .swift("VoiceCredentials", sdkctl: .option("--password-file", of: "voice register"))
    case .configuration:
      .swift(
        "VoiceConfiguration.id", "VoiceConfiguration.words",
        sdkctl: .option("--phrase", of: "voice register"))
    }
  }
}

/// The seed's calls and call-backs: 30.
public enum SeedVoiceCall: String, SeedName {
  case shared
  case initialise = "initCredential:andUsername:andPassword:andOrgId:"
  case url = "getUrl"
  case userName = "getUserName"
  case password = "getPassword"
  case organisation = "getOrgID"
  case recordSettings = "getRecordSettings"
  case registerClaimant = "RegisterClaimantClass"
  case claimantRegistered = "onClaimantRegistered:"
  case claimant = "claimantID"
  case deleteClaimant = "DeleteClaimantClass"
  case deleteWith = "DeleteClaimantClass.initWithData:"
  case claimantDeleted = "onClaimantDeleted:"
  case startDialogue = "StartDialogueClass"
  case startWith = "initWithData:andConfigID:andCallRef:"
  case callReference
  case dialogueStarted = "onDialogueStarted:"
  case dialogue = "dialogueID"
  case abortDialogue = "AbortDialogueClass"
  case abortWith = "AbortDialogueClass.initWithData:"
  case dialogueAborted = "onDialogueAborted:"
  case submitPhrase = "SubmitPhraseClass"
  case submitWith = "initWithData:andUtterance:andPrompt:"
  case promptHint
  case phraseSubmitted = "onPhraseSubmitted:"
  case adaptClaimant = "AdaptClaimantClass"
  case adaptWith = "initWithData:andDialogueID:"
  case claimantAdapted = "onClaimantAdapted:"
  case recorder = "ViGoAudioRecorder"
  case recordComplete = "onRecordComplete:andCallBack:"

  public var counterpart: SeedCounterpart {
    switch self {
    case .shared: .leftOut("an application keeps its `VoiceDialogues` itself, and may have several")
    case .initialise: .swift("VoiceDialogues.initialise", "VoiceCredentials", sdkctl: .opens)
    case .url: .swift("VoiceDialogues.address", sdkctl: .opens)
    case .userName: .swift("VoiceDialogues.userName", sdkctl: .opens)
    case .password: .leftOut("a password is never given back")
    case .organisation: .swift("VoiceDialogues.organisation", sdkctl: .opens)
    case .recordSettings, .recorder:
      .swift("VoiceRecordingPreset", "AudioRecorder", sdkctl: .command("device record"))
    case .recordComplete: .swift("AudioRecorder.record", sdkctl: .command("device record"))
    case .registerClaimant, .claimantRegistered:
      .swift("VoiceDialogues.registerClaimant", sdkctl: .command("voice register"))
    case .claimant: .swift("VoiceClaimantID", sdkctl: .field("claimant", of: "voice register"))
    case .deleteClaimant, .deleteWith, .claimantDeleted:
      .swift("VoiceDialogues.deleteClaimant", sdkctl: .command("voice delete"))
    case .startDialogue, .startWith, .dialogueStarted:
      .swift("VoiceDialogues.startDialogue", "VoiceDialogue", sdkctl: .command("voice verify"))
    case .callReference:
      .swift("VoiceDialogue.callReference", sdkctl: .option("--call-reference", of: "voice verify"))
    case .dialogue: .swift("VoiceDialogueID", sdkctl: .field("dialogue", of: "voice verify"))
    case .abortDialogue, .abortWith, .dialogueAborted:
      .swift(
        "VoiceDialogues.abortDialogue", sdkctl: .swiftOnly("a command aborts what its recordings do not end"))
    case .submitPhrase, .submitWith, .phraseSubmitted:
      .swift("VoiceDialogues.submit", "VoiceReply", sdkctl: .option("--sound", of: "voice verify"))
    case .promptHint:
      .swift("VoicePrompt.text", sdkctl: .swiftOnly("a recording is made before anything is shown"))
    case .adaptClaimant, .adaptWith, .claimantAdapted:
      .swift("VoiceDialogues.adapt", sdkctl: .command("voice adapt"))
    }
  }
}

/// What the seed's logons come to, and its kinds of adaptation: 4.
public enum SeedVoiceOutcome: String, SeedName {
  case accept
  case strongReject = "strong reject"
  case automatic = "automatic adaptation"
  case supervised = "supervised adaptation"

  public var counterpart: SeedCounterpart {
    switch self {
    case .accept:
      .value(VoiceOutcome.accept, sdkctl: .field("outcome", of: "voice verify", value: "accept"))
    case .strongReject:
      .value(
        VoiceOutcome.strongReject, sdkctl: .field("outcome", of: "voice verify", value: "strong-reject"))
    case .automatic: .swift("VoiceLimits.clear", sdkctl: .option("--clear", of: "voice verify"))
    case .supervised:
      .swift("VoiceDialogues.adapt", "VoiceFactor", sdkctl: .option("--factor", of: "voice adapt"))
    }
  }
}

extension SeedCommand {
  fileprivate static let opens = SeedCommand.swiftOnly("a command signs in by itself")
}
