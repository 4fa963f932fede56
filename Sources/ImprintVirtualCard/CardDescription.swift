// SPDX-License-Identifier: Apache-2.0

extension VirtualCard {
  /// The description of a card. ``init(parsing:)`` parses one from JSON.
  public struct Description: Sendable, Hashable {
    /// The answer to reset (ISO/IEC 7816-3), at most 33 bytes. It declares the card's protocols.
    public var atr: [UInt8]
    /// How responses longer than expected are transferred.
    public var transfer: Transfer
    public var pins: [Pin]
    /// The fingers that it compares. Their references are others than those of PINs.
    public var fingers: [Finger]
    /// What GET DATA says of the fingers (`7F61`, the whole data object), right or not; `nil`: the truth.
    public var information: [UInt8]?
    /// The files right below the master file (3F00).
    public var files: [File]
    public var faults: [Fault]

    public init(
      atr: [UInt8] = [0x3B, 0x80, 0x80, 0x01, 0x01], transfer: Transfer = .whole, pins: [Pin] = [],
      fingers: [Finger] = [], information: [UInt8]? = nil, files: [File] = [], faults: [Fault] = []
    ) {
      self.atr = atr
      self.transfer = transfer
      self.pins = pins
      self.fingers = fingers
      self.information = information
      self.files = files
      self.faults = faults
    }
  }

  public enum Transfer: String, Sendable, Hashable, CaseIterable {
    /// As over T=1: a response comes with its command, and one shorter than expected ends with a warning
    /// (6282).
    case whole
    /// As over T=0: a command that sends data is answered with 61xx and GET RESPONSE fetches the rest; a
    /// wrong length is answered with 6Cxx.
    case inParts = "in-parts"
  }

  /// A PIN and its unblocking code.
  public struct Pin: Sendable, Hashable {
    /// The low byte of VERIFY, P2: 1...31, with 0x80 added for one whose verification ends when another
    /// application is selected.
    public var reference: UInt8
    /// The exact bytes to be sent: no padding is added or removed.
    public var value: [UInt8]
    /// Consecutive wrong tries until it is blocked, 1...15.
    public var tries: Int
    /// For RESET RETRY COUNTER; `nil` if it cannot be unblocked.
    public var unblockingCode: [UInt8]?
    /// Consecutive wrong tries until it can never be unblocked, 1...15.
    public var unblockingTries: Int

    public init(
      reference: UInt8 = 1, value: [UInt8], tries: Int = 3, unblockingCode: [UInt8]? = nil,
      unblockingTries: Int = 10
    ) {
      self.reference = reference
      self.value = value
      self.tries = tries
      self.unblockingCode = unblockingCode
      self.unblockingTries = unblockingTries
    }
  }

  /// An elementary file with bytes, or a folder of files.
  public struct File: Sendable, Hashable {
    /// The file identifier.
    public var id: UInt16
    public var content: Content

    public enum Content: Sendable, Hashable {
      /// A transparent file. `shortID`: 1...30, for READ BINARY without SELECT.
      case bytes([UInt8], shortID: UInt8? = nil, read: Access = .always, update: Access = .never)
      /// A dedicated file. `name`: an application's, 1 to 16 bytes.
      case folder([File], name: [UInt8]? = nil)
    }

    public init(id: UInt16, _ content: Content) {
      self.id = id
      self.content = content
    }
  }

  /// The access condition of a file.
  public enum Access: Sendable, Hashable {
    case always
    case never
    /// After the PIN of this reference was verified.
    case pin(UInt8)
  }
}

extension VirtualCard.Description {
  /// The name of ``standard``'s application: F0 (proprietary), then "IMPRINT" and 1.
  public static let standardApplication: [UInt8] = [0xF0] + Array("IMPRINT".utf8) + [0x01]

  /// The default card. PIN 1 is 123456, its unblocking code 12345678. EF.DIR (2F00) names one application,
  /// DF01, with these files: 0001 (short id 1), which everyone reads; 0002 (short id 2), read and written
  /// after the PIN; 0003 (short id 3) of 65,536 bytes, which everyone reads and writes.
  public static let standard = VirtualCard.Description(
    pins: [
      VirtualCard.Pin(value: Array("123456".utf8), unblockingCode: Array("12345678".utf8))
    ],
    files: [
      // ISO/IEC 7816-4, 12.2.1: application template 61 with identifier 4F and label 50.
      VirtualCard.File(
        id: 0x2F00,
        .bytes(
          TLV.object(
            0x61,
            TLV.object(0x4F, standardApplication) + TLV.object(0x50, Array("Imprint virtual card".utf8))))),
      VirtualCard.File(
        id: 0xDF01,
        .folder(
          [
            VirtualCard.File(id: 0x0001, .bytes(Array("A card in software.".utf8), shortID: 1)),
            VirtualCard.File(
              id: 0x0002,
              .bytes([UInt8](repeating: 0, count: 64), shortID: 2, read: .pin(1), update: .pin(1))),
            VirtualCard.File(
              id: 0x0003,
              .bytes((0..<65536).map { UInt8(truncatingIfNeeded: $0 % 251) }, shortID: 3, update: .always)),
          ], name: standardApplication)),
    ])
}
