// SPDX-License-Identifier: Apache-2.0
internal import CImprint
public import ImprintCalls

/// What was asked of a plugin.
public struct RecordedRequest: Sendable, Hashable {
  /// Of the recording's calls, from 1, in the order they were made.
  public var number: UInt64
  /// Nanoseconds since the recording began.
  public var time: UInt64
  /// The recording's threads by number, from 1.
  public var thread: UInt32
  /// `nil` for a number that this version does not know.
  public var function: CallFunction? { CallFunction(rawValue: functionNumber) }
  var functionNumber: UInt16
  public var object: UInt64
  /// Of the process that hosted the plugin: rises when it was started anew.
  public var generation: UInt64
  /// How long the answer could be at most.
  public var replyBytes: Int
  /// How long the function might wait, in nanoseconds; `UInt64.max` is without limit.
  public var patience: UInt64
  public var body: RecordedBody

  /// The function's name; its number where it is not known.
  public var name: String { function?.name ?? "function \(functionNumber)" }
}

/// What became of a call.
public struct RecordedReply: Sendable, Hashable {
  public enum Outcome: UInt32, Sendable, Hashable, CaseIterable {
    /// The plugin answered.
    case answered = 0
    /// It did not: its process died, or could not be reached. The body is the host's words for it.
    case failed = 1
    /// It was not made: the process had ended before.
    case stale = 2
  }

  /// The call's.
  public var number: UInt64
  /// Nanoseconds since the recording began.
  public var time: UInt64
  public var outcome: Outcome
  /// What the plugin answered, or the host in its place.
  public var status: Int32
  public var body: RecordedBody
}

extension RecordedRequest {
  /// Before the body.
  static let fieldBytes = 64

  func fields() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.fieldBytes)
    bytes.append(number)
    bytes.append(time)
    bytes.append(thread)
    bytes.append(functionNumber)
    bytes.append(UInt16(0))
    bytes.append(object)
    bytes.append(generation)
    bytes.append(UInt64(replyBytes))
    bytes.append(patience)
    bytes.append(UInt64(body.count))
    return bytes
  }

  /// - Parameter payload: may be hostile.
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
    bytes.append(number)
    bytes.append(time)
    bytes.append(outcome.rawValue)
    bytes.append(status)
    bytes.append(UInt64(body.count))
    return bytes
  }

  /// - Parameter payload: may be hostile.
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
