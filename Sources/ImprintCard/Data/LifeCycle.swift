// SPDX-License-Identifier: Apache-2.0

/// The life cycle status of a card, file or application.
/// - SeeAlso: ISO/IEC 7816-4:2020, 7.4.10.
public struct LifeCycle: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The state's name.
  public var description: String {
    switch rawValue {
    case 0x00: "not said"
    case 0x01: "creation"
    case 0x03: "initialisation"
    case 0x05, 0x07: "activated"
    case 0x04, 0x06: "deactivated"
    case 0x0C...0x0F: "termination"
    case 0x10...0xFF: "proprietary \(Hex.text([rawValue]))"
    default: "kept for the future \(Hex.text([rawValue]))"
    }
  }

  /// Whether it is operational, by the standard.
  public var isActivated: Bool { rawValue == 0x05 || rawValue == 0x07 }
}
