// SPDX-License-Identifier: Apache-2.0
public import ImprintCapture
internal import ImprintMatching
internal import ImprintModel

// The seeds' chapters about matching: what detects, verifies and searches, and what templates say.

/// The seed's types of matching: 14.
public enum SeedMatchingType: String, SeedName {
  case handler = "BIOMatcherHandler"
  case handlerOptions = "BIOMatcherHandlerOptions"
  case matchingOptions = "BIOMatchingOptions"
  case authenticationOptions = "BIOAuthenticationOptions"
  case identificationOptions = "BIOIdentificationOptions"
  case detectOptions = "BIODetectBiometricOptions"
  case reference = "BIOBiometricReference"
  case candidate = "BIOBiometricCandidate"
  case matchingCandidate = "BIOMatchingCandidate"
  case authenticationResult = "BIOAuthenticationResult"
  case identificationResult = "BIOIdentificationResult"
  case biometrics = "BIOBiometrics"
  case template = "BIOTemplate"
  case faceTemplate = "BIOFaceTemplate"

  public var counterpart: SeedCounterpart {
    switch self {
    case .handler: .swift("MatcherHandler", sdkctl: .command("verify"))
    case .handlerOptions: .swift("MatcherHandlerOptions", sdkctl: .option("--log-level", of: "verify"))
    case .matchingOptions: .swift("MatchingOptions", sdkctl: .command("verify"))
    case .authenticationOptions: .swift("AuthenticationOptions", sdkctl: .command("verify"))
    case .identificationOptions: .swift("IdentificationOptions", sdkctl: .command("identify"))
    case .detectOptions: .swift("DetectionOptions", sdkctl: .command("detect"))
    case .reference: .swift("BiometricReference", sdkctl: .option("--user", of: "verify"))
    case .candidate: .swift("BiometricCandidate", sdkctl: .command("verify"))
    case .matchingCandidate:
      .swift("Identification.candidates", sdkctl: .field("candidates", of: "identify"))
    case .authenticationResult: .swift("AuthenticationResult", sdkctl: .field("verified", of: "verify"))
    case .identificationResult: .swift("IdentificationResult", sdkctl: .field("candidates", of: "identify"))
    case .biometrics: .swift("Template.modality", "Template.site", sdkctl: .command("template inspect"))
    case .template: .swift("Template", "StoredTemplate", sdkctl: .command("template inspect"))
    case .faceTemplate: .swift("Template", "Detection.samples", sdkctl: .field("templates", of: "detect"))
    }
  }
}

/// The seed's calls of matching: 8.
public enum SeedMatchingCall: String, SeedName {
  case create = "createMatcherHandlerWithOptions:withCompletionHandler:"
  case initWithModality = "initWithModality:"
  case authenticate =
    "authenticateWithOptions:withBiometricCandidate:withBiometricReference:andCompletionHandler:"
  case identify = "identifyWithOptions:withBiometricCandidate:withBiometricReferences:andCompletionHandler:"
  case detectOptions = "biometricsWithLocation:withModality:"
  case detect = "detectBiometricWithOptions:withBIOImage:withCompletionHandler:"
  case destroy
  case matchingThreshold = "setMatchingThreshold:"

  public var counterpart: SeedCounterpart {
    switch self {
    case .create: .swift("BiometricSystem.matcherHandler", sdkctl: .command("verify"))
    case .initWithModality:
      .swift("AuthenticationOptions", "IdentificationOptions", sdkctl: .facesOnly)
    case .authenticate: .swift("MatcherHandler.authenticate", sdkctl: .command("verify"))
    case .identify: .swift("MatcherHandler.identify", sdkctl: .command("identify"))
    case .detectOptions: .swift("DetectionOptions", sdkctl: .facesOnly)
    case .detect: .swift("MatcherHandler.detect", sdkctl: .command("detect"))
    case .destroy: .swift("MatcherHandler.destroy", sdkctl: .swiftOnly("a command's end releases all"))
    case .matchingThreshold:
      .swift("AuthenticationOptions.policy", sdkctl: .option("--matching-threshold", of: "verify"))
    }
  }
}

/// The seed's options of matching, and the fields of what is compared: 14.
public enum SeedMatchingOption: String, SeedName {
  case logLevel = "BIOMatcherHandlerOptions.logLevel"
  case matchingModality = "BIOMatchingOptions.modality"
  case authenticationModality = "BIOAuthenticationOptions.modality"
  case threshold = "BIOAuthenticationOptions.threshold"
  case identificationModality = "BIOIdentificationOptions.modality"
  case detectLocation = "BIODetectBiometricOptions.biometricLocation"
  case detectModality = "BIODetectBiometricOptions.biometricModality"
  case referenceTemplates = "BIOBiometricReference.templates"
  case userUUID = "BIOBiometricReference.userUUID"
  case candidateTemplates = "BIOBiometricCandidate.templates"
  case templateBuffer = "BIOTemplate.buffer"
  case templateUUID = "BIOTemplate.uuid"
  case templateUser = "BIOTemplate.uuidUser"
  case matchingThreshold

  public var counterpart: SeedCounterpart {
    switch self {
    case .logLevel:
      .swift("MatcherHandlerOptions.logLevel", sdkctl: .option("--log-level", of: "verify"))
    case .matchingModality: .swift("MatchingOptions.modality", sdkctl: .facesOnly)
    case .authenticationModality: .swift("AuthenticationOptions.modality", sdkctl: .facesOnly)
    case .threshold:
      .swift(
        "AuthenticationOptions.policy", "MatchingOptions.threshold",
        sdkctl: .option("--threshold", of: "verify"))
    case .identificationModality: .swift("IdentificationOptions.modality", sdkctl: .facesOnly)
    case .detectLocation: .swift("DetectionOptions.site", sdkctl: .facesOnly)
    case .detectModality: .swift("DetectionOptions.modality", sdkctl: .facesOnly)
    case .referenceTemplates:
      .swift("BiometricReference.templates", sdkctl: .option("--user", of: "verify"))
    case .userUUID: .swift("BiometricReference.user", sdkctl: .option("--user", of: "verify"))
    case .candidateTemplates: .swift("BiometricCandidate.templates", sdkctl: .command("verify"))
    case .templateBuffer:
      .swift("TemplateEnvelope.encode", sdkctl: .swiftOnly("no command prints what is in a template"))
    case .templateUUID: .swift("StoredTemplate.id", sdkctl: .field("templates.id", of: "template list"))
    case .templateUser: .swift("StoredTemplate.user", sdkctl: .field("templates.user", of: "template list"))
    case .matchingThreshold:
      .swift(
        "MatchPolicy.matchingThreshold", "MatchingThreshold",
        sdkctl: .option("--matching-threshold", of: "verify"))
    }
  }
}

/// The fields of the seed's results: 5.
public enum SeedMatchingResult: String, SeedName {
  case authenticationScore = "BIOAuthenticationResult.score"
  case matchesSuccessfully
  case candidates
  case uuid = "BIOMatchingCandidate.UUID"
  case candidateScore = "BIOMatchingCandidate.score"

  public var counterpart: SeedCounterpart {
    switch self {
    case .authenticationScore:
      .swift("AuthenticationResult.score", "Score.whole", sdkctl: .field("score", of: "verify"))
    case .matchesSuccessfully:
      .swift("AuthenticationResult.isMatch", sdkctl: .field("verified", of: "verify"))
    case .candidates:
      .swift("IdentificationResult.candidates", sdkctl: .field("candidates", of: "identify"))
    case .uuid: .swift("Identification.Candidate.id", sdkctl: .field("candidates.user", of: "identify"))
    case .candidateScore:
      .swift(
        "Identification.Candidate.score", "Score.whole", sdkctl: .field("candidates.score", of: "identify"))
    }
  }
}

/// The seed's algorithms, each a plugin that is linked: 4. Which plugin stands for which is on the page.
public enum SeedAlgorithm: String, SeedName {
  case selfies = "F6_5_LOW70"
  case short = "F5_4_LOW75"
  case video = "F5_0_VID81"
  case small = "F6_0_IDD80"

  public var counterpart: SeedCounterpart {
    switch self {
    case .selfies: .swift("ComparisonUse.selfieToSelfie", sdkctl: .option("--variant", of: "verify"))
    case .short: .swift("ImprintConfiguration.plugins", sdkctl: .option("--plugin", of: "verify"))
    case .video:
      .leftOut("the seed's built-in algorithm of before 4.22, for its templates, which nothing here reads")
    case .small:
      .leftOut("for captures alone, and they need no algorithm here, but where they compare throughout")
    }
  }
}

/// The seed's modalities: 3.
public enum SeedModality: String, SeedName {
  case unknown = "BIOModalityUnknown"
  case face = "BIOModalityFace"
  case frictionRidge = "BIOModalityFrictionRidge"

  public var counterpart: SeedCounterpart {
    switch self {
    case .unknown: .leftOut("a template always says what it is of, and what is compared is always named")
    case .face: .value(Modality.face, sdkctl: .field("modality", of: "detect", value: "face"))
    case .frictionRidge: .value(Modality.finger, sdkctl: .facesOnly)
    }
  }
}

/// The seed's places on the body: 15.
public enum SeedLocation: String, SeedName {
  case faceFrontal = "BIOLocationFaceFrontal"
  case rightIndex = "BIOLocationFingerRightIndex"
  case rightMiddle = "BIOLocationFingerRightMiddle"
  case rightRing = "BIOLocationFingerRightRing"
  case rightLittle = "BIOLocationFingerRightLittle"
  case rightThumb = "BIOLocationFingerRightThumb"
  case leftIndex = "BIOLocationFingerLeftIndex"
  case leftMiddle = "BIOLocationFingerLeftMiddle"
  case leftRing = "BIOLocationFingerLeftRing"
  case leftLittle = "BIOLocationFingerLeftLittle"
  case leftThumb = "BIOLocationFingerLeftThumb"
  case fingerUnknown = "BIOLocationFingerUnknown"
  case handLeft = "BIOLocationHandLeft"
  case handRight = "BIOLocationHandRight"
  case handUnknown = "BIOLocationHandUnknown"

  /// The site that the seed means.
  public var site: BodySite {
    switch self {
    case .faceFrontal: .face
    case .rightIndex: .rightIndex
    case .rightMiddle: .rightMiddle
    case .rightRing: .rightRing
    case .rightLittle: .rightLittle
    case .rightThumb: .rightThumb
    case .leftIndex: .leftIndex
    case .leftMiddle: .leftMiddle
    case .leftRing: .leftRing
    case .leftLittle: .leftLittle
    case .leftThumb: .leftThumb
    case .fingerUnknown: .unknown
    case .handLeft: .leftHand
    case .handRight: .rightHand
    case .handUnknown: .unknownHand
    }
  }

  public var counterpart: SeedCounterpart {
    .value(
      site,
      sdkctl: site == .face
        ? .field("site", of: "detect", value: "face")
        : .option("--site", of: "finger capture", value: site.name))
  }
}

/// What the seed says of the quality of a face's template: 5.
public enum SeedTemplateQuality: String, SeedName {
  case rawValue = "BIOFaceTemplate.qualityRawValue"
  case quality = "BIOFaceTemplate.quality"
  case low = "FaceTemplateQualityLow"
  case medium = "FaceTemplateQualityMedium"
  case high = "FaceTemplateQualityHigh"

  public var counterpart: SeedCounterpart {
    let number = SeedCommand.swiftOnly("`detect` prints the number")
    return switch self {
    case .rawValue:
      .swift("Template.quality", "MatchExplanation.Sample.quality", sdkctl: .field("quality", of: "detect"))
    case .quality: .swift("FaceQuality.level", sdkctl: number)
    case .low: .value(QualityLevel.low, sdkctl: number)
    case .medium: .value(QualityLevel.medium, sdkctl: number)
    case .high: .value(QualityLevel.high, sdkctl: number)
    }
  }
}

/// The seed has one list of errors for its handlers. These are of matching; a matcher has no camera, no
/// frames and no lock.
public enum SeedMatchingError: String, SeedName {
  case success = "BIOCaptureHandlerErrorSuccess"
  case parameters = "BIOCaptureHandlerErrorParameters"
  case parameterUnknown = "BIOCaptureHandlerErrorParameterUnknown"
  case memalloc = "BIOCaptureHandlerErrorMemalloc"
  case initialization = "BIOCaptureHandlerErrorInit"
  case graphInitialisationFailed = "BIOCaptureHandlerErrorGraphInitialisationFailed"
  case parameterNotFound = "BIOCaptureHandlerErrorParameterNotFound"
  case parameterSize = "BIOCaptureHandlerErrorParameterSize"
  case typeMismatch = "BIOCaptureHandlerErrorTypeMismatch"
  case invalidHandle = "BIOCaptureHandlerErrorInvalidHandle"
  case license = "BIOCaptureHandlerErrorLicense"
  case applicationNotAvailable = "BIOCaptureHandlerErrorApplinotavailable"
  case profileNotAvailable = "BIOCaptureHandlerErrorProfileNotAvailable"
  case subprofileNotAvailable = "BIOCaptureHandlerErrorSubprofileNotAvailable"
  case unknown = "BIOCaptureHandlerErrorUnknown"
  case invalidOperation = "BIOCaptureHandlerErrorInvalidOperation"
  case incompatibleAPIVersion = "BIOCaptureHandlerErrorIncompatibleApiVersion"
  case cameraError = "BIOCaptureHandlerErrorCameraError"
  case parameterWrongType = "BIOCaptureHandlerErrorParameterWrongType"
  case parameterNotSet = "BIOCaptureHandlerErrorParameterNotSet"
  case captureIsLocked = "BIOCaptureHandlerErrorCaptureIsLocked"
  case wrongLocation = "BIOCapturingErrorWrongBiometricLocation"
  case imageBuffer = "BIOCapturingErrorImageBuffer"

  public var counterpart: SeedCounterpart {
    switch self {
    case .success: .leftOut("a call that returns has succeeded")
    // The command line refuses such an option before anything is opened.
    case .parameters, .parameterSize:
      .value(MatcherHandlerErrorCode.badOptions, sdkctl: .error("usage", of: "verify"))
    case .parameterUnknown, .parameterNotFound:
      .leftOut("options are properties, and one that does not exist does not compile")
    case .typeMismatch, .parameterWrongType:
      .leftOut("options have types, and a value of another one does not compile")
    case .parameterNotSet: .leftOut("each option has a value from the beginning, and the modality is named")
    case .memalloc: .value(MatcherHandlerErrorCode.memory, sdkctl: .error("memory", of: "verify"))
    case .initialization, .graphInitialisationFailed:
      .value(MatcherHandlerErrorCode.initialization, sdkctl: .error("open-failed", of: "verify"))
    case .invalidHandle:
      .value(MatcherHandlerErrorCode.destroyed, sdkctl: .swiftOnly("a command has a handler of its own"))
    case .license: .value(MatcherHandlerErrorCode.license, sdkctl: .error("entitlement", of: "verify"))
    case .applicationNotAvailable, .profileNotAvailable, .subprofileNotAvailable:
      .value(MatcherHandlerErrorCode.notAvailable, sdkctl: .error("not-provided", of: "verify"))
    case .unknown: .value(MatcherHandlerErrorCode.unknown, sdkctl: .swiftOnly("a command says what failed"))
    case .invalidOperation: .leftOut("calls may be made at any time, and as many at once as wanted")
    case .incompatibleAPIVersion:
      .value(MatcherHandlerErrorCode.incompatible, sdkctl: .error("abi-disjoint", of: "verify"))
    case .cameraError, .captureIsLocked: .leftOut("of captures: a matcher has no camera, and no lock")
    case .wrongLocation:
      .swift(
        "MatcherHandlerErrorCode.badOptions", "TemplateErrorCode.otherSite",
        "TemplateErrorCode.otherModality",
        sdkctl: .field("explanation", of: "verify"))
    case .imageBuffer: .value(MatcherHandlerErrorCode.sample, sdkctl: .error("sample", of: "verify"))
    }
  }
}

extension SeedCommand {
  fileprivate static let facesOnly = SeedCommand.swiftOnly("the commands that compare are of faces")
}
