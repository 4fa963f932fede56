// SPDX-License-Identifier: Apache-2.0
internal import Crypto

/// The bytes of a recording (docs/reference/recordings.md): a preamble, then records, each with its length
/// before and a checksum after it.
enum RecordingForm {
  /// The version written, and the highest that is read.
  static let version: UInt16 = 1
  /// `imprec` and line ends, which a transfer in text mode would change.
  static let magic: [UInt8] = Array("imprec\r\n".utf8)
  static let preambleBytes = 16
  /// Before each record's payload: its length, its kind, 0.
  static let headBytes = 8
  static let checksumBytes = 8
  /// The longest body of a call that is recorded.
  static let bodyBytes = 256 << 20
  /// The longest payload: a body, its fields, and its hidden parts.
  static let payloadBytes = bodyBytes + (1 << 20)
  /// The longest payload of a header or an end, which are JSON.
  static let textBytes = 65_536

  enum Kind: UInt16, CaseIterable {
    case header = 1
    case request = 2
    case reply = 3
    case end = 4
  }

  static var preamble: [UInt8] {
    var bytes = magic
    bytes.append(littleEndian: version)
    bytes += [UInt8](repeating: 0, count: preambleBytes - bytes.count)
    return bytes
  }

  /// Each checksum also covers the previous one, so that removed or moved records are detected.
  struct Chain {
    private(set) var last: [UInt8]

    init() { last = Array(SHA256.hash(data: RecordingForm.preamble).prefix(checksumBytes)) }

    /// The checksum of the next record.
    mutating func next(_ head: [UInt8], _ pieces: [[UInt8]]) -> [UInt8] {
      var hash = SHA256()
      hash.update(data: last)
      hash.update(data: head)
      for piece in pieces { piece.withUnsafeBytes { hash.update(bufferPointer: $0) } }
      last = Array(hash.finalize().prefix(checksumBytes))
      return last
    }
  }

  static func head(_ kind: Kind, payload: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: UInt32(payload))
    bytes.append(littleEndian: kind.rawValue)
    bytes.append(littleEndian: UInt16(0))
    return bytes
  }
}
