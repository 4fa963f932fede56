// SPDX-License-Identifier: Apache-2.0

/// An application on a card.
public struct CardApplication: Sendable, Hashable {
  /// How it was found.
  public enum Source: String, Sendable, Hashable {
    /// Listed in the card's EF.DIR.
    case directory
    /// Selected by a well-known name.
    case selection
  }

  /// Its AID, 1 to 16 bytes.
  public let name: [UInt8]
  /// The card's label for it, for people.
  public let label: String?
  /// Its path: identifiers of two bytes; empty if the card does not state it.
  public let path: [UInt8]
  public let source: Source

  public init(name: [UInt8], label: String?, path: [UInt8] = [], source: Source) {
    self.name = name
    self.label = label
    self.path = path
    self.source = source
  }

  /// From an application template, `61`; `nil` without an AID of 1 to 16 bytes.
  /// - SeeAlso: ISO/IEC 7816-4:2020, 12.2.2 and 12.2.3.
  init?(template: BERTLV) {
    guard template.tag == 0x61, let name = template[0x4F]?.value, (1...16).contains(name.count) else {
      return nil
    }
    self.init(
      name: name, label: template[0x50].flatMap { String(validating: $0.value, as: UTF8.self) },
      path: template[0x51]?.value ?? [], source: .directory)
  }
}
