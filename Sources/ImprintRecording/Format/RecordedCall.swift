// SPDX-License-Identifier: Apache-2.0
internal import CImprint
public import ImprintCalls

/// A request to a plugin.
public struct RecordedRequest: Sendable, Hashable {
  /// Sequence number of the call, from 1.
  public var number: UInt64
  /// Nanoseconds since the recording began.
  public var time: UInt64
  /// The thread's number in the recording, from 1.
  public var thread: UInt32
  /// `nil` for a number unknown to this version.
  public var function: CallFunction? { CallFunction(rawValue: functionNumber) }
  var functionNumber: UInt16
  public var object: UInt64
  /// Of the process that hosted the plugin: increases on each restart.
  public var generation: UInt64
  /// The maximum length of the reply.
  public var replyBytes: Int
  /// The function's time-out in nanoseconds; `UInt64.max`: none.
  public var patience: UInt64
  public var body: RecordedBody

  /// The function's name; its number if unknown.
  public var name: String { function?.name ?? "function \(functionNumber)" }
}

/// The outcome of a call.
public struct RecordedReply: Sendable, Hashable {
  public enum Outcome: UInt32, Sendable, Hashable, CaseIterable {
    /// The plugin replied.
    case answered = 0
    /// It did not: its process died, or was unreachable. The body is the host's explanation.
    case failed = 1
    /// It was not made: the process had ended before.
    case stale = 2
  }

  /// The call's.
  public var number: UInt64
  /// Nanoseconds since the recording began.
  public var time: UInt64
  public var outcome: Outcome
  /// The plugin's status, or the host's on its behalf.
  public var status: Int32
  public var body: RecordedBody
}

extension RecordedRequest {
  /// Before the body.
  static let fieldBytes = 64

  func fields() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.fieldBytes)
    bytes.append(littleEndian: number)
    bytes.append(littleEndian: time)
    bytes.append(littleEndian: thread)
    bytes.append(littleEndian: functionNumber)
    bytes.append(littleEndian: UInt16(0))
    bytes.append(littleEndian: object)
    bytes.append(littleEndian: generation)
    bytes.append(littleEndian: UInt64(replyBytes))
    bytes.append(littleEndian: patience)
    bytes.append(littleEndian: UInt64(body.count))
    return bytes
  }

  /// - Parameter payload: untrusted.
  init?(decoding payload: ArraySlice<UInt8>, redacted: Bool) {
    var reader = NumberReader(payload)
    guard let number = reader.take(UInt64.self), let time = reader.take(UInt64.self),
      let thread = reader.take(UInt32.self), let function = reader.take(UInt16.self),
      reader.take(UInt16.self) == 0, let object = reader.take(UInt64.self),
      let generation = reader.take(UInt64.self), let replyBytes = reader.take(UInt64.self),
      replyBytes <= CallLimit.bodyBytes, let patience = reader.take(UInt64.self),
      let count = reader.take(UInt64.self),
      let body = RecordedBody(decoding: reader.rest, count: count, redacted: redacted)
    else { return nil }
    self.init(
      number: number, time: time, thread: thread, functionNumber: function, object: object,
      generation: generation, replyBytes: Int(replyBytes), patience: patience, body: body)
  }
}

extension RecordedReply {
  func fields() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: number)
    bytes.append(littleEndian: time)
    bytes.append(littleEndian: outcome.rawValue)
    bytes.append(littleEndian: status)
    bytes.append(littleEndian: UInt64(body.count))
    return bytes
  }

  /// - Parameter payload: untrusted.
  init?(decoding payload: ArraySlice<UInt8>, redacted: Bool) {
    var reader = NumberReader(payload)
    guard let number = reader.take(UInt64.self), let time = reader.take(UInt64.self),
      let outcome = reader.take(UInt32.self).flatMap(Outcome.init), let status = reader.take(Int32.self),
      let count = reader.take(UInt64.self),
      let body = RecordedBody(decoding: reader.rest, count: count, redacted: redacted)
    else { return nil }
    self.init(number: number, time: time, outcome: outcome, status: status, body: body)
  }
}
