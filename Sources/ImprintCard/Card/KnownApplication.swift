// SPDX-License-Identifier: Apache-2.0

/// A well-known application, by its AID.
public struct KnownApplication: Sendable, Hashable {
  /// Its name for people.
  public let title: String
  /// Its AID, or the prefix shared by all versions.
  public let name: [UInt8]

  /// Those that ``CardInformation`` tries on a card without EF.DIR. AIDs are registered by ISO/IEC 7816-5;
  /// each is from the cited document.
  public static let all: [KnownApplication] = [
    // ISO/IEC 7816-15.
    KnownApplication(
      title: "PKCS #15", name: [0xA0, 0x00, 0x00, 0x00, 0x63, 0x50, 0x4B, 0x43, 0x53, 0x2D, 0x31, 0x35]),
    // NIST SP 800-73-4, part 1, 2.2.
    KnownApplication(title: "PIV", name: [0xA0, 0x00, 0x00, 0x03, 0x08]),
    // OpenPGP application on ISO smart card operating systems, 3.4.1, 4.2.1.
    KnownApplication(title: "OpenPGP", name: [0xD2, 0x76, 0x00, 0x01, 0x24, 0x01]),
    // ICAO Doc 9303-10, 3.9.
    KnownApplication(title: "travel document (eMRTD)", name: [0xA0, 0x00, 0x00, 0x02, 0x47, 0x10, 0x01]),
    // FIDO CTAP 2.1, 11.3.
    KnownApplication(title: "FIDO", name: [0xA0, 0x00, 0x00, 0x06, 0x47, 0x2F, 0x00, 0x01]),
    // NFC Forum type 4 tag, 5.1.
    KnownApplication(title: "NDEF", name: [0xD2, 0x76, 0x00, 0x00, 0x85, 0x01, 0x01]),
    // EMV contact, book 1, 12.2.2, and contactless, book B, 3.3.
    KnownApplication(title: "payment (contact)", name: Array("1PAY.SYS.DDF01".utf8)),
    KnownApplication(title: "payment (contactless)", name: Array("2PAY.SYS.DDF01".utf8)),
    // GlobalPlatform card specification 2.3.1, H.1.
    KnownApplication(
      title: "GlobalPlatform issuer security domain", name: [0xA0, 0x00, 0x00, 0x01, 0x51, 0x00, 0x00, 0x00]),
  ]

  /// The one whose AID is a prefix of the given one.
  public static func of(_ name: [UInt8]) -> KnownApplication? {
    all.filter { name.starts(with: $0.name) }.max { $0.name.count < $1.name.count }
  }
}
