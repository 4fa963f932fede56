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
    let rest = SessionForm.preambleBytes + SessionForm.headBytes + SessionEnd.payloadBytes
    guard bytes + encoded.wholeBytes + rest + SessionForm.checksumBytes <= limit else {
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
