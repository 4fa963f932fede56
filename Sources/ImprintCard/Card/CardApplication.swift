// SPDX-License-Identifier: Apache-2.0

/// An application that a card has.
public struct CardApplication: Sendable, Hashable {
  /// How it was found.
  public enum Source: String, Sendable, Hashable {
    /// The card's own list, EF.DIR, has it.
    case directory
    /// It was selected by a name that many cards know.
    case selection
  }

  /// Its AID, 1 to 16 bytes.
  public let name: [UInt8]
  /// What the card calls it, for people.
  public let label: String?
  /// Where it lies: identifiers of two bytes, one below the other; empty where the card does not say.
  public let path: [UInt8]
  public let source: Source

  public init(name: [UInt8], label: String?, path: [UInt8] = [], source: Source) {
    self.name = name
    self.label = label
    self.path = path
    self.source = source
  }

  /// What is in an application template, `61`; `nil` for what has no name of 1 to 16 bytes.
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
