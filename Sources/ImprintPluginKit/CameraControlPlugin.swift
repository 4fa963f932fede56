// SPDX-License-Identifier: Apache-2.0

/// A plugin with the ability `imprint.camera-control/1`: what a camera can do, and its settings. Beside
/// ``CameraPlugin``, for cameras that have any. Each function is called by one thread at a time, also while a
/// frame is waited for.
public protocol CameraControlPlugin: Plugin {
  /// The ways in which the camera of that locator delivers frames, those that the contract has a format for.
  /// It is not opened for streaming: another program may be using it.
  /// - Throws: `.deviceMissing`, `.deviceDenied`, `.deviceFailed`.
  func cameraModes(_ locator: String) throws(PluginFailure) -> [CameraMode]

  /// The settings of the camera of that locator, with their values now.
  /// - Throws: as ``cameraModes(_:)``.
  func cameraControls(_ locator: String) throws(PluginFailure) -> [CameraControl]

  /// Changes one setting; a camera that streams goes on.
  /// - Returns: what the camera granted, read back; it may be the nearest that it has.
  /// - Throws: `.unsupported` where the camera has no such setting, `.argument` outside of its range,
  ///   `.state` where it can be read alone or is not active; `.deviceMissing`, `.deviceDenied`,
  ///   `.deviceFailed`, `.busy`.
  func setCameraControl(
    _ locator: String, _ control: CameraControlID, to value: Int64
  ) throws(PluginFailure) -> Int64
}

/// One way of delivering frames. Where a range has more than one value, each size or rate in it may be asked
/// for, sizes in steps.
public struct CameraMode: Sendable, Hashable {
  /// `IMP_PIXEL_...`
  public var format: UInt32
  /// Pixels.
  public var width: ClosedRange<UInt32>
  /// Pixels; counts where the range has more than one value.
  public var widthStep: UInt32
  /// Pixels.
  public var height: ClosedRange<UInt32>
  /// Pixels; counts where the range has more than one value.
  public var heightStep: UInt32
  /// Frames in 1000 seconds; 0 where it is not known.
  public var framesPerSecondMilli: ClosedRange<UInt32>

  public init(
    format: UInt32, width: ClosedRange<UInt32>, widthStep: UInt32 = 1, height: ClosedRange<UInt32>,
    heightStep: UInt32 = 1, framesPerSecondMilli: ClosedRange<UInt32> = 0...0
  ) {
    self.format = format
    self.width = width
    self.widthStep = widthStep
    self.height = height
    self.heightStep = heightStep
    self.framesPerSecondMilli = framesPerSecondMilli
  }
}

/// Which setting: `IMP_CAMERA_...`, or the camera's own from `IMP_CAMERA_CONTROL_OWN` on.
public struct CameraControlID: RawRepresentable, Sendable, Hashable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A setting of a camera, with its value now.
public struct CameraControl: Sendable, Hashable {
  public var control: CameraControlID
  public var isReadOnly: Bool
  /// Without effect now: an automatic one has it.
  public var isInactive: Bool
  public var range: ClosedRange<Int64>
  /// At least 1.
  public var step: Int64
  /// As the camera comes.
  public var standard: Int64
  public var value: Int64
  /// As the driver calls it; at most 63 bytes, longer ones are cut.
  public var name: String

  public init(
    control: CameraControlID, isReadOnly: Bool = false, isInactive: Bool = false, range: ClosedRange<Int64>,
    step: Int64 = 1, standard: Int64, value: Int64, name: String
  ) {
    self.control = control
    self.isReadOnly = isReadOnly
    self.isInactive = isInactive
    self.range = range
    self.step = step
    self.standard = standard
    self.value = value
    self.name = name
  }
}
