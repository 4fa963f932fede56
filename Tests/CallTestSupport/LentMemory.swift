// SPDX-License-Identifier: Apache-2.0
public import CImprint
import ContractTestSupport
import Glibc

/// Memory that is lent for one call, each piece by itself and of exactly its size. It is gone with this.
public final class LentMemory {
  /// How many structs or values an array has.
  static let entries = 3
  private static let bufferBytes = 100
  private static let untouched: UInt8 = 0xee
  // No text of the contract is longer.
  private static let longestText = 255

  private let guarded: Int
  private var pieces: [(memory: UnsafeMutableRawPointer, bytes: Int)] = []
  private var isTextWhole = true

  /// - Parameter guarded: How many bytes lie behind each piece, which nobody may write; 0 where a sanitizer
  ///   sees that.
  public init(guarded: Int = 0) { self.guarded = guarded }

  deinit { for piece in pieces { piece.memory.deallocate() } }

  /// Whether nothing beyond any piece was written, and each text that was told has an end.
  public var isIntact: Bool {
    isTextWhole
      && pieces.allSatisfy { piece in
        UnsafeRawBufferPointer(start: piece.memory + piece.bytes, count: guarded).allSatisfy {
          $0 == Self.untouched
        }
      }
  }

  private func piece(_ bytes: Int) -> UnsafeMutableRawPointer {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes + guarded, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    (memory + bytes).initializeMemory(as: UInt8.self, repeating: Self.untouched, count: guarded)
    pieces.append((memory, bytes))
    return memory
  }

  func values<Value>(_ type: Value.Type, and more: Int = 0) -> UnsafeMutablePointer<Value> {
    piece((Self.entries + more) * MemoryLayout<Value>.stride).assumingMemoryBound(to: type)
  }

  func value<Value>(_ type: Value.Type) -> UnsafeMutablePointer<Value> {
    piece(MemoryLayout<Value>.size).assumingMemoryBound(to: type)
  }

  /// Structs of the contract's, empty but for their size.
  func structs<Struct>(_ type: Struct.Type, and more: Int = 0) -> UnsafeMutablePointer<Struct> {
    let structs = values(type, and: more)
    for index in 0..<Self.entries + more { size(structs + index) }
    return structs
  }

  func one<Struct>(_ type: Struct.Type) -> UnsafeMutablePointer<Struct> {
    let one = value(type)
    size(one)
    return one
  }

  private func size<Struct>(_ place: UnsafeMutablePointer<Struct>) {
    UnsafeMutableRawPointer(place).storeBytes(of: structSize(Struct.self), as: UInt32.self)
  }

  func count() -> UnsafeMutablePointer<Int> {
    let count = value(Int.self)
    count.pointee = Self.entries
    return count
  }

  func place() -> UnsafeMutablePointer<OpaquePointer?> { value(OpaquePointer?.self) }

  func buffer() -> UnsafeMutablePointer<imp_buffer> {
    let buffer = value(imp_buffer.self)
    buffer.pointee.data = piece(Self.bufferBytes).assumingMemoryBound(to: UInt8.self)
    buffer.pointee.capacity = Self.bufferBytes
    return buffer
  }

  func bytes() -> imp_bytes {
    let count = MemoryLayout<UInt64>.size
    return imp_bytes(data: piece(count).assumingMemoryBound(to: UInt8.self), length: count)
  }

  func text() -> imp_text {
    let text = piece(1).assumingMemoryBound(to: CChar.self)
    text.pointee = CChar(bitPattern: UInt8(ascii: "a"))
    return imp_text(data: text, length: 1)
  }

  /// What a plugin tells by a pointer to memory of its own: there, and each text with an end.
  func told<Struct>(_ told: UnsafePointer<Struct>?, texts: [PartialKeyPath<Struct>]) -> LentAnswer {
    // The import says that it is never null.
    guard UInt(bitPattern: told) != 0, let told else { return LentAnswer(IMP_E_INTERNAL) }
    for path in texts {
      guard let offset = MemoryLayout<Struct>.offset(of: path),
        let text = UnsafeRawPointer(told).load(fromByteOffset: offset, as: UnsafePointer<CChar>?.self),
        strnlen(text, Self.longestText + 1) <= Self.longestText
      else {
        isTextWhole = false
        continue
      }
    }
    return LentAnswer(IMP_OK)
  }
}

/// What a call gave.
public struct LentAnswer {
  /// `nil` for a function that answers none.
  public let status: imp_status?
  /// The object that was made.
  public let made: OpaquePointer?

  init(_ status: imp_status? = nil, _ made: OpaquePointer? = nil) {
    self.status = status
    self.made = made
  }
}
