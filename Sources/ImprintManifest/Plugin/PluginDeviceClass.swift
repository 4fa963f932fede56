// SPDX-License-Identifier: Apache-2.0

/// The device classes that a manifest may declare.
public enum PluginDeviceClass: String, Sendable, Hashable, CaseIterable {
  /// Cameras.
  case video
  /// Microphones.
  case sound
  /// Smart card readers, through the system's service for them.
  case smartCards = "smart-cards"

  /// The ability that uses it: without it a plugin gets no access.
  public var ability: AbilityID {
    switch self {
    case .video: .camera
    case .sound: .microphone
    case .smartCards: .cardReader
    }
  }
}
