// SPDX-License-Identifier: Apache-2.0
public import ImprintCapture
public import ImprintRuntime

/// What enrolment and verification have in common.
///
/// Of its modes ``LivenessMode/none`` is the seed's `IMAGE`, ``LivenessMode/blink`` its `LIVENESS_PASSIVE`.
/// Passive and active may be asked for too; passive video is refused, as no device decides it.
public struct FaceCaptureSettings: Sendable, Hashable {
  /// What is asked of the person, and examined. Default: none for an enrolment, blink for a verification.
  public var livenessMode: LivenessMode
  /// Of the mode blink, 0...100, default 0: the score has to be above it. It also sets how long the person
  /// keeps still. 0 is a score above 0; it never means that no blink is needed.
  public var livenessThreshold: Float
  /// The least unified quality of an image, 0...100, default 48.
  ///
  /// The seed's number and range are kept as they are, without conversion: its 48 is 48 here. The measure is
  /// ours, by the components of ISO/IEC 29794-5, so a value that was chosen by trials with the seed is chosen
  /// anew by trials.
  public var qualityThreshold: Float
  /// From the first frame to the end: 1 s...600 s, default 120 s.
  public var timeout: Duration
  /// The camera; `nil`, the default, is the default camera.
  public var camera: CameraOptions?
  /// How strict the verdict of liveness is: default high.
  public var securityLevel: SecurityLevel
  /// How the device is held: default ``CaptureOrientation/portrait``.
  public var orientation: CaptureOrientation
  /// The failed attempts that bring a lock: 1...100, default 5; -1 where nothing is ever locked.
  public var maxCapturesBeforeDelay: Int
  /// How long the locks last, in seconds: ``FaceCaptureHandlerOptions/captureDelays``.
  public var captureDelays: [Int]
  /// What all random choices of the capture follow from: ``FaceCaptureOptions/seed``.
  public var seed: CaptureSeed?
  /// What the application does for the capture: default nothing. ``CaptureHelps/lights``, where it lights the
  /// screen in the colours that events say; ``CaptureHelps/motion``, where it passes on what its
  /// accelerometer says. Whether images are compared is said by who opens the plugins.
  public var helps: CaptureHelps

  public init(
    livenessMode: LivenessMode, livenessThreshold: Float = 0,
    qualityThreshold: Float = FaceCaptureOptions.standardQuality, timeout: Duration = .seconds(120),
    camera: CameraOptions? = nil, securityLevel: SecurityLevel = .high,
    orientation: CaptureOrientation = .portrait, maxCapturesBeforeDelay: Int = 5,
    captureDelays: [Int] = [60, 300, 900, 3600], seed: CaptureSeed? = nil, helps: CaptureHelps = []
  ) {
    self.livenessMode = livenessMode
    self.livenessThreshold = livenessThreshold
    self.qualityThreshold = qualityThreshold
    self.timeout = timeout
    self.camera = camera
    self.securityLevel = securityLevel
    self.orientation = orientation
    self.maxCapturesBeforeDelay = maxCapturesBeforeDelay
    self.captureDelays = captureDelays
    self.seed = seed
    self.helps = helps
  }

  /// What the handler of its captures is asked for.
  /// - Parameter images: how many are to be returned.
  func options(images: Int) -> FaceCaptureHandlerOptions {
    var options = FaceCaptureHandlerOptions(
      livenessMode: livenessMode, securityLevel: securityLevel,
      maxCapturesBeforeDelay: maxCapturesBeforeDelay, captureDelays: captureDelays, camera: camera,
      captureTimeout: timeout, orientation: orientation, helps: helps)
    options.capture.images = images
    options.capture.livenessThreshold = livenessThreshold
    options.capture.qualityThreshold = qualityThreshold
    options.capture.seed = seed
    return options
  }

  /// The ranges of all else are checked by who takes the values.
  /// - Throws: ``FaceFlowError`` `badSettings`.
  func check() throws(FaceFlowError) {
    guard livenessMode != .passiveVideo else {
      throw .setting(
        "livenessMode", "it is passive-video, which a server decides.",
        "Choose none, blink, passive or active.")
    }
    for (name, value) in [("livenessThreshold", livenessThreshold), ("qualityThreshold", qualityThreshold)]
    where !(0...100).contains(value) {
      throw .setting(name, "it is \(value).", "Give 0...100.")
    }
    guard (.seconds(1)...(.seconds(600))).contains(timeout) else {
      throw .setting("timeout", "it is \(timeout).", "Give 1 s...600 s.")
    }
  }
}
