// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintCalls
private import Synchronization

/// A recording in progress. Thread-safe.
final class CallRecording: Sendable {
  private struct State: ~Copyable {
    var file: RecordingFile
    /// Calls made during the recording.
    var calls: UInt64 = 0
    /// Those written to the file.
    var kept: UInt64 = 0
    /// The recording's number of each thread.
    var threads: [pthread_t: UInt32] = [:]
    var isEnded = false
  }

  let header: RecordingHeader
  private let state: Mutex<State>
  private let redaction: Redaction?
  private let began = ContinuousClock.now

  /// Creates the file, and writes its header.
  /// - Throws: ``RecordingError`` `exists`, `file`.
  init(_ path: String, limit: Int, header: RecordingHeader) throws(RecordingError) {
    self.header = header
    redaction = header.isRedacted ? Redaction() : nil
    var file = try RecordingFile(creating: path, limit: limit)
    file.add(.header, [Array(header.json.text.utf8)])
    state = Mutex(State(file: file))
  }

  /// Records a call's request, before the call.
  /// - Returns: its number.
  func begin(_ request: CallRequest, body: UnsafeRawBufferPointer) -> UInt64 {
    // Outside the lock: hashing pixels is slow.
    let kept = kept(request.function, body) { HiddenPart.parts(ofRequest: request.function, body: body) }
    return state.withLock { state in
      state.calls += 1
      let recorded = RecordedRequest(
        number: state.calls, time: elapsed, thread: Self.number(of: pthread_self(), in: &state.threads),
        functionNumber: request.function.rawValue, object: request.object, generation: request.generation,
        replyBytes: request.replyBytes, patience: request.patience, body: kept)
      if !state.isEnded,
        state.file.add(.request, [recorded.fields(), kept.encoded(redacted: redaction != nil)])
      {
        state.kept += 1
      }
      return state.calls
    }
  }

  /// Records a call's outcome.
  func end(
    _ number: UInt64, _ function: CallFunction, _ outcome: RecordedReply.Outcome, status: Int32,
    body: UnsafeRawBufferPointer
  ) {
    let kept = kept(function, body) {
      // Otherwise it is the host's explanation, which is about a process, never a person.
      outcome == .answered ? HiddenPart.parts(ofReply: function, body: body) : []
    }
    state.withLock { state in
      let recorded = RecordedReply(
        number: number, time: elapsed, outcome: outcome, status: status, body: kept)
      guard !state.isEnded else { return }
      state.file.add(.reply, [recorded.fields(), kept.encoded(redacted: redaction != nil)])
    }
  }

  /// Completes the file, once; later calls are not in it.
  func finish() -> RecordingSummary {
    state.withLock { state in
      if !state.isEnded { state.file.end(calls: state.kept) }
      state.isEnded = true
      return RecordingSummary(
        path: state.file.path, plugin: header.plugin, calls: state.kept, bytes: state.file.bytes,
        stop: state.file.stop)
    }
  }

  private var elapsed: UInt64 {
    let time = (ContinuousClock.now - began).components
    return UInt64(clamping: time.seconds) * 1_000_000_000 + UInt64(clamping: time.attoseconds / 1_000_000_000)
  }

  private func kept(
    _ function: CallFunction, _ body: UnsafeRawBufferPointer, _ parts: () -> [HiddenPart]
  ) -> RecordedBody {
    if let redaction { return redaction.hide(parts(), of: body) }
    var bytes = Array(body)
    // Recordings never need a PIN; replaced by zeros of the same length.
    if function.traits.isSecret {
      for part in parts() {
        bytes.replaceSubrange(part.range, with: repeatElement(0, count: part.range.count))
      }
    }
    return RecordedBody(bytes)
  }

  // Bounded, for processes that keep creating threads: later ones share a number.
  private static func number(of thread: pthread_t, in threads: inout [pthread_t: UInt32]) -> UInt32 {
    if let known = threads[thread] { return known }
    guard threads.count < 4096 else { return 0 }
    let number = UInt32(threads.count + 1)
    threads[thread] = number
    return number
  }
}
