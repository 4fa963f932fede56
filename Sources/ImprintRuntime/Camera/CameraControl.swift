// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// Which setting of a camera.
public enum CameraControlKind: Sendable, Hashable {
  /// 0 manual, 1 automatic.
  case exposureAuto
  /// In units of 100 µs.
  case exposure
  /// 0 manual, 1 continuous.
  case focusAuto
  /// In device-specific units; larger is nearer.
  case focus
  /// 0 manual, 1 automatic.
  case gainAuto
  /// In device-specific units, as the following unless stated otherwise.
  case gain
  /// Anti-flicker: 0 off, 1 is 50 Hz, 2 is 60 Hz, 3 automatic.
  case powerLine
  case brightness
  case contrast
  case saturation
  case sharpness
  /// 0 manual, 1 automatic.
  case whiteBalanceAuto
  /// Kelvin.
  case whiteBalance
  case backlight
  case zoom
  /// A setting that the contract does not name, by its number; ``CameraControl/name`` describes it.
  case own(UInt32)

  /// Those that have a name, in the order of their numbers.
  public static let named: [CameraControlKind] = [
    .exposureAuto, .exposure, .focusAuto, .focus, .gainAuto, .gain, .powerLine, .brightness, .contrast,
    .saturation, .sharpness, .whiteBalanceAuto, .whiteBalance, .backlight, .zoom,
  ]

  /// Its word, such as `exposure-auto`; `own-65536` for one without a name.
  public var word: String {
    switch self {
    case .exposureAuto: "exposure-auto"
    case .exposure: "exposure"
    case .focusAuto: "focus-auto"
    case .focus: "focus"
    case .gainAuto: "gain-auto"
    case .gain: "gain"
    case .powerLine: "power-line"
    case .brightness: "brightness"
    case .contrast: "contrast"
    case .saturation: "saturation"
    case .sharpness: "sharpness"
    case .whiteBalanceAuto: "white-balance-auto"
    case .whiteBalance: "white-balance"
    case .backlight: "backlight"
    case .zoom: "zoom"
    case .own(let number): "own-\(number)"
    }
  }

  /// By its word; `nil` for an unknown one.
  public init?(word: String) {
    if let found = Self.named.first(where: { $0.word == word }) {
      self = found
    } else if word.hasPrefix("own-"), let number = UInt32(word.dropFirst(4)) {
      self.init(code: number)
    } else {
      return nil
    }
  }

  init(code: UInt32) {
    self = Self.named.first { $0.code == code } ?? .own(code)
  }

  /// `IMP_CAMERA_...`
  var code: UInt32 {
    let known =
      switch self {
      case .exposureAuto: IMP_CAMERA_EXPOSURE_AUTO
      case .exposure: IMP_CAMERA_EXPOSURE
      case .focusAuto: IMP_CAMERA_FOCUS_AUTO
      case .focus: IMP_CAMERA_FOCUS
      case .gainAuto: IMP_CAMERA_GAIN_AUTO
      case .gain: IMP_CAMERA_GAIN
      case .powerLine: IMP_CAMERA_POWER_LINE
      case .brightness: IMP_CAMERA_BRIGHTNESS
      case .contrast: IMP_CAMERA_CONTRAST
      case .saturation: IMP_CAMERA_SATURATION
      case .sharpness: IMP_CAMERA_SHARPNESS
      case .whiteBalanceAuto: IMP_CAMERA_WHITE_BALANCE_AUTO
      case .whiteBalance: IMP_CAMERA_WHITE_BALANCE
      case .backlight: IMP_CAMERA_BACKLIGHT
      case .zoom: IMP_CAMERA_ZOOM
      case .own(let number): Int32(truncatingIfNeeded: number)
      }
    return UInt32(bitPattern: known)
  }
}

/// A setting of a camera, with its value when it was read.
public struct CameraControl: Sendable, Hashable {
  public let kind: CameraControlKind
  /// The driver's name for it.
  public let name: String
  /// The allowed values.
  public let range: ClosedRange<Int64>
  /// At least 1.
  public let step: Int64
  /// The factory default.
  public let standard: Int64
  /// May be outside the range: some drivers report such.
  public let value: Int64
  /// It cannot be set.
  public let isReadOnly: Bool
  /// It has no effect now: an automatic setting controls it.
  public let isInactive: Bool

  public init(
    kind: CameraControlKind, name: String, range: ClosedRange<Int64>, step: Int64 = 1, standard: Int64,
    value: Int64, isReadOnly: Bool = false, isInactive: Bool = false
  ) {
    self.kind = kind
    self.name = name
    self.range = range
    self.step = step
    self.standard = standard
    self.value = value
    self.isReadOnly = isReadOnly
    self.isInactive = isInactive
  }

  init(_ raw: imp_camera_control) throws(ContractBreach) {
    try checkSize(of: raw)
    guard raw.control != 0 else { throw ContractBreach("a setting has the number 0.") }
    guard raw.minimum <= raw.maximum, raw.step >= 1 else {
      throw ContractBreach(
        "setting \(raw.control) has the invalid range \(raw.minimum) to \(raw.maximum) in steps of \(raw.step)."
      )
    }
    kind = CameraControlKind(code: raw.control)
    name = try FixedText.read(raw.name, "a setting's name")
    range = raw.minimum...raw.maximum
    step = raw.step
    standard = raw.standard
    value = raw.value
    isReadOnly = raw.flags & UInt32(IMP_CAMERA_CONTROL_READ_ONLY) != 0
    isInactive = raw.flags & UInt32(IMP_CAMERA_CONTROL_INACTIVE) != 0
  }
}
