// SPDX-License-Identifier: Apache-2.0

/// A camera that can be opened.
public struct CameraInfo: Sendable, Hashable {
  /// What `openCamera` takes; at most 511 bytes.
  public let locator: String
  /// For people; at most 127 bytes, longer ones are cut.
  public let name: String
  /// The same camera's, whenever it is plugged into the same place, and wherever it is plugged where it has a
  /// serial number of its own; at most 255 bytes. `openCamera` takes it as a locator too. `nil` where
  /// there is none.
  public let id: String?
  /// The same for cameras in one housing, such as colour and infrared; at most 255 bytes.
  public let device: String?
  public let light: CameraLight
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
}

/// What light a camera sees.
public enum CameraLight: UInt32, Sendable, Hashable {
  case unknown = 0
  /// Visible light, in colour.
  case colour = 1
  /// Near infrared.
  case infrared = 2
}

/// Where a camera looks.
public enum CameraFacing: UInt32, Sendable, Hashable {
  case unknown = 0
  /// Built in, on the side of the screen.
  case user = 1
  /// Built in, on the other side.
  case away = 2
  /// Plugged in.
  case external = 3
}
