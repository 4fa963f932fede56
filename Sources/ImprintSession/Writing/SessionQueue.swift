// SPDX-License-Identifier: Apache-2.0
private import Dispatch
private import Synchronization

/// What waits to be written to a session's file, and the thread's work that writes it. Thread-safe.
final class SessionQueue: Sendable {
  typealias Outcome = Result<SessionSummary, SessionError>

  fileprivate struct State {
    var order: SessionOrder
    var waiting: [EncodedChunk] = []
    /// Bytes of frames that are not written yet, and of everything else.
    var frameBytes = 0
    var controlBytes = 0
    /// The file's length once all of them are written.
    var fileBytes: Int
    /// Frames that were lost since the last chunk.
    var loss: SessionLoss?
    var counts: SessionCounts
    var written: Int
    var failure: SessionError?
    /// Once it is to end: with an end, or without.
    var closing: Closing?
    var outcome: Outcome?
    var awaiting: [@Sendable (Outcome) -> Void] = []
  }

  fileprivate enum Closing {
    case finished
    case abandoned
  }

  private let path: String
  private let limits: SessionLimits
  private let state: Mutex<State>
  private let file: Mutex<SessionFile?>
  private let work = DispatchSemaphore(value: 0)

  /// - Parameter header: that of the file.
  init(_ file: consuming sending SessionFile, header: SessionHeader, limits: SessionLimits) {
    path = file.path
    self.limits = limits
    state = Mutex(
      State(
        order: SessionOrder(header), fileBytes: file.bytes, counts: file.counts, written: file.bytes))
    self.file = Mutex(file)
  }

  var failure: SessionError? { state.withLock { $0.failure } }
  var counts: SessionCounts { state.withLock { $0.counts } }
  var writtenBytes: Int { state.withLock { $0.written } }

  func append(_ chunk: SessionChunk) -> SessionAppended {
    let encoded: EncodedChunk
    do throws(SessionFault) {
      // Outside the lock, as it takes time; what is not right is not encoded.
      try chunk.check()
      encoded = chunk.encoded()
    } catch {
      fail(.content(path, error))
      return .refused
    }
    let appended = state.withLock { append(chunk, encoded, to: &$0) }
    if appended == .taken { work.signal() }
    return appended
  }

  /// Ends it.
  /// - Parameter done: is called once, on any thread.
  func finish(_ done: @escaping @Sendable (Outcome) -> Void) {
    let outcome = state.withLock { state -> Outcome? in
      if state.outcome == nil { state.awaiting.append(done) }
      state.close(.finished)
      return state.outcome
    }
    if let outcome { done(outcome) } else { work.signal() }
  }

  /// Ends it without an end.
  func abandon() {
    state.withLock { $0.close(.abandoned) }
    work.signal()
  }

  /// Removes the file: nothing will write to it.
  func remove() {
    file.withLock {
      $0?.remove()
      $0 = nil
    }
  }

  // MARK: Appending

  private func append(
    _ chunk: SessionChunk, _ encoded: EncodedChunk, to state: inout State
  ) -> SessionAppended {
    guard state.failure == nil, state.closing == nil else { return .refused }
    do throws(SessionFault) {
      if case .frame(let frame) = chunk, let reason = shortage(encoded, state) {
        try state.lose(frame.sequence, reason)
        return .lost
      }
      try state.sayLoss()
      try state.order.accept(chunk)
    } catch {
      state.failure = .content(path, error)
      return .refused
    }
    state.enqueue(encoded)
    if state.controlBytes > limits.controlBytes { state.failure = stalled }
    if state.fileBytes - SessionLimits.reserve > limits.fileBytes { state.failure = tooLong }
    return .taken
  }

  /// Why a frame does not fit; `nil` if it does.
  private func shortage(_ frame: EncodedChunk, _ state: State) -> SessionLoss.Reason? {
    if state.fileBytes + frame.wholeBytes > limits.fileBytes { return .limit }
    return state.frameBytes + frame.wholeBytes > limits.queueBytes ? .queue : nil
  }

  private func fail(_ error: SessionError) {
    state.withLock { if $0.failure == nil { $0.failure = error } }
  }

  private var stalled: SessionError {
    SessionError(
      .stalled, place: path, reason: "the disk takes longer than the capture.",
      remedy: "Choose another disk, or end what keeps it busy.")
  }

  private var tooLong: SessionError {
    SessionError(
      .limit, place: path, reason: "it is longer than its limit of \(limits.fileBytes) bytes.",
      remedy: "End captures earlier, or set a higher limit.")
  }

  // MARK: Writing

  /// The thread's main function: writes until it is closed.
  func run() {
    while true {
      work.wait()
      // Nothing is appended once it is closing, so this is then the last batch.
      var (batch, closing) = state.withLock { state in
        defer { state.waiting = [] }
        return (state.waiting, state.closing)
      }
      // Each is released once it is written: the bound is one of memory.
      batch.reverse()
      while let chunk = batch.popLast() { write(chunk) }
      if let closing { return settle(closing) }
    }
  }

  private func write(_ chunk: EncodedChunk) {
    let (written, failure) = file.withLock { file -> (Int, SessionError?) in
      do throws(SessionError) {
        try file?.add(chunk)
        return (file?.bytes ?? 0, nil)
      } catch {
        // Closed: what follows a chunk that is missing is not written.
        defer { file = nil }
        return (file?.bytes ?? 0, error)
      }
    }
    state.withLock { state in
      state.remove(chunk)
      if written > 0 { state.written = written }
      if let failure { state.failure = failure }
    }
  }

  private func settle(_ closing: Closing) {
    let failure = state.withLock { $0.failure } ?? (closing == .abandoned ? abandoned : nil)
    let outcome = file.withLock { file -> Outcome in
      defer { file = nil }
      return end(failure, &file)
    }
    let awaiting = state.withLock { state in
      if case .success(let summary) = outcome { state.written = summary.bytes }
      state.outcome = outcome
      defer { state.awaiting = [] }
      return state.awaiting
    }
    for done in awaiting { done(outcome) }
  }

  /// Writes the end, but for a session that failed: it is read as one that was cut.
  private func end(_ failure: SessionError?, _ file: inout SessionFile?) -> Outcome {
    do throws(SessionError) {
      if let failure {
        guard let chunks = file?.counts.chunks else { throw failure }
        throw failure.keeping(chunks, bytes: file?.bytes ?? 0)
      }
      guard let summary = try file?.end(.complete) else { throw abandoned }
      return .success(summary)
    } catch {
      return .failure(error)
    }
  }

  private var abandoned: SessionError {
    SessionError(.file, place: path, reason: "it was released before its end.", remedy: "Finish it.")
  }
}

extension SessionQueue.State {
  /// Lets nothing more in; frames that were lost are said first.
  mutating func close(_ how: SessionQueue.Closing) {
    guard closing == nil else { return }
    if failure == nil { try? sayLoss() }
    closing = how
  }

  mutating func enqueue(_ chunk: EncodedChunk) {
    waiting.append(chunk)
    fileBytes += chunk.wholeBytes
    if chunk.kind == .frame { frameBytes += chunk.wholeBytes } else { controlBytes += chunk.wholeBytes }
    counts.add(chunk.kind, lost: chunk.lostFrames)
  }

  mutating func remove(_ chunk: EncodedChunk) {
    if chunk.kind == .frame { frameBytes -= chunk.wholeBytes } else { controlBytes -= chunk.wholeBytes }
  }

  /// A frame does not fit.
  mutating func lose(_ sequence: UInt64, _ reason: SessionLoss.Reason) throws(SessionFault) {
    if let loss, loss.reason == reason, sequence > loss.last {
      self.loss?.last = sequence
      self.loss?.count += 1
    } else {
      try sayLoss()
      loss = SessionLoss(first: sequence, last: sequence, count: 1, reason: reason)
    }
  }

  /// Appends what was lost since the last chunk.
  mutating func sayLoss() throws(SessionFault) {
    guard let loss else { return }
    self.loss = nil
    try order.accept(.lost(loss))
    enqueue(SessionChunk.lost(loss).encoded())
  }
}
