// SPDX-License-Identifier: Apache-2.0

/// The first 64 bytes of a shared library: enough to decide whether it could be loaded here at all.
struct ElfHeader: Equatable {
  static let bytes = 64

  let machine: UInt16
  let programHeaderOffset: UInt64
  let programHeaderSize: Int
  let programHeaderCount: Int
  let sectionHeaderOffset: UInt64
  let sectionHeaderSize: Int
  let sectionHeaderCount: Int

  /// What is wrong with a file that claims to be a library.
  enum Problem: Error, Equatable {
    case notElf
    case truncated
    case not64BitLittleEndian
    case notSharedLibrary
    /// The contents are inconsistent with the file.
    case damaged(String)
    /// Readers could interpret the library differently: no linker makes such a file.
    case irregular(String)

    /// As the reason of an error: the sentence after the path.
    var sentence: String {
      switch self {
      case .notElf: "it is not an ELF file."
      case .truncated: "it is truncated: the ELF header is incomplete."
      case .not64BitLittleEndian: "it is not a 64-bit little-endian ELF file."
      case .notSharedLibrary: "it is an ELF file, but not a shared library."
      case .damaged(let what): "it is truncated or damaged: \(what)."
      case .irregular(let what): "the loader would interpret it differently from other tools: \(what)."
      }
    }
  }

  /// Parses the header at the start of a file; bytes beyond it may be missing.
  init(_ file: [UInt8]) throws(Problem) {
    guard file.starts(with: [0x7f, 0x45, 0x4c, 0x46]) else { throw .notElf }
    guard file.count >= Self.bytes else { throw .truncated }
    guard file[4] == 2, file[5] == 1 else { throw .not64BitLittleEndian }
    let bytes = LittleEndian(file)
    guard bytes.number(at: 16, as: UInt16.self) == 3 else { throw .notSharedLibrary }
    guard let machine = bytes.number(at: 18, as: UInt16.self),
      let offset = bytes.number(at: 32, as: UInt64.self),
      let sections = bytes.number(at: 40, as: UInt64.self),
      let size = bytes.number(at: 54, as: UInt16.self),
      let count = bytes.number(at: 56, as: UInt16.self),
      let sectionSize = bytes.number(at: 58, as: UInt16.self),
      let sectionCount = bytes.number(at: 60, as: UInt16.self)
    else { throw .truncated }
    self.machine = machine
    programHeaderOffset = offset
    programHeaderSize = Int(size)
    programHeaderCount = Int(count)
    sectionHeaderOffset = sections
    sectionHeaderSize = Int(sectionSize)
    sectionHeaderCount = Int(sectionCount)
  }

  /// The architecture's name as manifests and `uname -m` write it.
  var architecture: String { Self.architecture(ofMachine: machine) }

  static func architecture(ofMachine machine: UInt16) -> String {
    switch machine {
    case 3: "i686"
    case 40: "arm"
    case 62: "x86_64"
    case 183: "aarch64"
    case 243: "riscv64"
    default: "ELF machine \(machine)"
    }
  }

  /// Its number in ELF headers.
  static var runningMachine: UInt16 {
    #if arch(x86_64)
      62
    #elseif arch(arm64)
      183
    #endif
  }

  /// The architecture this code was built for.
  static var running: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "aarch64"
    #else
      #error("name this architecture as `uname -m` does")
    #endif
  }
}

/// Little-endian numbers at untrusted offsets: `nil` outside the bytes.
struct LittleEndian {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  func number<T: FixedWidthInteger & UnsignedInteger>(at offset: some BinaryInteger, as type: T.Type) -> T? {
    guard let start = Int(exactly: offset), start >= 0, start <= bytes.count - MemoryLayout<T>.size else {
      return nil
    }
    return bytes.withUnsafeBytes { T(littleEndian: $0.loadUnaligned(fromByteOffset: start, as: T.self)) }
  }

  /// The null-terminated text at `offset`, of at most `limit` bytes; with invalid UTF-8 replaced.
  func text(at offset: some BinaryInteger, limit: Int) -> String? {
    guard let start = Int(exactly: offset), start >= 0, start < bytes.count else { return nil }
    let end = start + min(limit + 1, bytes.count - start)
    guard let stop = bytes[start..<end].firstIndex(of: 0) else { return nil }
    return String(decoding: bytes[start..<stop], as: UTF8.self)
  }
}
