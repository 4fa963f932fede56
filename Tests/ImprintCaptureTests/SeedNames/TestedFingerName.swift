// SPDX-License-Identifier: Apache-2.0
import Imprint

// The tests of fingers, as those of `TestedName.swift`.

private let leftOut = "SeedNamesTests.whatIsLeftOutSaysWhy"
private let captured = "FingerCaptureTests.thePersonIsToldWhatToDoAndTheBestPressesAreReturned"
private let enrolled = "FingerEnrollmentTests.threePressesOfTheCompactCardAreEnrolledByDefault"
private let verified = "FingerVerificationTests.anyEnrolledFingerVerifiesAndIsNamed"
private let types = "FingerVerificationTests.aVerifierOfAnotherTypeIsRefusedByBothNames"
private let managed = "FingerManagementTests.theFirstFingerIsFreeAndTheNextNeedsAVerification"
private let practised = "FingerPracticeTests.thereAreFourStepsAndTheFourthIsLive"
private let shown = "FingerHandlerTests.aPreviewHasBarsAndFeedbackInItsOverlay"
private let whole = "FingerFlowTests.whoIsEnrolledIsVerifiedAndFoundAndAnotherFingerIsNot"
private let sounds = "FingerSignalTests.readersAndCardsThatComeAndGoHaveSounds"

extension SeedFingerType: TestedName {
  var test: String {
    switch self {
    case .biometry, .database, .referenceDatabase: whole
    case .template, .verifier: types
    case .user, .finger, .manageFingersController: managed
    case .enrollConfig, .enrollmentController: enrolled
    case .verifyConfig, .verificationController: verified
    case .gui: captured
    case .practiceController: "FingerPracticeTests.threeGoodPressesInARowEndItAndAFailureBeginsAnew"
    case .practiceStep: practised
    case .fingerImageView, .barImageView: shown
    case .bioMatch3Verifier:
      "FingerVerificationTests.aVerificationEndsWithTheLastAttemptOfTheCardAndABlockedOneSaysSo"
    case .handler: "FingerHandlerTests.aCaptureEndsWithItsPressesAndAnotherMayBeStarted"
    case .disconnectionViewController, .bioMatch3Database, .bioManager, .idStore: leftOut
    }
  }
}

extension SeedFingerCall: TestedName {
  var test: String {
    switch self {
    case .enrollFinger: enrolled
    case .verifyFingers: verified
    case .captureImagesWithGUI: captured
    case .displayImage, .displayChosenImage, .displayRawImage, .displayChosenRawImage: shown
    case .templateType: types
    case .isoCompactCard: enrolled
    case .verifyAgainstAllFingers: "FingerVerificationTests.aFingerThatIsNotAskedForDoesNotVerify"
    case .readerBusy:
      "FingerCaptureTests.aSecondOperationOnTheReaderIsRefusedAsBusyUntilTheFirstHasEnded"
    case .readerNotAvailable: "FingerCaptureTests.aReaderThatIsUnpluggedEndsIt"
    case .badCaptureFingers: "FingerCaptureTests.aFingerThatIsNeverGoodEnoughIsTriedAgainAsBadQuality"
    case .badCaptureHand: "FingerCaptureTests.aHandOfWhichFingersAreMissingIsABadHand"
    case .wrongBiometricLocation: "FingerHandlerTests.whatIsNoFingerIsRefusedWhenTheHandlerIsMade"
    case .notAlive:
      "FingerCaptureTests.whatTheReaderCallsAnAttackIsNeverTakenAndUnknownWhereLiveIsNotRequired"
    }
  }
}

extension SeedFingerSound: TestedName {
  var test: String {
    switch self {
    case .accessoryConnected, .accessoryDisconnected, .cardInserted, .cardRemoved: sounds
    case .rejected, .vibrate: "FingerVerificationTests.afterThreePressesThatDoNotMatchThePersonIsNotVerified"
    case .accepted: "FingerEnrollmentTests.anotherFingerInBetweenIsNotEnrolled"
    case .swipeFailed, .playSounds: "FingerCaptureTests.aPoorOrSmallPressIsTakenAgainAndSaysWhy"
    }
  }
}
