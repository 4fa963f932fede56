// SPDX-License-Identifier: Apache-2.0

/// Instruction bytes, INS, of the standard.
/// - SeeAlso: ISO/IEC 7816-4:2020, table 5.
public enum CardInstruction {
  public static let verify: UInt8 = 0x20
  /// With a data object of verification data, such as a finger's.
  public static let verifyObject: UInt8 = 0x21
  public static let manageSecurityEnvironment: UInt8 = 0x22
  public static let changeReferenceData: UInt8 = 0x24
  public static let resetRetryCounter: UInt8 = 0x2C
  public static let manageChannel: UInt8 = 0x70
  public static let externalAuthenticate: UInt8 = 0x82
  public static let getChallenge: UInt8 = 0x84
  public static let generalAuthenticate: UInt8 = 0x86
  public static let internalAuthenticate: UInt8 = 0x88
  public static let select: UInt8 = 0xA4
  public static let readBinary: UInt8 = 0xB0
  /// With an offset data object: for offsets beyond 32,767.
  public static let readBinaryWithOffsetObject: UInt8 = 0xB1
  public static let readRecord: UInt8 = 0xB2
  public static let getResponse: UInt8 = 0xC0
  public static let envelope: UInt8 = 0xC2
  public static let getData: UInt8 = 0xCA
  /// With a list of the data objects that are asked for.
  public static let getDataObject: UInt8 = 0xCB
  public static let updateBinary: UInt8 = 0xD6
  public static let updateBinaryWithOffsetObject: UInt8 = 0xD7
  public static let putData: UInt8 = 0xDA
  /// With the data object itself.
  public static let putDataObject: UInt8 = 0xDB
  public static let updateRecord: UInt8 = 0xDC

  private static let names: [UInt8: String] = [
    0x04: "DEACTIVATE FILE", 0x0C: "ERASE RECORD", 0x0E: "ERASE BINARY", 0x0F: "ERASE BINARY", 0x20: "VERIFY",
    0x21: "VERIFY", 0x22: "MANAGE SECURITY ENVIRONMENT", 0x24: "CHANGE REFERENCE DATA",
    0x26: "DISABLE VERIFICATION REQUIREMENT", 0x28: "ENABLE VERIFICATION REQUIREMENT",
    0x2A: "PERFORM SECURITY OPERATION", 0x2C: "RESET RETRY COUNTER", 0x44: "ACTIVATE FILE",
    0x46: "GENERATE ASYMMETRIC KEY PAIR", 0x47: "GENERATE ASYMMETRIC KEY PAIR", 0x70: "MANAGE CHANNEL",
    0x82: "EXTERNAL AUTHENTICATE", 0x84: "GET CHALLENGE", 0x86: "GENERAL AUTHENTICATE",
    0x87: "GENERAL AUTHENTICATE", 0x88: "INTERNAL AUTHENTICATE", 0xA0: "SEARCH BINARY", 0xA1: "SEARCH BINARY",
    0xA2: "SEARCH RECORD", 0xA4: "SELECT", 0xA5: "SELECT", 0xB0: "READ BINARY", 0xB1: "READ BINARY",
    0xB2: "READ RECORD", 0xB3: "READ RECORD", 0xC0: "GET RESPONSE", 0xC2: "ENVELOPE", 0xC3: "ENVELOPE",
    0xCA: "GET DATA", 0xCB: "GET DATA", 0xD0: "WRITE BINARY", 0xD1: "WRITE BINARY", 0xD2: "WRITE RECORD",
    0xD6: "UPDATE BINARY", 0xD7: "UPDATE BINARY", 0xDA: "PUT DATA", 0xDB: "PUT DATA", 0xDC: "UPDATE RECORD",
    0xDD: "UPDATE RECORD", 0xE0: "CREATE FILE", 0xE2: "APPEND RECORD", 0xE4: "DELETE FILE",
    0xE6: "TERMINATE DF", 0xE8: "TERMINATE EF", 0xFE: "TERMINATE CARD USAGE",
  ]

  /// The standard's name, or `command` if it has none.
  public static func name(of instruction: UInt8) -> String { names[instruction] ?? "command" }

  /// Whether the data of such a command is a person's secret: a PIN or an unblocking code.
  public static func carriesSecret(_ instruction: UInt8) -> Bool {
    [0x20, 0x21, 0x24, 0x26, 0x28, 0x2C].contains(instruction)
  }

  /// Whether descriptions hide the length of such a command's data too: a secret's, and that of PUT DATA, by
  /// which fingers are stored.
  package static func hidesLength(_ instruction: UInt8) -> Bool {
    carriesSecret(instruction) || instruction == putDataObject
  }
}
