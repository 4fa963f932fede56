// SPDX-License-Identifier: Apache-2.0

/// The bytes of a session (docs/reference/sessions.md): a preamble, then chunks, each with its length before
/// and a checksum after it.
enum SessionForm {
  /// The version written. A file of another major version is not read; one of a newer minor version is, as
  /// far as what it adds may be ignored.
  static let version = (major: UInt16(1), minor: UInt16(1))
  /// `impses` and line ends, which a transfer in text mode would change.
  static let magic: [UInt8] = Array("impses\r\n".utf8)
  static let preambleBytes = 16
  /// Before each chunk's payload: kind, flags, length.
  static let headBytes = 8
  static let checksumBytes = 4

  /// The flag of a chunk that a reader which does not know its kind passes over.
  static let mayBeIgnored: UInt16 = 1
  /// The longest payload of such a chunk.
  static let longestIgnored = 16 << 20

  /// The kinds of chunk. A number, and a payload's layout, never get another meaning.
  enum Kind: UInt16, CaseIterable, Sendable {
    case header = 1
    case camera = 2
    case frame = 3
    case omittedFrame = 4
    case faces = 5
    case step = 6
    case comparison = 7
    case events = 8
    case verdict = 9
    case lost = 10
    case end = 11
    case orientation = 12
    case cameraAndSeed = 13

    /// The minor version that added it: a file of an earlier one has none.
    var minor: UInt16 {
      switch self {
      case .header, .camera, .frame, .omittedFrame, .faces, .step, .comparison, .events, .verdict, .lost,
        .end:
        0
      case .orientation, .cameraAndSeed: 1
      }
    }

    /// The longest payload, in bytes.
    var longest: Int {
      switch self {
      case .header, .camera: 64 << 10
      case .frame: EncodedFrame.fieldBytes + EncodedFrame.maximumBytes
      case .omittedFrame: OmittedFrame.payloadBytes
      case .faces: SessionFaces.longestPayload
      case .step: SessionStep.longestPayload
      case .comparison: SessionComparison.longestPayload
      case .events: SessionEvents.longestPayload
      case .verdict: SessionVerdict.longestPayload
      case .lost: SessionLoss.payloadBytes
      case .end: SessionEnd.payloadBytes
      case .orientation: CaptureOrientation.payloadBytes
      case .cameraAndSeed: SessionCamera.seedBytes + (64 << 10)
      }
    }

    /// For messages.
    var name: String {
      switch self {
      case .omittedFrame: "omitted frame"
      case .lost: "loss"
      case .cameraAndSeed: "camera"
      case .header, .camera, .frame, .faces, .step, .comparison, .events, .verdict, .end, .orientation:
        String(describing: self)
      }
    }
  }

  static var preamble: [UInt8] {
    var bytes = magic
    bytes.append(littleEndian: version.major)
    bytes.append(littleEndian: version.minor)
    bytes += [UInt8](repeating: 0, count: preambleBytes - bytes.count)
    return bytes
  }

  static func head(_ kind: UInt16, flags: UInt16, payload: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(headBytes)
    bytes.append(littleEndian: kind)
    bytes.append(littleEndian: flags)
    bytes.append(littleEndian: UInt32(payload))
    return bytes
  }

  /// What is computed over all chunks: checksums and the hash.
  struct Chain {
    /// Each checksum also covers the one before it, so that removed or moved chunks are detected.
    private var last: UInt32
    private var hasher = ContentHasher()

    init(preamble: [UInt8]) {
      var crc = CRC32C()
      crc.add(preamble)
      last = crc.value
      preamble.withUnsafeBytes { hasher.add($0) }
    }

    /// SHA-256 of all bytes so far.
    var hash: ContentHash { hasher.hash }

    /// The checksum of the next chunk, as 4 bytes.
    mutating func next(_ pieces: [[UInt8]]) -> [UInt8] {
      var crc = CRC32C()
      var before: [UInt8] = []
      before.append(littleEndian: last)
      crc.add(before)
      for piece in pieces {
        crc.add(piece)
        piece.withUnsafeBytes { hasher.add($0) }
      }
      last = crc.value
      var checksum: [UInt8] = []
      checksum.append(littleEndian: last)
      checksum.withUnsafeBytes { hasher.add($0) }
      return checksum
    }
  }
}
