// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// One camera that can be opened.
public struct CameraInfo: Sendable, Hashable {
  /// What open takes: a device node, a folder, a file.
  public let locator: String
  /// For people.
  public let name: String
  /// The same camera's, whenever it is plugged into the same place, and wherever it is plugged where it has a
  /// serial number of its own; open takes it as a locator too. `nil` where there is none.
  public let id: String?
  /// The same for cameras in one housing, such as colour and infrared; `nil` where that is not known.
  public let device: String?
  /// What light it sees.
  public let light: CameraLight
  /// Where it looks.
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
        "a camera has light \(raw.light) and faces \(raw.facing), which this contract does not know.")
    }
    self.light = light
    self.facing = facing
  }
}

/// What light a camera sees.
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

/// Where a camera looks.
public enum CameraFacing: String, Sendable, Hashable, Codable, CaseIterable {
  case unknown
  /// Built in, on the side of the screen.
  case user
  /// Built in, on the other side.
  case away
  /// Plugged in.
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
