// SPDX-License-Identifier: Apache-2.0

/// A file's header in a package: POSIX ustar, with all fields fixed except path and length.
///
/// So there is exactly one valid header for each path and length, and reading compares with a re-encoded one.
struct ArchiveHeader: Equatable {
  static let blockBytes = 512
  /// The largest number in eleven octal digits.
  static let maximumBytes = (1 << 33) - 1

  let path: String
  /// Of the file's content.
  let bytes: Int

  /// The size of the content in whole blocks.
  static func blocks(of bytes: Int) -> Int { (bytes + blockBytes - 1) / blockBytes * blockBytes }

  /// The block; `nil` if path or length do not fit.
  func encoded() -> [UInt8]? {
    guard let (prefix, name) = PackagePath.split(path), (0...Self.maximumBytes).contains(bytes) else {
      return nil
    }
    var block = [UInt8](repeating: 0, count: Self.blockBytes)
    func put(_ text: String, at field: Field) {
      block.replaceSubrange(field.offset..<field.offset + text.utf8.count, with: text.utf8)
    }
    put(name, at: .name)
    put("0000644", at: .mode)
    put("0000000", at: .user)
    put("0000000", at: .group)
    put(Self.octal(bytes, digits: 11), at: .size)
    put("00000000000", at: .time)
    put("0", at: .kind)
    put("ustar\0" + "00", at: .magic)
    put("0000000", at: .major)
    put("0000000", at: .minor)
    put(prefix, at: .prefix)
    put(Self.checksum(of: block), at: .checksum)
    return block
  }

  /// Reads a block of 512 bytes.
  static func read(_ block: [UInt8]) throws(Fault) -> ArchiveHeader {
    guard text(block, .checksum) == checksum(of: block).prefix(6) else {
      throw Fault(.damaged, "the checksum of a header is wrong")
    }
    guard
      Array(block[Field.magic.offset..<Field.magic.offset + 8]) == Array("ustar\0".utf8) + Array("00".utf8)
    else { throw Fault(.damaged, "a header is not of the ustar format") }
    let kind = block[Field.kind.offset]
    guard kind == UInt8(ascii: "0") else {
      throw Fault(.notAFile, "there is \(word(for: kind)) in it, and a package has plain files only")
    }
    let (prefix, name) = (text(block, .prefix), text(block, .name))
    let path = prefix.isEmpty ? name : "\(prefix)/\(name)"
    if let fault = PackagePath.fault(of: path) {
      throw Fault(.badName, "a file's name cannot be used: \(fault)")
    }
    guard let size = number(block) else { throw Fault(.damaged, "the length in a header is no octal number") }
    let header = ArchiveHeader(path: path, bytes: size)
    guard let right = header.encoded() else {
      throw Fault(.damaged, "a header's name or length does not fit")
    }
    if let difference = zip(block, right).enumerated().first(where: { $0.element.0 != $0.element.1 }) {
      throw Fault(
        .damaged, "the header of \(path) has a \(Field.named(at: difference.offset)) that a package's has not"
      )
    }
    return header
  }

  struct Fault: Error {
    let code: PackageError.Code
    /// A sentence without its full stop.
    let reason: String

    init(_ code: PackageError.Code, _ reason: String) {
      self.code = code
      self.reason = reason
    }
  }

  enum Field: String, CaseIterable {
    case name, mode, user, group, size, time, checksum, kind, link, magic, userName, groupName, major, minor,
      prefix, end

    var offset: Int {
      switch self {
      case .name: 0
      case .mode: 100
      case .user: 108
      case .group: 116
      case .size: 124
      case .time: 136
      case .checksum: 148
      case .kind: 156
      case .link: 157
      case .magic: 257
      case .userName: 265
      case .groupName: 297
      case .major: 329
      case .minor: 337
      case .prefix: 345
      case .end: 500
      }
    }

    static func named(at offset: Int) -> String {
      let field = allCases.last { $0.offset <= offset } ?? .name
      return switch field {
      case .userName: "user name"
      case .groupName: "group name"
      case .major, .minor: "device number"
      case .end: "byte after its end"
      default: field.rawValue
      }
    }
  }

  /// The text of a field up to its terminator; every byte as a scalar, so that invalid UTF-8 is not repaired.
  private static func text(_ block: [UInt8], _ field: Field) -> String {
    let length =
      switch field {
      case .name: PackagePath.nameBytes
      case .prefix: PackagePath.prefixBytes
      default: 8
      }
    var text = String.UnicodeScalarView()
    for byte in block[field.offset..<field.offset + length].prefix(while: { $0 != 0 }) {
      text.append(Unicode.Scalar(byte))
    }
    return String(text)
  }

  private static func number(_ block: [UInt8]) -> Int? {
    var value = 0
    for byte in block[Field.size.offset..<Field.size.offset + 11] {
      guard (48...55).contains(byte) else { return nil }
      value = value << 3 | Int(byte - 48)
    }
    return value
  }

  private static func octal(_ value: Int, digits: Int) -> String {
    let text = String(value, radix: 8)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  /// As tar writes it: six digits, a null, a space.
  private static func checksum(of block: [UInt8]) -> String {
    let field = Field.checksum.offset..<Field.kind.offset
    let sum = block.enumerated().reduce(0) { $0 + (field.contains($1.offset) ? 32 : Int($1.element)) }
    return octal(sum, digits: 6) + "\0 "
  }

  private static func word(for kind: UInt8) -> String {
    switch kind {
    case 0: "a file in the form before ustar"
    case UInt8(ascii: "1"): "a hard link"
    case UInt8(ascii: "2"): "a symbolic link"
    case UInt8(ascii: "3"), UInt8(ascii: "4"): "a device"
    case UInt8(ascii: "5"): "a folder"
    case UInt8(ascii: "6"): "a pipe"
    case UInt8(ascii: "x"), UInt8(ascii: "g"): "a pax header"
    case UInt8(ascii: "L"), UInt8(ascii: "K"): "a GNU long name"
    default: "an entry of kind \(kind)"
    }
  }
}
