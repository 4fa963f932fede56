// SPDX-License-Identifier: Apache-2.0

/// The seed's options of face captures, by name.
public enum SeedCaptureOption: String, Sendable, Hashable, CaseIterable {
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

  public var seedName: String { rawValue }

  public var counterpart: SeedCounterpart {
    switch self {
    case .livenessMode, .securityLevel, .cr2dMode, .challengeIntervalDelay, .maxCapturesBeforeDelay, .camera,
      .overlay, .captureTimeout, .orientation, .previewColorspace:
      .option(rawValue)
    case .timeCaptureDelayArray: .option("captureDelays")
    case .torch: .leftOut("obsolete in the seed; what lights a camera has are its controls")
    case .logLevel: .leftOut("the level is the logger's that the application configures")
    case .dumpFileEnable, .dumpFileFolder, .dumpMetadataEnable, .dumpMetadataFolder, .videoRecordEnable,
      .videoRecordFolder, .partialDumpVideoRecordEnable, .partialDumpVideoRecordFolder,
      .videoRecordingOptions:
      .leftOut("what records a capture is a session, not an option of the handler")
    }
  }
}
