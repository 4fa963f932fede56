// SPDX-License-Identifier: Apache-2.0

/// The file control information of a selected file or application.
/// - SeeAlso: ISO/IEC 7816-4:2020, 7.4.
public struct FileControlInformation: Sendable, Hashable {
  /// Which template it came in.
  public enum Template: String, Sendable, Hashable, CaseIterable {
    /// `62`: parameters.
    case parameters
    /// `64`: management data.
    case management
    /// `6F`: both.
    case information
  }

  public let template: Template
  /// All objects of the template, in order, including those without a property here.
  public let objects: [BERTLV]

  /// Parses the response of SELECT, untrusted bytes.
  /// - Throws: ``CardError`` `card-data`: not exactly one data object, or none of the three templates.
  public init(_ bytes: [UInt8]) throws(CardError) {
    let object = try BERTLV.parseOne(bytes)
    switch object.tag {
    case 0x62: template = .parameters
    case 0x64: template = .management
    case 0x6F: template = .information
    default: throw .data("file control information", "it begins with \(object.tag), not with 62, 64 or 6F.")
    }
    // 6F may contain the two others.
    objects = object.children.flatMap { $0.tag == 0x62 || $0.tag == 0x64 ? $0.children : [$0] }
  }

  /// The size of a file's data in bytes, excluding structural information.
  public var size: Int? { number(0x80) }
  /// The size in bytes, including structural information.
  public var totalSize: Int? { number(0x81) }
  /// What kind of file it is.
  public var descriptor: FileDescriptor? { objects.first(0x82).flatMap { FileDescriptor($0.value) } }
  /// Its identifier within the application.
  public var identifier: UInt16? {
    guard let value = objects.first(0x83)?.value, value.count == 2 else { return nil }
    return UInt16(value[0]) << 8 | UInt16(value[1])
  }

  /// An application's name, its AID, 1 to 16 bytes.
  public var applicationName: [UInt8]? {
    guard let value = objects.first(0x84)?.value, (1...16).contains(value.count) else { return nil }
    return value
  }

  /// The short file identifier, 1...30. If the card does not state it, the low bits of the identifier; an
  /// empty object means none.
  public var shortIdentifier: Int? {
    guard let value = objects.first(0x88)?.value else {
      return identifier.flatMap { (1...30).contains($0 & 0x1F) ? Int($0 & 0x1F) : nil }
    }
    guard value.count == 1, value[0] & 0x07 == 0, (1...30).contains(value[0] >> 3) else { return nil }
    return Int(value[0] >> 3)
  }

  public var lifeCycle: LifeCycle? {
    guard let value = objects.first(0x8A)?.value, value.count == 1 else { return nil }
    return LifeCycle(rawValue: value[0])
  }

  /// The security attributes: proprietary (`86`), compact (`8C`), expanded (`AB`), or by reference (`8B`).
  /// Not interpreted, as cards differ.
  public var securityAttributes: [BERTLV] { objects.filter { [0x86, 0x8B, 0x8C, 0xAB].contains($0.tag) } }

  /// A label for people, `50`, of the application's own part.
  public var label: String? {
    (objects.first(0xA5)?[0x50] ?? objects.first(0x50)).flatMap {
      String(validating: $0.value, as: UTF8.self)
    }
  }

  private func number(_ tag: BERTag) -> Int? {
    guard let value = objects.first(tag)?.value, (1...4).contains(value.count) else { return nil }
    return value.reduce(0) { $0 << 8 | Int($1) }
  }
}

/// The kind of a file, from its file descriptor.
/// - SeeAlso: ISO/IEC 7816-4:2020, 7.4.5.
public struct FileDescriptor: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable {
    /// Data for the outside world.
    case working
    /// Data for the card itself.
    case `internal`
    /// Holds files: a dedicated file or an application.
    case dedicated
    case other
  }

  public enum Structure: String, Sendable, Hashable {
    case none, transparent
    case linearFixed = "linear-fixed"
    case linearVariable = "linear-variable"
    case cyclic
    /// Data objects.
    case objects
  }

  /// The descriptor byte.
  public let byte: UInt8
  /// The maximum or fixed record size; `nil` if not stated.
  public let recordSize: Int?
  /// The number of records.
  public let recordCount: Int?

  /// One to six bytes; `nil` for another number, or a reserved byte.
  init?(_ bytes: [UInt8]) {
    guard (1...6).contains(bytes.count), bytes[0] & 0x80 == 0 else { return nil }
    byte = bytes[0]
    recordSize =
      switch bytes.count {
      case 3: Int(bytes[2])
      case 4...: Int(bytes[2]) << 8 | Int(bytes[3])
      default: nil
      }
    recordCount =
      switch bytes.count {
      case 5: Int(bytes[4])
      case 6: Int(bytes[4]) << 8 | Int(bytes[5])
      default: nil
      }
  }

  public var isShareable: Bool { byte & 0x40 != 0 }

  public var kind: Kind {
    switch byte & 0x3F {
    case 0x38: .dedicated
    case 0x39, 0x3A: .working
    case let bits where bits & 0x38 == 0x00: .working
    case let bits where bits & 0x38 == 0x08: .internal
    default: .other
    }
  }

  public var structure: Structure {
    switch byte & 0x3F {
    case 0x39, 0x3A: .objects
    case let bits where bits & 0x38 >= 0x10: .none
    case let bits:
      switch bits & 0x07 {
      case 1: .transparent
      case 2, 3: .linearFixed
      case 4, 5: .linearVariable
      case 6, 7: .cyclic
      default: .none
      }
    }
  }
}
