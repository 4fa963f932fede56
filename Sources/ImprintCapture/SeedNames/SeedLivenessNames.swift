// SPDX-License-Identifier: Apache-2.0
internal import ImprintModel
internal import ImprintRuntime

/// The seed's modes of liveness: 4, then those spellings that occur in its text alone.
public enum SeedLivenessMode: String, SeedName {
  case passiveVideo = "FaceCaptureLivenessModePassiveVideo"
  case passive = "FaceCaptureLivenessModePassive"
  case active = "FaceCaptureLivenessModeActive"
  case noLiveness = "FaceCaptureLivenessModeNoLiveness"
  case high = "FaceCaptureLivenessModeHigh"
  case videoPassive = "FaceCaptureLivenessModeVideoPassive"
  case livenessLow = "FaceCaptureModeLivenessLow"
  case livenessActive = "FaceCaptureModeLivenessActive"
  case livenessPassive = "FaceCaptureModeLivenessPassive"
  case livenessPassiveVideo = "FaceCaptureModeLivenessPassiveVideo"
  case modeNoLiveness = "FaceCaptureModeNoLiveness"

  public var counterpart: SeedCounterpart {
    switch self {
    case .passiveVideo, .videoPassive, .livenessPassiveVideo: .mode(.passiveVideo)
    case .passive, .livenessPassive: .mode(.passive)
    case .active, .livenessActive: .mode(.active)
    case .noLiveness, .modeNoLiveness: .mode(.none)
    case .high, .livenessLow: .leftOut("no mode of the seed has that name; how strict one is, is its level")
    }
  }
}

extension SeedCounterpart {
  fileprivate static func mode(_ mode: LivenessMode) -> SeedCounterpart { .value(mode, option: "--liveness") }
}

/// The seed's levels of security: 3.
public enum SeedSecurityLevel: String, SeedName {
  case low = "FaceLivenessSecurityLevelLow"
  case medium = "FaceLivenessSecurityLevelMedium"
  case high = "FaceLivenessSecurityLevelHigh"

  public var counterpart: SeedCounterpart {
    switch self {
    case .low: .value(SecurityLevel.low, option: "--security")
    case .medium: .value(SecurityLevel.medium, option: "--security")
    case .high: .value(SecurityLevel.high, option: "--security")
    }
  }
}

/// The seed's modes of an active challenge, and what they are made with.
public enum SeedCr2dMode: String, SeedName {
  case base = "BIOCr2dMode"
  case random = "BIORandomCr2dMode"
  case fixedTarget = "BIOFixedTargetCr2dMode"
  case path = "BIOPathCr2dMode"
  case training = "BIOTrainingCr2dMode"

  public var counterpart: SeedCounterpart {
    switch self {
    case .base: .swift("Cr2dMode", sdkctl: .option("--targets"))
    case .random: .swift("Cr2dMode.random", sdkctl: .option("--targets", value: "random"))
    case .fixedTarget: .swift("Cr2dMode.fixedTarget", sdkctl: .option("--targets", value: "X,Y"))
    case .path: .swift("Cr2dMode.path", sdkctl: .option("--targets", value: "path:N"))
    case .training: .swift("Cr2dMode.training", sdkctl: .option("--targets", value: "X,Y:X,Y"))
    }
  }
}

/// What the seed finds of liveness: 4.
public enum SeedLivenessStatus: String, SeedName {
  case fake = "BIOFaceLivenessStatusFake"
  case live = "BIOFaceLivenessStatusLive"
  case noDecision = "BIOFaceLivenessStatusNoDecision"
  case unknown = "BIOFaceLivenessStatusUnknown"

  public var counterpart: SeedCounterpart {
    let status: LivenessStatus =
      switch self {
      case .fake: .fake
      case .live: .live
      case .noDecision: .noDecision
      case .unknown: .unknown
      }
    return .value(status, sdkctl: .field("liveness", value: "\(status)"))
  }
}
