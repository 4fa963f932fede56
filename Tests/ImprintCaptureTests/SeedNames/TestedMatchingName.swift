// SPDX-License-Identifier: Apache-2.0
import Imprint

// The tests of matching, as those of `TestedName.swift`.

private let leftOut = "SeedNamesTests.whatIsLeftOutSaysWhy"
private let whole = "MatcherHandlerTests.whatIsDetectedIsVerifiedAndFound"
private let faults = "MatcherHandlerTests.everyFaultOfTemplatesHasItsCode"
private let boundary = "MatchingOptionsTests.onlyAScoreAboveTheThresholdMatchesInEveryWay"
private let scale = "MatchingOptionsTests.thresholdsOfTheOtherScaleAreExceededToo"
private let logged = "MatcherHandlerTests.itLogsWhatWasAskedAndNothingOfWhoItWas"
private let sites = "MatcherHandlerTests.aFingersSiteIsInItsTemplate"
private let envelope = "TemplateEnvelopeTests.everyFieldSurvivesTheEnvelope"

extension SeedMatchingType: TestedName {
  var test: String {
    switch self {
    case .handlerOptions: logged
    case .matchingOptions: "MatchingOptionsTests.theDefaultsAreThoseOfTheSeedAndOfTheGallerysSize"
    case .biometrics, .template: envelope
    case .handler, .authenticationOptions, .identificationOptions, .detectOptions, .reference, .candidate,
      .matchingCandidate, .authenticationResult, .identificationResult, .faceTemplate:
      whole
    }
  }
}

extension SeedMatchingCall: TestedName {
  var test: String {
    switch self {
    case .create: "MatcherHandlerTests.whatTheSetDoesNotCompareIsToldWhenTheHandlerIsMade"
    case .destroy: "MatcherHandlerTests.afterItWasDestroyedNothingGoes"
    case .detectOptions: "MatcherHandlerTests.whatCannotBeLookedForIsRefused"
    case .matchingThreshold: scale
    case .initWithModality, .authenticate, .identify, .detect: whole
    }
  }
}

extension SeedMatchingOption: TestedName {
  var test: String {
    switch self {
    case .logLevel: logged
    case .threshold: boundary
    case .matchingThreshold: scale
    case .detectLocation: sites
    case .matchingModality, .authenticationModality, .identificationModality: faults
    case .detectModality: "MatcherHandlerTests.whatCannotBeLookedForIsRefused"
    case .referenceTemplates, .userUUID, .candidateTemplates: whole
    case .templateBuffer: envelope
    case .templateUUID, .templateUser: "EnrollmentTests.aNameOrIDThatIsThereGetsFurtherTemplates"
    }
  }
}

extension SeedAlgorithm: TestedName {
  var test: String {
    switch self {
    case .selfies: "RecognitionTests.thePersonIsVerifiedAndAnotherIsNot"
    case .short: "ShortTemplateTests.theOtherAlgorithmRefusesItByBothNames"
    case .video, .small: leftOut
    }
  }
}

extension SeedMatchingResult: TestedName {
  var test: String {
    switch self {
    case .authenticationScore, .matchesSuccessfully: boundary
    case .candidates, .uuid, .candidateScore: whole
    }
  }
}

extension SeedModality: TestedName {
  var test: String {
    switch self {
    case .unknown: leftOut
    case .face: whole
    case .frictionRidge: sites
    }
  }
}

extension SeedLocation: TestedName {
  var test: String {
    switch self {
    case .faceFrontal: whole
    case .handLeft, .handRight: "MatchingThresholdTests.sitesMayBeTheSameWhereTheyAreEqualOrOneIsUnknown"
    case .fingerUnknown, .handUnknown: "MatchingOptionsTests.otherSitesAreNeverComparedUnlessThatIsAsked"
    case .rightIndex, .rightMiddle, .rightRing, .rightLittle, .rightThumb, .leftIndex, .leftMiddle, .leftRing,
      .leftLittle, .leftThumb:
      sites
    }
  }
}

extension SeedTemplateQuality: TestedName {
  var test: String {
    switch self {
    case .rawValue: whole
    case .quality, .low, .medium, .high: SeedFaceQuality.allCases[0].test
    }
  }
}

extension SeedMatchingError: TestedName {
  var test: String {
    switch self {
    case .success, .parameterUnknown, .parameterNotFound, .typeMismatch, .parameterWrongType,
      .parameterNotSet,
      .invalidOperation, .cameraError, .captureIsLocked:
      leftOut
    case .parameters, .parameterSize: faults
    case .memalloc, .initialization, .graphInitialisationFailed, .incompatibleAPIVersion, .unknown,
      .imageBuffer:
      "MatcherHandlerErrorTests.everyErrorBelowHasACodeHereAndStaysTheCause"
    case .invalidHandle: "MatcherHandlerTests.afterItWasDestroyedNothingGoes"
    case .license: "MatcherHandlerTests.whatIsNotLicensedIsRefusedByOperation"
    case .applicationNotAvailable, .profileNotAvailable, .subprofileNotAvailable:
      "MatcherHandlerTests.whatTheSetDoesNotCompareIsToldWhenTheHandlerIsMade"
    case .wrongLocation: "MatchingOptionsTests.otherSitesAreNeverComparedUnlessThatIsAsked"
    }
  }
}
