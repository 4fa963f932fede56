// SPDX-License-Identifier: Apache-2.0

/// The seed's options of face captures, by name.
public enum SeedCaptureOption: String, SeedName {
  case livenessMode
  case securityLevel
  case cr2dMode
  case challengeIntervalDelay
  case maxCapturesBeforeDelay
  case timeCaptureDelayArray
  case camera
  case torch
  case overlay
  case captureTimeout
  case logLevel
  case orientation
  case previewColorspace
  case dumpFileEnable
  case dumpFileFolder
  case dumpMetadataEnable
  case dumpMetadataFolder
  case videoRecordEnable
  case videoRecordFolder
  case partialDumpVideoRecordEnable
  case partialDumpVideoRecordFolder
  case videoRecordingOptions
  case recordingEnabled = "BIOVideoRecordingOptions.recordingEnabled"
  case rtvFilePath = "BIODebugDataSettings.rtvFilePath"

  public var counterpart: SeedCounterpart {
    switch self {
    case .livenessMode: .option("livenessMode", "--liveness")
    case .securityLevel: .option("securityLevel", "--security")
    case .cr2dMode: .option("cr2dMode", "--targets")
    case .challengeIntervalDelay: .option("challengeIntervalDelay", "--challenge-interval")
    case .maxCapturesBeforeDelay: .option("maxCapturesBeforeDelay", "--max-captures")
    case .timeCaptureDelayArray: .option("captureDelays", "--capture-delays")
    case .camera: .option("camera", "--camera")
    case .torch: .leftOut("obsolete in the seed; what lights a camera has are its controls")
    case .overlay: .option("overlay", "--no-overlay")
    case .captureTimeout: .option("captureTimeout", "--timeout")
    case .logLevel: .swift("ImprintConfiguration.logger", sdkctl: .option("--log-level"))
    case .orientation: .option("orientation", "--orientation")
    case .previewColorspace: .option("previewColorspace", "--preview-colorspace")
    // The log goes where the application's logger writes it.
    case .dumpFileEnable, .dumpFileFolder:
      .swift("ImprintConfiguration.logger", sdkctl: .option("--log-level"))
    case .dumpMetadataEnable, .dumpMetadataFolder:
      .swift("FaceCaptureRecordingOptions.metadata", sdkctl: .option("--metadata"))
    case .videoRecordingOptions: .option("recording", "--record")
    case .videoRecordEnable, .videoRecordFolder, .recordingEnabled:
      .swift("FaceCaptureRecordingOptions.session", sdkctl: .option("--record"))
    case .partialDumpVideoRecordEnable, .partialDumpVideoRecordFolder:
      .swift("FaceCaptureRecordingOptions.lastSeconds", sdkctl: .option("--last"))
    case .rtvFilePath: .swift("CameraOptions.locator", sdkctl: .option("--camera"))
    }
  }
}

extension SeedCounterpart {
  /// A property of ``FaceCaptureHandlerOptions``, and an option of `sdkctl capture`.
  fileprivate static func option(_ property: String, _ option: String) -> SeedCounterpart {
    .swift("FaceCaptureHandlerOptions.\(property)", sdkctl: .option(option))
  }
}
