// SPDX-License-Identifier: Apache-2.0
public import ImprintLockout
internal import ImprintRuntime

extension FaceCaptureError {
  /// Why an attempt cannot begin, or be counted.
  public init(_ error: LockoutError) {
    self.init(
      FaceCaptureErrorCode(error.code), place: error.place, reason: error.reason, remedy: error.remedy,
      unlockDateTime: error.unlockTime)
  }

  /// Why a capture failed.
  public init(_ error: CaptureError) {
    self.init(FaceCaptureErrorCode(error.code), error)
  }

  /// Why what a capture needs cannot be opened.
  public init(opening error: any Error) {
    switch error {
    case let error as FaceCaptureError: self = error
    case let error as LockoutError: self.init(error)
    case let error as CaptureError: self.init(error)
    case let error as PluginCallError: self.init(FaceCaptureErrorCode(error), error)
    case let error as PluginError: self.init(FaceCaptureErrorCode(error.code), error)
    case let error as any ExplainedError: self.init(.notAvailable, error)
    case is CancellationError: self = .cancelled
    default:
      self.init(
        .unknown, place: "capture", reason: "it cannot be opened: \(error)",
        remedy: "Report this to whoever made what opens the camera.")
    }
  }
}

extension FaceCaptureErrorCode {
  init(_ code: LockoutErrorCode) {
    self =
      switch code {
      case .captureIsLocked: .captureIsLocked
      case .attemptsTaken: .attemptsTaken
      case .badSettings, .badFolder: .badOptions
      case .cancelled: .cancelled
      case .damaged, .newerRecord, .unsafeFolder, .busy, .noSpace, .noStandardPath, .notPermitted, .system:
        .lockout
      }
  }

  init(_ code: CaptureErrorCode) {
    self =
      switch code {
      case .cancelled: .cancelled
      case .alreadyRun: .invalidOperation
      case .camera: .camera
      case .plugin: .plugin
      case .frames: .frames
      }
  }

  /// What a camera, a tracker or a capture plugin answers when it is opened.
  init(_ error: PluginCallError) {
    self =
      switch error.code {
      case .entitlement, .otherEntitlement: .license
      case .argument: .badOptions
      case .unsupported: .modeNotAvailable
      case .memory: .memory
      case .model, .file, .otherResource: .initialization
      case .timeout, .busy, .deviceGone, .deviceMissing, .deviceDenied, .deviceFailed, .otherDevice: .camera
      case .abi, .ability, .otherIncompatible, .templateFormat, .templateVersion: .incompatible
      case .cancelled: .cancelled
      default: .plugin
      }
  }

  init(_ code: PluginError.Code) {
    self =
      switch code {
      case .notEntitled: .license
      case .abiDisjoint, .hostAbilityMissing, .libcTooOld, .wrongArchitecture: .incompatible
      case .openFailed, .parameterRefused: .initialization
      // What is missing, damaged, forbidden or not trusted: it is not there to be used.
      default: .notAvailable
      }
  }
}
