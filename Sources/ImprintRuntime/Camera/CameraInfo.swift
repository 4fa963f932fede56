// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// One camera that can be opened.
public struct CameraInfo: Sendable, Hashable {
  /// The argument of open: a device node, a folder, a file.
  public let locator: String
  /// The display name.
  public let name: String
  /// Identifies the camera across connections: on the same port, or on any port where it has a serial number
  /// of its own; open accepts it as a locator too. `nil` where there is none.
  public let id: String?
  /// Equal for cameras in one housing, such as colour and infrared; `nil` where unknown.
  public let device: String?
  /// The spectral range that it captures.
  public let light: CameraLight
  /// The direction it faces.
  public let facing: CameraFacing

  public init(
    locator: String, name: String, id: String? = nil, device: String? = nil, light: CameraLight = .unknown,
    facing: CameraFacing = .unknown
  ) {
    self.locator = locator
    self.name = name
    self.id = id
    self.device = device
    self.light = light
    self.facing = facing
  }

  init(_ raw: imp_camera_info) throws(ContractBreach) {
    try checkSize(of: raw)
    locator = try FixedText.read(raw.locator, "a camera's locator")
    name = try FixedText.read(raw.name, "a camera's name")
    id = try FixedText.readOptional(raw.id, "a camera's id")
    device = try FixedText.readOptional(raw.device, "a camera's device")
    guard !locator.isEmpty else { throw ContractBreach("a camera's locator is empty.") }
    guard let light = CameraLight(code: raw.light), let facing = CameraFacing(code: raw.facing) else {
      throw ContractBreach(
        "a camera has the light \(raw.light) and facing \(raw.facing), which this contract does not define.")
    }
    self.light = light
    self.facing = facing
  }
}

/// The spectral range that a camera captures.
public enum CameraLight: String, Sendable, Hashable, Codable, CaseIterable {
  case unknown
  /// Visible light, in colour.
  case colour
  /// Near infrared.
  case infrared

  init?(code: UInt32) {
    switch Int32(clamping: code) {
    case IMP_CAMERA_LIGHT_UNKNOWN: self = .unknown
    case IMP_CAMERA_LIGHT_COLOUR: self = .colour
    case IMP_CAMERA_LIGHT_INFRARED: self = .infrared
    default: return nil
    }
  }
}

/// The direction that a camera faces.
public enum CameraFacing: String, Sendable, Hashable, Codable, CaseIterable {
  case unknown
  /// Built in, on the same side as the screen.
  case user
  /// Built in, on the opposite side.
  case away
  /// External.
  case external

  init?(code: UInt32) {
    switch Int32(clamping: code) {
    case IMP_CAMERA_FACING_UNKNOWN: self = .unknown
    case IMP_CAMERA_FACING_USER: self = .user
    case IMP_CAMERA_FACING_AWAY: self = .away
    case IMP_CAMERA_FACING_EXTERNAL: self = .external
    default: return nil
    }
  }
}
