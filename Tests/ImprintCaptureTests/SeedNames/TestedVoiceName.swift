// SPDX-License-Identifier: Apache-2.0
import Imprint

// The tests of voice dialogues, as those of `TestedName.swift`.

private let whole = "RegistrationTests.itTakesThreePhrasesOrFourDigitStrings"
private let signedIn = "SigningInTests.whatWasGivenIsReadBackButForThePassword"

extension SeedVoiceCredential: TestedName {
  var test: String {
    switch self {
    case .url: "SigningInTests.theAddressOfAnotherEngineIsRefused"
    case .application: "SigningInTests.anotherApplicationSeesNobody"
    case .user, .password: "SigningInTests.otherCredentialsOfAnApplicationAreRefused"
    case .configuration: "LogonTests.anotherConfigurationThanThatOfTheRegistrationIsRefused"
    }
  }
}

extension SeedVoiceCall: TestedName {
  var test: String {
    switch self {
    case .shared, .url, .userName, .password, .organisation: signedIn
    case .initialise: "SigningInTests.beforeItEveryCallFails"
    case .recordSettings, .recorder, .recordComplete: "RegistrationTests.soundOfAnotherFormIsRefused"
    case .registerClaimant, .claimantRegistered, .claimant, .submitPhrase, .submitWith, .phraseSubmitted,
      .startDialogue, .startWith, .dialogueStarted, .callReference:
      whole
    case .dialogue: "LogonTests.aDialogueGoesOnInAnotherProcess"
    case .deleteClaimant, .deleteWith, .claimantDeleted: "RegistrationTests.aDeletedClaimantIsUnknown"
    case .abortDialogue, .abortWith, .dialogueAborted: "RegistrationTests.anAbortTakesTheClaimant"
    case .promptHint: "RegistrationTests.aPromptThatWasNotAskedForIsRefused"
    case .adaptClaimant, .adaptWith, .claimantAdapted:
      "AdaptationTests.afterAThirdFactorWhatWasNotValidatedAdapts"
    }
  }
}

extension SeedVoiceOutcome: TestedName {
  var test: String {
    switch self {
    case .accept: "LogonTests.oneClearUtteranceIsEnough"
    case .strongReject: "LogonTests.inBetweenASecondIsAskedForAndTheMeanDecides"
    case .automatic: "AdaptationTests.aClearAcceptAdapts"
    case .supervised: "AdaptationTests.afterAThirdFactorWhatWasNotValidatedAdapts"
    }
  }
}
