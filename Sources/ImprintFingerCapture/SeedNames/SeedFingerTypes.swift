// SPDX-License-Identifier: Apache-2.0
public import ImprintCapture

// The seed of fingerprint readers: what its manual names. Its headers are not there, so that parameters,
// values and thresholds are ours.

/// The seed's classes and protocols of biometry, and of its reference: 23.
public enum SeedFingerType: String, SeedName {
  case biometry = "PBBiometry"
  case template = "PBBiometryTemplate"
  case user = "PBBiometryUser"
  case finger = "PBBiometryFinger"
  case enrollConfig = "PBBiometryEnrollConfig"
  case verifyConfig = "PBBiometryVerifyConfig"
  case gui = "PBBiometryGUI"
  case database = "PBBiometryDatabase"
  case verifier = "PBBiometryVerifier"
  case referenceDatabase = "PBReferenceDatabase"
  case enrollmentController = "PBEnrollmentController"
  case verificationController = "PBVerificationController"
  case practiceController = "PBPracticeController"
  case practiceStep = "PBPracticeXController"
  case manageFingersController = "PBManageFingersController"
  case disconnectionViewController = "PBDisconnectionViewController"
  case fingerImageView = "PBFingerImageView"
  case barImageView = "PBBarImageView"
  case bioMatch3Database = "PBBioMatch3Database"
  case bioMatch3Verifier = "PBBioMatch3Verifier"
  case bioManager = "PBSmartcardBioManager"
  case idStore = "PBSmartcardIDStore"
  case handler = "FingerCaptureHandler"

  public var counterpart: SeedCounterpart {
    switch self {
    case .biometry: .swift("FingerFlows", sdkctl: .command("finger"))
    case .template: .swift("Template", "FingerTemplateType", sdkctl: .command("template inspect"))
    case .user: .swift("User", sdkctl: .command("user show"))
    case .finger: .swift("FingerManagement.fingers", sdkctl: .option("--site", of: "finger enroll"))
    case .enrollConfig: .swift("FingerEnrollmentSettings", sdkctl: .command("finger enroll"))
    case .verifyConfig: .swift("FingerVerificationSettings", sdkctl: .command("finger verify"))
    case .gui: .swift("FingerEvent", "FingerEvents", sdkctl: .command("finger capture"))
    case .database: .swift("TemplateStore", sdkctl: .option("--store", of: "finger enroll"))
    case .verifier: .swift("FingerVerifier", sdkctl: Self.given)
    // Which is a keychain there.
    case .referenceDatabase: .swift("FolderStore", sdkctl: .option("--store", of: "finger enroll"))
    case .enrollmentController: .swift("FingerFlows.enroll", sdkctl: .command("finger enroll"))
    case .verificationController: .swift("FingerFlows.verify", sdkctl: .command("finger verify"))
    case .practiceController: .swift("FingerFlows.practice", sdkctl: .command("finger practice"))
    case .practiceStep: .swift("FingerPracticeStep", sdkctl: .field("step", of: "finger practice"))
    case .manageFingersController: .swift("FingerManagement", sdkctl: .command("finger remove"))
    case .disconnectionViewController:
      .leftOut("it is a view: `FingerCaptureErrorCode.readerNotAvailable` and events of devices say when")
    case .fingerImageView:
      .swift("FingerPicture.enhanced", sdkctl: .option("--enhanced", of: "finger capture"))
    case .barImageView:
      .swift(
        "FingerPicture.qualityBar", "FingerPicture.areaBar", "FingerOverlay",
        sdkctl: .field("presses.area", of: "finger capture"))
    // By a vendor's algorithm there; here by whichever the card has.
    case .bioMatch3Database:
      .swift("FingerCardEdge.store", "FingerCardEdge.remove", sdkctl: .command("card bio enroll"))
    case .bioMatch3Verifier:
      .swift("CardFingerVerifier", "FingerCardEdge.verify", sdkctl: .command("card bio verify"))
    case .bioManager, .idStore:
      .leftOut(
        "its commands are not public, so no edge can be said to be one: `FingerCardEdge` takes an integrator's"
      )
    case .handler: .swift("FingerCaptureHandler", sdkctl: .command("finger capture"))
    }
  }

  private static let given = SeedCommand.swiftOnly("a command has the set's matcher")
}

/// The seed's calls, settings and states of biometry, and of the other one its errors: 16.
public enum SeedFingerCall: String, SeedName {
  case enrollFinger
  case verifyFingers
  case captureImagesWithGUI
  case displayImage
  case displayChosenImage
  case displayRawImage
  case displayChosenRawImage
  case templateType
  case isoCompactCard = "PBBiometryTemplateTypeISOCCompactCard"
  case verifyAgainstAllFingers
  case readerBusy = "PBBiometryStatusReaderBusy"
  case readerNotAvailable = "PBBiometryStatusReaderNotAvailable"
  case badCaptureFingers = "BIOCapturingErrorBadCaptureFingers"
  case badCaptureHand = "BIOCapturingErrorBadCaptureHand"
  case wrongBiometricLocation = "BIOCapturingErrorWrongBiometricLocation"
  case notAlive = "BIOCapturingErrorNotAlive"

  public var counterpart: SeedCounterpart {
    switch self {
    case .enrollFinger: .swift("FingerFlows.enroll", sdkctl: .command("finger enroll"))
    case .verifyFingers:
      .swift("FingerFlows.verify", "FingerFlows.identify", sdkctl: .command("finger verify"))
    case .captureImagesWithGUI: .swift("FingerFlows.capture", sdkctl: .command("finger capture"))
    case .displayImage:
      .swift(
        "FingerEvent.image", "FingerPicture.enhanced", sdkctl: .option("--enhanced", of: "finger capture"))
    case .displayChosenImage:
      .swift(
        "FingerEvent.chosen", "FingerPicture.enhanced", sdkctl: .option("--enhanced", of: "finger capture"))
    case .displayRawImage: .swift("FingerEvent.image", "FingerPicture.raw", sdkctl: Self.files)
    case .displayChosenRawImage:
      .swift("FingerEvent.chosen", "FingerPicture.raw", sdkctl: .option("--out", of: "finger capture"))
    case .templateType:
      .swift(
        "FingerEnrollmentSettings.templateType", "FingerVerificationSettings.templateType",
        sdkctl: .option("--template-type", of: "finger enroll"))
    case .isoCompactCard:
      .swift(
        "FingerTemplateType.isoCompactCard",
        sdkctl: .option("--template-type", of: "finger enroll", value: "imprint.finger-card"))
    case .verifyAgainstAllFingers:
      .swift("FingerVerificationSettings.fingers", sdkctl: .option("--site", of: "finger verify"))
    case .readerBusy: .error(FingerCaptureErrorCode.readerBusy, of: "finger verify")
    case .readerNotAvailable: .error(FingerCaptureErrorCode.readerNotAvailable, of: "finger verify")
    case .badCaptureFingers: .error(FingerCaptureErrorCode.badCaptureFingers, of: "finger capture")
    case .badCaptureHand:
      .value(
        FingerCaptureErrorCode.badCaptureHand,
        sdkctl: .swiftOnly("`finger capture` says what the retry was: the time, or the script"))
    case .wrongBiometricLocation:
      .value(FingerCaptureErrorCode.wrongBiometricLocation, sdkctl: .error("usage", of: "finger capture"))
    case .notAlive: .error(FingerCaptureErrorCode.notAlive, of: "finger verify")
    }
  }

  private static let files = SeedCommand.swiftOnly("`finger capture` writes those that were chosen")
}
