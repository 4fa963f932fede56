// SPDX-License-Identifier: Apache-2.0
internal import ImprintLockout
public import ImprintRuntime

/// What a ``FaceCaptureHandler`` is asked for: what its captures are asked for, and what is its own.
///
/// ``overlay``, ``orientation``, ``preview`` and ``previewColorspace`` can be changed while a capture runs,
/// by the handler's functions; all else is set when the handler is made.
public struct FaceCaptureHandlerOptions: Sendable, Hashable {
  /// What each capture is asked for: liveness mode, level, challenge, time-out, number and quality of images.
  public var capture: FaceCaptureOptions
  /// The camera; `nil`, the default, is the default camera.
  public var camera: CameraOptions?
  /// The failed attempts that bring a lock: 1...100, default 5; -1 where nothing is ever locked.
  public var maxCapturesBeforeDelay: Int
  /// How long the first lock lasts, the second and so on, in seconds: 1...32 of 1...2,592,000 each, default
  /// 60, 300, 900 and 3600. After the last the last one repeats.
  public var captureDelays: [Int]
  /// Whether previews come with what is to be drawn over them: ``CapturePreview/overlay``. Default `true`.
  public var overlay: Bool
  /// How the device is held: default ``CaptureOrientation/portrait``.
  public var orientation: CaptureOrientation
  /// Whether previews are sent. Default `true`.
  public var preview: Bool
  /// What previews are shown as: default ``PreviewColorspace/color``. The captured images stay as they are.
  public var previewColorspace: PreviewColorspace
  /// What is recorded of each capture: default nothing.
  public var recording: FaceCaptureRecordingOptions

  /// - Parameters:
  ///   - livenessMode: what is asked of the person, and examined; there is no default.
  ///   - helps: what the application does for each capture: ``CaptureHelps/lights``, ``CaptureHelps/motion``.
  ///   - captureTimeout: from the first step to the end: 1 s...600 s.
  ///   - challengeIntervalDelay: between two challenges: 0...10 s.
  public init(
    livenessMode: LivenessMode, securityLevel: SecurityLevel = .high, cr2dMode: Cr2dMode = .random,
    challengeIntervalDelay: Duration = .zero, maxCapturesBeforeDelay: Int = 5,
    captureDelays: [Int] = [60, 300, 900, 3600], camera: CameraOptions? = nil, overlay: Bool = true,
    captureTimeout: Duration = .seconds(120), orientation: CaptureOrientation = .portrait,
    preview: Bool = true, previewColorspace: PreviewColorspace = .color,
    recording: FaceCaptureRecordingOptions = FaceCaptureRecordingOptions(), helps: CaptureHelps = []
  ) {
    capture = FaceCaptureOptions(
      livenessMode: livenessMode, securityLevel: securityLevel, cr2dMode: cr2dMode, timeout: captureTimeout,
      challengeIntervalDelay: challengeIntervalDelay, helps: helps)
    self.camera = camera
    self.maxCapturesBeforeDelay = maxCapturesBeforeDelay
    self.captureDelays = captureDelays
    self.overlay = overlay
    self.orientation = orientation
    self.preview = preview
    self.previewColorspace = previewColorspace
    self.recording = recording
  }

  public var livenessMode: LivenessMode {
    get { capture.livenessMode }
    set { capture.livenessMode = newValue }
  }
  public var securityLevel: SecurityLevel {
    get { capture.securityLevel }
    set { capture.securityLevel = newValue }
  }
  /// Without effect in other modes than active.
  public var cr2dMode: Cr2dMode {
    get { capture.cr2dMode }
    set { capture.cr2dMode = newValue }
  }
  /// 0...10 s.
  public var challengeIntervalDelay: Duration {
    get { capture.challengeIntervalDelay }
    set { capture.challengeIntervalDelay = newValue }
  }
  /// 1 s...600 s.
  public var captureTimeout: Duration {
    get { capture.timeout }
    set { capture.timeout = newValue }
  }

  /// What the application does for each capture: it lights the screen, it passes on samples of an
  /// accelerometer. Whether images are compared is said by who opens the plugins.
  public var helps: CaptureHelps {
    get { capture.helps }
    set { capture.helps = newValue }
  }

  /// What the lock-out goes by.
  /// - Throws: ``FaceCaptureError`` `badOptions` for a value out of its range.
  func lockoutSettings() throws(FaceCaptureError) -> LockoutSettings {
    do throws(LockoutError) {
      return try LockoutSettings(maxCapturesBeforeDelay: maxCapturesBeforeDelay, delays: captureDelays)
    } catch {
      throw FaceCaptureError(error)
    }
  }
}
