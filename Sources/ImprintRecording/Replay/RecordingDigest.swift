// SPDX-License-Identifier: Apache-2.0

/// A summary of a recording, call by call, without bodies.
public struct RecordingDigest: Sendable, Hashable {
  public struct Call: Sendable, Hashable {
    public let number: UInt64
    /// Nanoseconds since the recording began.
    public let time: UInt64
    public let thread: UInt32
    /// `matcher.extract`.
    public let function: String
    public let object: UInt64
    public let requestBytes: Int
    /// The number of omitted bytes of the request.
    public let hiddenBytes: Int
    /// `nil` if it never returned.
    public var reply: Reply?
  }

  public struct Reply: Sendable, Hashable {
    public let outcome: RecordedReply.Outcome
    public let status: Int32
    public let bytes: Int
    /// The call's duration in nanoseconds.
    public let duration: UInt64
  }

  public let header: RecordingHeader
  /// In the order they were made.
  public let calls: [Call]
  public let ending: RecordingReader.Ending

  // A hundred times a long recording; more are dropped, as the file is untrusted.
  private static let mostCalls = 1_000_000

  /// Reads a recording to its end. O(recording); one body in memory at a time.
  /// - Throws: ``RecordingError``.
  public init(_ reader: inout RecordingReader) throws(RecordingError) {
    header = reader.header
    var calls: [Call] = []
    var places: [UInt64: Int] = [:]
    while let record = try reader.next() {
      switch record {
      case .request(let request):
        guard calls.count < Self.mostCalls else { continue }
        places[request.number] = calls.count
        calls.append(
          Call(
            number: request.number, time: request.time, thread: request.thread, function: request.name,
            object: request.object, requestBytes: request.body.count,
            hiddenBytes: request.body.hidden.reduce(0) { $0 + $1.range.count }))
      case .reply(let reply):
        guard let place = places.removeValue(forKey: reply.number) else { continue }
        calls[place].reply = Reply(
          outcome: reply.outcome, status: reply.status, bytes: reply.body.count,
          duration: reply.time >= calls[place].time ? reply.time - calls[place].time : 0)
      }
    }
    self.calls = calls
    ending = reader.ending ?? .cut
  }
}
