// SPDX-License-Identifier: Apache-2.0

/// A chunk's payload, before its place in a file is known.
struct EncodedChunk: Sendable {
  let kind: SessionForm.Kind
  let fields: [UInt8]
  /// What follows the fields: a frame's bytes, shared with whoever made them.
  var bulk: [UInt8] = []
  /// How many frames it says were lost.
  var lostFrames: UInt64 = 0

  var payloadBytes: Int { fields.count + bulk.count }
  /// With head and checksum.
  var wholeBytes: Int { SessionForm.headBytes + payloadBytes + SessionForm.checksumBytes }
}

/// Makes a session's bytes, chunk by chunk.
struct SessionEncoder {
  private var chain = SessionForm.Chain(preamble: SessionForm.preamble)
  private(set) var counts = SessionCounts()

  /// The pieces of the next chunk, in order.
  mutating func pieces(of chunk: EncodedChunk) -> [[UInt8]] {
    let head = SessionForm.head(chunk.kind.rawValue, flags: 0, payload: chunk.payloadBytes) + chunk.fields
    counts.add(chunk.kind, lost: chunk.lostFrames)
    let checksum = chain.next([head, chunk.bulk])
    return chunk.bulk.isEmpty ? [head + checksum] : [head, chunk.bulk, checksum]
  }

  /// The last chunk of a session.
  mutating func end(_ reason: SessionEnd.Reason) -> (end: SessionEnd, pieces: [[UInt8]]) {
    let end = SessionEnd(reason: reason, counts: counts, hash: chain.hash)
    return (end, pieces(of: EncodedChunk(kind: .end, fields: end.encoded())))
  }
}
