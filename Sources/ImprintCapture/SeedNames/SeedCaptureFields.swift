// SPDX-License-Identifier: Apache-2.0

/// What the seed's events say of a challenge and of the face.
public enum SeedEventField: String, SeedName {
  case challengeNumber = "BIOChallengeInfo.currentChallengeNumber"
  case totalChallenges = "BIOChallengeInfo.totalChallenges"
  case headingPointVisible = "BIOCr2DChallengeInfo.headingPointVisible"
  case headingPoint = "BIOCr2DChallengeInfo.headingPoint"
  case targetIndex = "receiveCr2DTargetInfo.index"
  case numberOfTargets = "receiveCr2DTargetInfo.numberOfTargets"
  case targetNumber = "BIOCr2DTargetInfo.number"
  case targetVisible = "BIOCr2DTargetInfo.visible"
  case targetCurrent = "BIOCr2DTargetInfo.current"
  case targetPosition = "BIOCr2DTargetInfo.position"
  case targetRadius = "BIOCr2DTargetInfo.radius"
  case targetCompleteness = "BIOCr2DTargetInfo.completeness"
  case faceBox = "BIOFaceTrackingInformation.faceBox"
  case leftEye = "BIOFaceTrackingInformation.leftEye"
  case rightEye = "BIOFaceTrackingInformation.rightEye"
  case relativeSize = "BIOFaceTrackingInformation.relativeSize"

  public var counterpart: SeedCounterpart {
    switch self {
    case .challengeNumber: .swift("ChallengeInfo.number", sdkctl: .line("challenge: …"))
    case .totalChallenges: .swift("ChallengeInfo.total", sdkctl: .line("challenge: …"))
    case .headingPointVisible: .swift("Cr2dPointerInfo.isVisible", sdkctl: .event("pointer"))
    case .headingPoint:
      .swift("Cr2dPointerInfo.place", "ScreenPlace.pixels", sdkctl: .event("pointer"))
    case .targetIndex, .targetNumber: .swift("Cr2dTargetInfo.number", sdkctl: .line("target: …"))
    case .numberOfTargets: .swift("Cr2dTargetInfo.total", sdkctl: .line("target: …"))
    case .targetVisible: .swift("Cr2dTargetInfo.isVisible", sdkctl: .event("target"))
    case .targetCurrent: .swift("Cr2dTargetInfo.isCurrent", sdkctl: .event("target"))
    case .targetPosition:
      .swift("Cr2dTargetInfo.centre", "ScreenPlace.pixels", sdkctl: .line("target: …"))
    case .targetRadius: .swift("Cr2dTargetInfo.radius", sdkctl: .event("target"))
    case .targetCompleteness: .swift("Cr2dTargetInfo.completeness", sdkctl: .event("target"))
    case .faceBox: .swift("FaceTrackingInformation.box", sdkctl: .event("tracking"))
    case .leftEye: .swift("FaceTrackingInformation.leftEye", sdkctl: .event("tracking"))
    case .rightEye: .swift("FaceTrackingInformation.rightEye", sdkctl: .event("tracking"))
    case .relativeSize:
      .swift(
        "FaceTrackingInformation.referenceWidth", "FaceTrackingInformation.referenceHeight",
        sdkctl: .event("tracking"))
    }
  }
}

/// What the seed's images say.
public enum SeedImageField: String, SeedName {
  case buffer = "BIOFaceImage.buffer"
  case stride = "BIOFaceImage.stride"
  case width = "BIOFaceImage.width"
  case height = "BIOFaceImage.height"
  case colorSpace = "BIOFaceImage.colorSpace"
  case resolution = "BIOFaceImage.resolution"
  case alive = "BIOFaceImage.alive"
  case livenessStatus = "BIOFaceImage.livenessStatus"
  case imageQuality = "BIOFaceImage.imageQuality"
  case faceMetadata = "BIOFaceImage.faceMetadata"
  case faceTrackingInfo = "BIOFaceImage.faceTrackingInfo"
  case location = "BIOBiometrics.biometricLocation"
  case modality = "BIOBiometrics.biometricModality"
  case metadata = "BIOFaceMetadata.data"
  case encryptedMetadata = "BIOEncryptedData.data"
  case masterSecret = "BIOEncryptedData.masterSecret"

  public var counterpart: SeedCounterpart {
    switch self {
    case .buffer: .swift("Image.pixels", sdkctl: .option("--out"))
    case .stride: .swift("Image.bytesPerRow", sdkctl: .ofFiles)
    case .width: .swift("Image.width", sdkctl: .field("images.width"))
    case .height: .swift("Image.height", sdkctl: .field("images.height"))
    case .colorSpace: .swift("Image.format", sdkctl: .ofFiles)
    case .resolution: .swift("Image.resolution", sdkctl: .ofFiles)
    case .alive: .leftOut("obsolete in the seed: `livenessStatus`")
    case .livenessStatus: .swift("FaceImage.liveness", sdkctl: .field("images.liveness"))
    case .imageQuality: .swift("FaceImage.quality", sdkctl: .field("images.quality"))
    case .faceMetadata, .metadata: .swift("MetadataRecorder.write", sdkctl: .option("--metadata"))
    case .faceTrackingInfo: .swift("FaceImage.face", sdkctl: .field("images.box"))
    case .location, .modality: .leftOut("a face capture captures the front of a face, and nothing else")
    case .encryptedMetadata: .swift("MetadataRecorder.sealed", sdkctl: .option("--server-key"))
    // One message has both.
    case .masterSecret: .swift("MetadataRecorder.sealed", sdkctl: .option("--server-key"))
    }
  }
}

extension SeedCommand {
  fileprivate static let ofFiles = SeedCommand.swiftOnly("`capture` writes files, which say it themselves")
}

/// The seed's quality of a face (F52).
public enum SeedFaceQuality: String, SeedName {
  case quality = "BIOFaceTemplate.quality"
  case number = "BIOFaceTemplate.qualityRawValue"
  case low = "FaceTemplateQualityLow"
  case medium = "FaceTemplateQualityMedium"
  case high = "FaceTemplateQualityHigh"

  public var counterpart: SeedCounterpart {
    switch self {
    case .quality: .swift("FaceQuality.level", sdkctl: .numberAlone)
    case .number: .swift("FaceQuality.unified", sdkctl: .field("images.components"))
    case .low: .swift("QualityLevel.low", sdkctl: .numberAlone)
    case .medium: .swift("QualityLevel.medium", sdkctl: .numberAlone)
    case .high: .swift("QualityLevel.high", sdkctl: .numberAlone)
    }
  }
}

extension SeedCommand {
  fileprivate static let numberAlone = SeedCommand.swiftOnly("`capture` prints the number")
}
