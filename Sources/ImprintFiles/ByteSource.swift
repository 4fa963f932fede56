// SPDX-License-Identifier: Apache-2.0

/// Untrusted bytes that are read in order: of a file that is opened once, or in memory.
package struct ByteSource: ~Copyable {
  /// For errors.
  package let place: String
  /// How many were read.
  package private(set) var offset = 0
  private let bytes: [UInt8]
  private let file: RegularFile?
  private let length: Int

  /// Opens a file. What is appended to it later is not read.
  package init(file path: String) throws(FileProblem) {
    let file = try RegularFile(path)
    length = file.size
    self.file = consume file
    place = path
    bytes = []
  }

  package init(bytes: [UInt8], place: String) {
    self.bytes = bytes
    self.place = place
    file = nil
    length = bytes.count
  }

  /// How many are left.
  package var remaining: Int { length - offset }

  /// The next bytes; `nil`, and nothing is left, if there are fewer, without allocating for them.
  package mutating func take(_ count: Int) throws(FileProblem) -> [UInt8]? {
    guard count <= remaining else {
      offset = length
      return nil
    }
    guard file != nil else {
      defer { offset += count }
      return Array(bytes[offset..<offset + count])
    }
    let taken = try file?.bytes(at: offset, count: count) ?? []
    offset += taken.count
    // It may be truncated meanwhile.
    return taken.count == count ? taken : nil
  }
}
