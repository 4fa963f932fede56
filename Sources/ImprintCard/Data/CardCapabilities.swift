// SPDX-License-Identifier: Apache-2.0

/// The capabilities that a card declares. `nil`: not declared.
/// - SeeAlso: ISO/IEC 7816-4:2020, 12.1.1.9 and 12.7.1.
public struct CardCapabilities: Sendable, Hashable {
  /// Lengths of two bytes.
  public var extendedLength: Bool?
  /// Command chaining.
  public var chaining: Bool?
  /// Logical channels, the basic one included: 1...20.
  public var channels: Int?
  /// Applications can be selected by partial name, and by full name.
  public var selectionByPartialName: Bool?
  public var selectionByFullName: Bool?
  /// Files can be addressed by a short identifier in a command.
  public var shortFileIdentifiers: Bool?
  /// The maximum length of extended-length commands and responses in bytes, including lengths and status
  /// word.
  public var longestCommand: Int?
  public var longestResponse: Int?

  public init(extendedLength: Bool? = nil, chaining: Bool? = nil, channels: Int? = nil) {
    self.extendedLength = extendedLength
    self.chaining = chaining
    self.channels = channels
  }

  /// Nothing declared.
  public static let unknown = CardCapabilities()

  /// The data object `73` of historical bytes, or `47` of EF.ATR: one to three bytes; `nil` for another
  /// number.
  init?(bytes: [UInt8]) {
    guard (1...3).contains(bytes.count) else { return nil }
    selectionByFullName = bytes[0] & 0x80 != 0
    selectionByPartialName = bytes[0] & 0x40 != 0
    shortFileIdentifiers = bytes[0] & 0x04 != 0
    guard bytes.count == 3 else { return }
    chaining = bytes[2] & 0x80 != 0
    extendedLength = bytes[2] & 0x40 != 0
    // 000 to 110 encode the number minus one; 111 means eight or more.
    channels = bytes[2] & 0x18 == 0 ? 1 : Int(bytes[2] & 0x07) + 1
  }

  /// Merges other declarations into this; undeclared values are kept.
  public func adding(_ other: CardCapabilities) -> CardCapabilities {
    var all = self
    all.extendedLength = other.extendedLength ?? extendedLength
    all.chaining = other.chaining ?? chaining
    all.channels = other.channels ?? channels
    all.selectionByPartialName = other.selectionByPartialName ?? selectionByPartialName
    all.selectionByFullName = other.selectionByFullName ?? selectionByFullName
    all.shortFileIdentifiers = other.shortFileIdentifiers ?? shortFileIdentifiers
    all.longestCommand = other.longestCommand ?? longestCommand
    all.longestResponse = other.longestResponse ?? longestResponse
    return all
  }

  /// Merges the file EF.ATR/INFO into this.
  /// - Parameter file: its data objects.
  public func adding(informationFile file: [BERTLV]) -> CardCapabilities {
    var all = adding(file.first(0x47).flatMap { CardCapabilities(bytes: $0.value) } ?? .unknown)
    // Two numbers: the longest command, the longest response.
    let limits = file.first(0x7F66)?.children.filter { $0.tag == 0x02 }.map(\.value) ?? []
    if limits.count == 2 {
      let numbers = limits.map { bytes in bytes.count <= 4 ? bytes.reduce(0) { $0 << 8 | Int($1) } : 0 }
      all.longestCommand = numbers[0] >= 8 ? numbers[0] : longestCommand
      all.longestResponse = numbers[1] > 2 ? numbers[1] : longestResponse
    }
    return all
  }
}
