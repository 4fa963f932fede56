// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles

/// One record of a recording, after its header.
public enum RecordingRecord: Sendable, Hashable {
  case request(RecordedRequest)
  case reply(RecordedReply)
}

/// Reads an untrusted recording record by record: at most one body is in memory at a time.
public struct RecordingReader: ~Copyable {
  /// How a recording ends.
  public enum Ending: Sendable, Hashable {
    /// All calls are in it.
    case complete
    /// It reached its size limit.
    case limit
    /// It has no end record: the recording process died, or the file was truncated. What precedes is intact.
    case cut
  }

  public let header: RecordingHeader
  /// `nil` until ``next()`` has returned its last record.
  public private(set) var ending: Ending?
  private var source: ByteSource
  private var chain = RecordingForm.Chain()

  /// Opens a recording and reads its header.
  /// - Throws: `file`, `not-a-recording`, `newer`, `damaged`.
  public init(_ path: String) throws(RecordingError) {
    let source: ByteSource
    do throws(FileProblem) { source = try ByteSource(file: path) } catch {
      throw RecordingError(
        .file, place: path, reason: error.reason, remedy: "Give a file that you may read.")
    }
    try self.init(source)
  }

  init(bytes: [UInt8], place: String = "recording") throws(RecordingError) {
    try self.init(ByteSource(bytes: bytes, place: place))
  }

  private init(_ source: consuming ByteSource) throws(RecordingError) {
    var source = source
    header = try Self.header(&source, &chain)
    self.source = source
  }

  private static func header(
    _ source: inout ByteSource, _ chain: inout RecordingForm.Chain
  ) throws(RecordingError) -> RecordingHeader {
    try checkPreamble(&source)
    guard let first = try record(&source, &chain) else {
      throw .damaged(source.place, at: source.offset, "it ends before its header.")
    }
    guard first.kind == .header, let header = RecordingHeader(decoding: first.payload[...]) else {
      throw .damaged(source.place, at: RecordingForm.preambleBytes, "it does not begin with a header.")
    }
    return header
  }

  private static func take(
    _ count: Int, of source: inout ByteSource
  ) throws(RecordingError) -> [UInt8]? {
    do throws(FileProblem) { return try source.take(count) } catch {
      throw RecordingError(.file, place: source.place, reason: error.reason, remedy: "Look after the disk.")
    }
  }

  /// The next record; `nil` after the last. O(record).
  /// - Throws: `damaged`, `file`.
  public mutating func next() throws(RecordingError) -> RecordingRecord? {
    guard ending == nil else { return nil }
    let start = source.offset
    guard let record = try Self.record(&source, &chain) else {
      ending = .cut
      return nil
    }
    let payload = record.payload
    switch record.kind {
    case .request:
      if let request = RecordedRequest(decoding: payload[...], redacted: header.isRedacted) {
        return .request(request)
      }
    case .reply:
      if let reply = RecordedReply(decoding: payload[...], redacted: header.isRedacted) {
        return .reply(reply)
      }
    case .end:
      if let ending = Self.ending(payload[...]), source.remaining == 0 {
        self.ending = ending
        return nil
      }
    case .header: break
    }
    throw .damaged(source.place, at: start, "there is no record of its kind.")
  }

  private static func checkPreamble(_ source: inout ByteSource) throws(RecordingError) {
    let bytes = try take(RecordingForm.preambleBytes, of: &source)
    guard let bytes, bytes.starts(with: RecordingForm.magic) else {
      throw RecordingError(
        .notARecording, place: source.place, reason: "it is not a recording of plugin calls.",
        remedy: "Give a file that `sdkctl plugin record` has made.")
    }
    var numbers = NumberReader(bytes.dropFirst(RecordingForm.magic.count))
    let version = numbers.take(UInt16.self) ?? 0
    guard version <= RecordingForm.version else {
      throw RecordingError(
        .newer, place: source.place,
        reason: "it has version \(version); this reads \(RecordingForm.version).",
        remedy: "Update Imprint.")
    }
    guard bytes == RecordingForm.preamble else {
      throw .damaged(source.place, at: RecordingForm.magic.count, "its preamble is not one of version 1.")
    }
  }

  /// - Returns: `nil` if the file ends in or before the record.
  private static func record(
    _ source: inout ByteSource, _ chain: inout RecordingForm.Chain
  ) throws(RecordingError) -> (kind: RecordingForm.Kind, payload: [UInt8])? {
    let start = source.offset
    guard let head = try take(RecordingForm.headBytes, of: &source) else { return nil }
    var numbers = NumberReader(head[...])
    guard let count = numbers.take(UInt32.self), let kind = numbers.take(UInt16.self),
      let kind = RecordingForm.Kind(rawValue: kind), numbers.take(UInt16.self) == 0,
      count <= RecordingForm.payloadBytes
    else { throw .damaged(source.place, at: start, "no record begins so.") }
    if kind == .header || kind == .end, count > RecordingForm.textBytes {
      throw .damaged(source.place, at: start, "its header or its end is too long.")
    }
    guard let payload = try take(Int(count), of: &source),
      let checksum = try take(RecordingForm.checksumBytes, of: &source)
    else { return nil }
    guard chain.next(head, [payload]) == checksum else {
      throw .damaged(source.place, at: start, "the checksum of the record differs.")
    }
    return (kind, payload)
  }

  private static func ending(_ payload: ArraySlice<UInt8>) -> Ending? {
    guard case .object(let members)? = RecordingHeader.parsed(payload),
      case .string(let reason)? = members.first(where: { $0.0 == "reason" })?.1
    else { return nil }
    return reason == "limit" ? .limit : reason == "complete" ? .complete : nil
  }
}
