// SPDX-License-Identifier: Apache-2.0

/// A session that is made in memory, to be sealed as metadata: with the few frames that were returned, and
/// without the bytes of all others.
public struct SessionBuffer: Sendable {
  private let header: SessionHeader
  private let limit: Int
  private var order: SessionOrder
  private var chunks: [EncodedChunk] = []
  /// What the session has in bytes, but for its preamble and end.
  private var bytes: Int

  /// The default limit: 64 MiB, which can be sealed at once.
  public static let usualLimit = 64 << 20

  /// For messages.
  private static let place = "session in memory"
  /// Preamble and end.
  private static let rest =
    SessionForm.preambleBytes + SessionForm.headBytes + SessionEnd.payloadBytes + SessionForm.checksumBytes

  /// - Parameter limit: of the session's length in bytes.
  /// - Throws: `content` for a header that no session may have.
  public init(header: SessionHeader, limit: Int = usualLimit) throws(SessionError) {
    do throws(SessionFault) { try header.check() } catch { throw .content(Self.place, error) }
    self.header = header
    self.limit = limit
    order = SessionOrder(header)
    bytes = header.encoded().wholeBytes
  }

  /// Appends what happened. O(1) for a frame, O(bytes) for all else.
  /// - Throws: `content`, `limit`; then it is not appended.
  public mutating func append(_ chunk: SessionChunk) throws(SessionError) {
    var order = order
    do throws(SessionFault) {
      try chunk.check()
      try order.accept(chunk)
    } catch {
      throw .content(Self.place, error)
    }
    let encoded = chunk.encoded()
    guard bytes + encoded.wholeBytes + Self.rest <= limit else {
      throw SessionError(
        .limit, place: Self.place, reason: "it would be longer than its limit of \(limit) bytes.",
        remedy: "Keep fewer frames, or smaller ones.")
    }
    bytes += encoded.wholeBytes
    self.order = order
    chunks.append(encoded)
  }

  /// Leaves out the bytes of a frame that was appended: it is not returned. O(chunks).
  /// - Returns: whether they were there.
  @discardableResult
  public mutating func omitFrame(_ sequence: UInt64) -> Bool {
    for (place, chunk) in chunks.enumerated().reversed() where chunk.kind == .frame {
      guard let frame = try? EncodedFrame(decoding: (chunk.fields + chunk.bulk)[...]),
        frame.sequence == sequence
      else { continue }
      let omitted = SessionChunk.omittedFrame(OmittedFrame(of: frame)).encoded()
      bytes += omitted.wholeBytes - chunk.wholeBytes
      chunks[place] = omitted
      return true
    }
    return false
  }

  /// Puts the bytes of a frame in the place of the last one of that number that was appended without them.
  /// O(chunks).
  /// - Returns: `false` where there is none such, or it would be longer than its limit.
  @discardableResult
  public mutating func restore(_ frame: EncodedFrame) -> Bool {
    let omitted = SessionChunk.omittedFrame(OmittedFrame(of: frame)).encoded()
    let whole = SessionChunk.frame(frame).encoded()
    let more = whole.wholeBytes - omitted.wholeBytes
    guard (try? SessionChunk.frame(frame).check()) != nil, bytes + more + Self.rest <= limit,
      let place = chunks.lastIndex(where: { $0.kind == .omittedFrame && $0.fields == omitted.fields })
    else { return false }
    bytes += more
    chunks[place] = whole
    return true
  }

  /// Writes the session to a file, readable by its owner only. Blocks its thread for as long as the disk
  /// takes.
  /// - Parameter replacing: whether a file that is there is replaced.
  /// - Throws: `exists`, `no-space`, `file`. Where this throws there is no file.
  @discardableResult
  public func write(to path: String, replacing: Bool = false) throws(SessionError) -> SessionSummary {
    var file = try SessionFile.creating(path, header: header, replacing: replacing)
    do throws(SessionError) {
      for chunk in chunks { try file.add(chunk) }
      return try file.end(.complete)
    } catch {
      file.remove()
      throw error
    }
  }

  /// The session's bytes, as a file has them. O(bytes).
  public func encoded() -> [UInt8] {
    var encoder = SessionEncoder()
    var session = SessionForm.preamble
    session.reserveCapacity(bytes + 256)
    for chunk in [header.encoded()] + chunks {
      for piece in encoder.pieces(of: chunk) { session += piece }
    }
    for piece in encoder.end(.complete).pieces { session += piece }
    return session
  }
}
