// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles

/// How a session ends.
public enum SessionEnding: Sendable, Hashable {
  /// All that was appended is in it, and nothing was changed since.
  case complete(SessionEnd)
  /// It has no end: what wrote it died, the disk was full, or the file was truncated. What precedes is
  /// intact.
  case cut(SessionCut)
}

/// Where a session was cut.
public struct SessionCut: Sendable, Hashable {
  /// Where the last whole chunk ends, in bytes from the file's beginning.
  public let offset: Int
  /// How many bytes follow.
  public let present: Int
  /// How many the chunk there has; `nil` where not even its length is there, or the file ends between chunks.
  public let expected: Int?

  package init(offset: Int, present: Int, expected: Int?) {
    self.offset = offset
    self.present = present
    self.expected = expected
  }

  /// What is missing.
  public var sentence: String {
    let end = "it ends without an end"
    if present == 0 { return "\(end), after \(offset) bytes; what followed is missing." }
    let chunk = expected.map { "\($0) of a chunk" } ?? "the 8 that a chunk begins with"
    return "\(end): at byte \(offset), \(present) bytes are there of \(chunk); what followed is missing."
  }
}

/// Reads an untrusted session, chunk by chunk: at most one is in memory at a time. Not thread-safe.
///
/// ```
/// var session = try SessionReader("capture.imps")
/// while let chunk = try session.next() { ... }
/// if case .cut(let cut)? = session.ending { print(cut.sentence) }
/// ```
public struct SessionReader: ~Copyable {
  public let header: SessionHeader
  /// `nil` until ``next()`` has returned its last chunk.
  public private(set) var ending: SessionEnding?
  /// What was read so far, the header included.
  public private(set) var counts = SessionCounts()
  /// How many chunks were passed over, which a newer version had added and which may be ignored.
  public private(set) var passedOver = 0
  private var chunks: ChunkReader
  private var order: SessionOrder
  private var failure: SessionError?

  /// Opens a session and reads its header. A file that is being written is read as far as it is now.
  /// - Throws: `file`, `not-a-session`, `newer`, `damaged`.
  public init(_ path: String) throws(SessionError) {
    let source: ByteSource
    do throws(FileProblem) { source = try ByteSource(file: path) } catch {
      throw SessionError(error, place: path)
    }
    try self.init(source)
  }

  /// Reads a session in memory.
  /// - Parameter place: for errors.
  public init(bytes: [UInt8], place: String = "session") throws(SessionError) {
    try self.init(ByteSource(bytes: bytes, place: place))
  }

  private init(_ source: consuming ByteSource) throws(SessionError) {
    var chunks = try ChunkReader(source)
    header = try Self.header(&chunks)
    order = SessionOrder(header)
    counts.add(.header)
    self.chunks = chunks
  }

  private static func header(_ chunks: inout ChunkReader) throws(SessionError) -> SessionHeader {
    guard case .chunk(let first) = try chunks.next() else {
      throw .damaged(chunks.place, at: chunks.offset, "it ends before its header.")
    }
    do throws(SessionFault) {
      try require(first.kind == .header, "it does not begin with a header.")
      return try SessionHeader(decoding: first.payload[...])
    } catch {
      throw .damaged(chunks.place, at: SessionForm.preambleBytes, error.sentence)
    }
  }

  /// The next chunk; `nil` after the last. O(chunk).
  /// - Throws: `damaged`, `newer`, `file`; from then on the same.
  public mutating func next() throws(SessionError) -> SessionChunk? {
    if let failure { throw failure }
    guard ending == nil else { return nil }
    do throws(SessionError) { return try read() } catch {
      failure = error
      throw error
    }
  }

  private mutating func read() throws(SessionError) -> SessionChunk? {
    while true {
      let start = chunks.offset
      switch try chunks.next() {
      case .cut(let cut):
        ending = .cut(cut)
        return nil
      case .chunk(let found):
        guard let kind = found.kind else {
          passedOver += 1
          counts.add(nil)
          continue
        }
        do throws(SessionFault) { return try judged(kind, found) } catch {
          throw .damaged(chunks.place, at: start, error.sentence)
        }
      }
    }
  }

  /// - Returns: `nil` for the end.
  private mutating func judged(
    _ kind: SessionForm.Kind, _ found: ChunkReader.Found
  ) throws(SessionFault) -> SessionChunk? {
    if kind == .end {
      let end = try SessionEnd(decoding: found.payload[...])
      try require(end.counts == counts, "it ends with other counts than it has chunks.")
      try require(end.hash == found.hash, "it ends with another hash than it has.")
      try require(chunks.remaining == 0, "something follows its end.")
      ending = .complete(end)
      return nil
    }
    let chunk = try SessionChunk(kind, decoding: found.payload[...])
    try order.accept(chunk)
    if case .lost(let loss) = chunk {
      counts.add(kind, lost: UInt64(loss.count))
    } else {
      counts.add(kind)
    }
    return chunk
  }
}
