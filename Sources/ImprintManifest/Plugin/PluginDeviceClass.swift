// SPDX-License-Identifier: Apache-2.0

/// Devices that a plugin uses, as its manifest says.
public enum PluginDeviceClass: String, Sendable, Hashable, CaseIterable {
  /// Cameras.
  case video
  /// Microphones.
  case sound
  /// Smart card readers, through the system's service for them.
  case smartCards = "smart-cards"

  /// The ability that uses it: without that a plugin is granted none.
  public var ability: AbilityID {
    switch self {
    case .video: .camera
    case .sound: .microphone
    case .smartCards: .cardReader
    }
  }
}
