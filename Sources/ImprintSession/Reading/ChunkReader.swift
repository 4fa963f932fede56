// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles

/// Reads chunks one after the other, with their checksums; what they hold is not looked at.
struct ChunkReader: ~Copyable {
  struct Found {
    /// `nil` for one that is passed over.
    let kind: SessionForm.Kind?
    let payload: [UInt8]
    /// Of an end: the SHA-256 of all bytes before it.
    let hash: ContentHash?
  }

  enum Next {
    case chunk(Found)
    case cut(SessionCut)
  }

  private var source: ByteSource
  private var chain: SessionForm.Chain
  /// The file's.
  private let minor: UInt16

  /// Reads the preamble.
  init(_ source: consuming ByteSource) throws(SessionError) {
    self.source = source
    (minor, chain) = try Self.preamble(&self.source)
  }

  var place: String { source.place }
  var offset: Int { source.offset }
  var remaining: Int { source.remaining }

  private static func preamble(
    _ source: inout ByteSource
  ) throws(SessionError) -> (minor: UInt16, SessionForm.Chain) {
    let bytes = try take(SessionForm.preambleBytes, of: &source)
    guard let bytes, bytes.starts(with: SessionForm.magic) else {
      throw SessionError(
        .notASession, place: source.place, reason: "it is not a capture session.",
        remedy: "Give a file that a capture was recorded to.")
    }
    var numbers = NumberReader(bytes.dropFirst(SessionForm.magic.count))
    let major = numbers.take(UInt16.self) ?? 0
    let minor = numbers.take(UInt16.self) ?? 0
    guard major <= SessionForm.version.major else {
      throw .newer(
        source.place, "it has version \(major); this reads \(SessionForm.version.major).")
    }
    guard major == SessionForm.version.major, numbers.rest.allSatisfy({ $0 == 0 }) else {
      throw .damaged(source.place, at: SessionForm.magic.count, "its preamble is not one of a session.")
    }
    return (minor, SessionForm.Chain(preamble: bytes))
  }

  mutating func next() throws(SessionError) -> Next {
    let start = source.offset
    let left = source.remaining
    func cut(_ expected: Int?) -> Next {
      .cut(SessionCut(offset: start, present: left, expected: expected))
    }
    guard let head = try Self.take(SessionForm.headBytes, of: &source) else { return cut(nil) }
    let (kind, count) = try judge(head, at: start)
    let whole = SessionForm.headBytes + count + SessionForm.checksumBytes
    // Before anything is reserved for it.
    guard whole <= left else { return cut(whole) }
    guard let payload = try Self.take(count, of: &source),
      let checksum = try Self.take(SessionForm.checksumBytes, of: &source)
    else { return cut(whole) }
    let hash = kind == .end ? chain.hash : nil
    guard chain.next([head, payload]) == checksum else {
      throw .damaged(place, at: start, "the checksum of the chunk differs.")
    }
    return .chunk(Found(kind: kind, payload: payload, hash: hash))
  }

  /// - Returns: its kind, `nil` if it is passed over, and its length.
  private func judge(
    _ head: [UInt8], at start: Int
  ) throws(SessionError) -> (kind: SessionForm.Kind?, count: Int) {
    var numbers = NumberReader(head[...])
    let number = numbers.take(UInt16.self) ?? 0
    let flags = numbers.take(UInt16.self) ?? 0
    let count = Int(numbers.take(UInt32.self) ?? 0)
    guard let kind = SessionForm.Kind(rawValue: number), flags == 0, kind.minor <= minor else {
      guard minor > SessionForm.version.minor else { throw .damaged(place, at: start, "no chunk begins so.") }
      guard flags == SessionForm.mayBeIgnored, SessionForm.Kind(rawValue: number) == nil else {
        throw .newer(
          place, "at byte \(start) it has a chunk of the kind \(number), which must be understood.")
      }
      guard count <= SessionForm.longestIgnored else {
        throw .damaged(place, at: start, "a chunk of \(count) bytes is too long.")
      }
      return (nil, count)
    }
    guard count <= kind.longest else {
      throw .damaged(
        place, at: start, "its \(kind.name) is too long: \(count) bytes; \(kind.longest) are allowed.")
    }
    return (kind, count)
  }

  private static func take(
    _ count: Int, of source: inout ByteSource
  ) throws(SessionError) -> [UInt8]? {
    do throws(FileProblem) { return try source.take(count) } catch {
      throw SessionError(error, place: source.place)
    }
  }
}
