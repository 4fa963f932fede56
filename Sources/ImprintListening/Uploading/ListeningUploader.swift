// SPDX-License-Identifier: Apache-2.0
internal import ImprintCapture
internal import ImprintRuntime
internal import ImprintTransfer

/// Takes what a listener keeps to a directory or to a server: once, or in the background. Nothing is sent
/// unless an application makes one and has it begin.
///
/// ```
/// let destination = try HTTPSListeningDestination(url: "https://recordings.example.org/inbox")
/// let uploader = try ListeningUploader(from: archive, to: destination)
/// for await event in try await uploader.start() { print(event) }
/// ```
///
/// What is at the destination is remembered in the archive's folder, so that a process that ends goes on
/// where it was. It logs nothing. Any task may call any function. Errors are ``ListeningUploadError``.
public actor ListeningUploader {
  /// What it does.
  public enum State: String, Sendable, Hashable, CaseIterable {
    case idle
    /// It sends what is there.
    case sending
    /// It sends nothing until it is resumed.
    case paused
    /// In the background, until the next look at the folder.
    case resting
  }

  private let archive: ListeningArchive
  private let destination: any ListeningDestination
  private let options: ListeningUploadOptions
  private let pace: UploadPace

  private var isAtWork = false
  /// Whether the destination takes nothing until somebody has changed something.
  private var isClosed = false
  private var isPaused = false
  private var gate: [CheckedContinuation<Void, Never>] = []
  /// What was refused, and is not sent again.
  private var refused: Set<String> = []
  /// How often files have used up their tries: they go last.
  private var failures: [String: Int] = [:]

  /// What the destination had not answered when it was left.
  private var left: UploadOffer?

  private var background: Task<Void, Never>?
  private var rest: Task<Void, any Error>?
  /// Whether the destination asked for that rest.
  private var isFixed = false
  /// How long the destination wants to be left alone, and whether anything came to it: of the last look.
  private var retryAfter: Duration = .zero
  private var hasProgressed = false
  /// Whether somebody asked for a look while it was at one.
  private var isAsked = false

  /// Nothing is looked at or sent yet.
  /// - Throws: ``ListeningUploadError`` `bad-option`.
  public init(
    from archive: ListeningArchive, to destination: any ListeningDestination,
    options: ListeningUploadOptions = ListeningUploadOptions()
  ) throws(ListeningUploadError) {
    try self.init(from: archive, to: destination, options: options, pace: .real)
  }

  init(
    from archive: ListeningArchive, to destination: any ListeningDestination, options: ListeningUploadOptions,
    pace: UploadPace
  ) throws(ListeningUploadError) {
    try options.judge()
    (self.archive, self.destination, self.options, self.pace) = (archive, destination, options, pace)
  }

  public var state: State {
    if isPaused { return .paused }
    if isAtWork { return .sending }
    return rest == nil ? .idle : .resting
  }

  // MARK: Once

  /// Sends all that is there and not at the destination yet, and returns when that is done.
  /// - Parameter tell: is told what happens, in order, and must not block.
  /// - Throws: ``ListeningUploadError``: what is sent already is remembered, and the next call goes on from
  ///   there. `busy`, `cancelled`, whatever keeps the destination from taking anything, and why a file is not
  ///   there after all tries, once the others are. What it refuses is no error, but an event, and counted.
  @discardableResult
  public func upload(
    telling tell: @escaping @Sendable (ListeningUploadEvent) -> Void = { _ in }
  ) async throws(ListeningUploadError) -> ListeningUploadSummary {
    guard background == nil else { throw .busy }
    return try await look(tell).get()
  }

  // MARK: In the background

  /// Sends what is there, and what comes, until it is stopped.
  /// - Returns: the events, for one reader; nobody has to read them.
  /// - Throws: ``ListeningUploadError`` `busy`.
  @discardableResult
  public func start() throws(ListeningUploadError) -> ListeningUploadEvents {
    guard background == nil, !isAtWork else { throw .busy }
    let events = ListeningUploadEvents()
    background = Task { await self.run(events) }
    return events
  }

  /// Looks at the folder now, as after a result, and not only when the interval is over; where the
  /// destination has asked to be left alone for a time, after that.
  public func check() {
    isAsked = true
    if !isFixed { rest?.cancel() }
  }

  /// Sends nothing more until ``resume()``; a file that is on its way arrives.
  public func pause() { isPaused = true }

  public func resume() {
    isPaused = false
    openGate()
  }

  /// Ends what was started. A file that is on its way may arrive, and is sent again if that is not
  /// remembered. When this returns, nothing more is sent. Does nothing where nothing was started.
  public func stop() async {
    guard let background else { return }
    background.cancel()
    rest?.cancel()
    openGate()
    await background.value
  }

  private func run(_ events: ListeningUploadEvents) async {
    let tell: @Sendable (ListeningUploadEvent) -> Void = { events.queue.yield($0) }
    var end = ListeningUploadEvent.stopped
    var failures = 0
    while !Task.isCancelled {
      isAsked = false
      var rest = UploadRest(interval: options.interval)
      if case .failure(let error) = await look(tell), !Task.isCancelled {
        guard isClosed ? error.code.opensAgain : error.code.isPassing else {
          end = .failed(error)
          break
        }
        failures = hasProgressed ? 0 : failures + 1
        rest = UploadRest(
          interval: options.interval, failures: failures, retryAfter: retryAfter, random: pace.retry.random())
        tell(.postponed(error, after: rest.whole))
      } else {
        failures = 0
      }
      await take(rest)
    }
    background = nil
    tell(end)
    events.queue.finish()
  }

  private func take(_ rest: UploadRest) async {
    if rest.fixed > .zero {
      isFixed = true
      await wait(rest.fixed)
      isFixed = false
    }
    if !isAsked { await wait(rest.whole - rest.fixed) }
  }

  private func wait(_ time: Duration) async {
    guard !Task.isCancelled else { return }
    let rest = Task { [pace] in try await pace.rest(time) }
    self.rest = rest
    await withTaskCancellationHandler {
      _ = await rest.result
    } onCancel: {
      rest.cancel()
    }
    self.rest = nil
  }

  // MARK: A look at the folder

  private func look(
    _ tell: @Sendable (ListeningUploadEvent) -> Void
  ) async -> Result<ListeningUploadSummary, ListeningUploadError> {
    guard !isAtWork else { return .failure(.busy) }
    isAtWork = true
    (isClosed, hasProgressed, retryAfter) = (false, false, .zero)
    defer { isAtWork = false }
    do throws(ListeningUploadError) {
      let summary = try await sendAll(tell)
      tell(.finished(summary))
      return .success(summary)
    } catch {
      return .failure(error)
    }
  }

  private func sendAll(
    _ tell: @Sendable (ListeningUploadEvent) -> Void
  ) async throws(ListeningUploadError) -> ListeningUploadSummary {
    var summary = ListeningUploadSummary()
    guard try UploadLedger.isThere(archive.folder) else {
      tell(.began(files: 0))
      return summary
    }
    try await awaitLeft()
    let ledger = try await UploadLedger(archive: archive.folder, identity: destination.identity)
    let removes = options.removesTaken
    // What is marked is offered once more before it is removed: the destination may have been emptied, or be
    // another one by now.
    let found = try await PluginWork.run { () throws(ListeningUploadError) in
      try ledger.look(verified: removes)
    }
    let names = found.filter { !refused.contains($0) }
    refused.formIntersection(found)
    tell(.began(files: names.count))
    failures = failures.filter { names.contains($0.key) }
    var queue = UploadQueue(names, failures: failures)
    while let name = queue.popFirst() {
      try await passGate(tell)
      guard let error = try await send(name, ledger, &summary, tell) else {
        failures[name] = nil
        queue.settled(name)
        continue
      }
      failures[name, default: 0] += 1
      if queue.failed(name, error) { throw error }
    }
    if let error = queue.failure { throw error }
    return summary
  }

  /// - Returns: why it is not there, after all tries; `nil` where it is, was refused, or has gone.
  /// - Throws: what ends the look.
  private func send(
    _ name: String, _ ledger: UploadLedger, _ summary: inout ListeningUploadSummary,
    _ tell: @Sendable (ListeningUploadEvent) -> Void
  ) async throws(ListeningUploadError) -> ListeningUploadError? {
    let largest = options.largest
    let reading = try await PluginWork.run { () throws(ListeningUploadError) in
      try ledger.read(name, upTo: largest)
    }
    switch reading {
    case .gone:
      summary.gone += 1
      tell(.gone(name))
    case .refused(let error): refuse(name, error, &summary, tell)
    case .file(let file):
      tell(.sending(name, bytes: file.bytes.count))
      let arrival: Arrival
      switch try await offer(file, ledger, tell) {
      case .arrived(let how): arrival = how
      case .refused(let error):
        refuse(name, error, &summary, tell)
        return nil
      case .failed(let error): return error
      }
      let isVerified = arrival != .unverified
      try await PluginWork.run { () throws(ListeningUploadError) in
        try ledger.mark(name, isVerified: isVerified)
      }
      if arrival == .taken {
        summary.taken += 1
        summary.bytes += file.bytes.count
      } else {
        summary.wasThere += 1
      }
      hasProgressed = true
      tell(.taken(name, wasThere: arrival != .taken))
      if isVerified { try await remove(name, ledger, &summary) }
    }
    return nil
  }

  /// How a file came to be there.
  private enum Arrival: Sendable { case taken, verified, unverified }

  /// What came of a file, after all tries.
  private enum Outcome: Sendable {
    case arrived(Arrival)
    case refused(ListeningUploadError)
    case failed(ListeningUploadError)
  }

  /// Sends a file until it is taken, refused, or not to be sent again.
  /// - Throws: what ends the look.
  private func offer(
    _ file: ListeningUploadFile, _ ledger: UploadLedger, _ tell: @Sendable (ListeningUploadEvent) -> Void
  ) async throws(ListeningUploadError) -> Outcome {
    var tries = 0
    while true {
      tries += 1
      let offer = UploadOffer(file, to: destination, keeping: ledger)
      guard let answer = await offer.answer(within: options.patience, pace.limit) else {
        left = offer
        guard !Task.isCancelled else { throw .cancelled }
        failures[file.name, default: 0] += 1
        throw late
      }
      switch answer {
      // Remembered whatever else is wanted by now: it is there.
      case .taken: return .arrived(.taken)
      case .wasThere(let isVerified): return .arrived(isVerified ? .verified : .unverified)
      case .refused(let error): return .refused(error)
      case .closed(let error):
        isClosed = true
        throw error
      case .later(let error, let after):
        guard !Task.isCancelled else { throw .cancelled }
        guard let delay = pace.retry.delay(after: tries, retryAfter: after, by: options.retries) else {
          retryAfter = max(retryAfter, after)
          // A server that wants more time than there is for a file wants it for all of them.
          guard after <= options.retries.longestRetryAfter else { throw error }
          return .failed(error)
        }
        tell(.waiting(file.name, error, after: delay))
        do { try await pace.retry.sleep(delay) } catch { throw .cancelled }
        try await passGate(tell)
      }
    }
  }

  /// A second offer beside one that hangs would hang too, with another copy of a file and another thread.
  /// - Throws: `timeout` while the destination is still at what was left with it.
  private func awaitLeft() async throws(ListeningUploadError) {
    guard let left else { return }
    // What is cancelled ends soon, where it heeds that.
    guard await left.isOver(within: .seconds(1), pace.limit) else {
      guard !Task.isCancelled else { throw .cancelled }
      throw late
    }
    self.left = nil
  }

  private var late: ListeningUploadError {
    ListeningUploadError(
      .timeout, place: destination.place, reason: "it has taken longer than \(options.patience) for a file.",
      remedy: "Look whether it answers; on slow networks and disks, have more patience.")
  }

  private func refuse(
    _ name: String, _ error: ListeningUploadError, _ summary: inout ListeningUploadSummary,
    _ tell: @Sendable (ListeningUploadEvent) -> Void
  ) {
    refused.insert(name)
    summary.refused += 1
    tell(.refused(name, error))
  }

  /// Where that is asked for. Only of a file that the destination has just said to have, with its content,
  /// and that is remembered to be there.
  private func remove(
    _ name: String, _ ledger: UploadLedger, _ summary: inout ListeningUploadSummary
  ) async throws(ListeningUploadError) {
    guard options.removesTaken else { return }
    let isRemoved = try await PluginWork.run { () throws(ListeningUploadError) in try ledger.remove(name) }
    if isRemoved { summary.removed += 1 }
  }

  // MARK: Pausing

  /// Waits while it is paused.
  /// - Throws: `cancelled`.
  private func passGate(
    _ tell: @Sendable (ListeningUploadEvent) -> Void
  ) async throws(ListeningUploadError) {
    guard !Task.isCancelled else { throw .cancelled }
    guard isPaused else { return }
    tell(.paused)
    while isPaused, !Task.isCancelled {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          // Not after a cancellation, whose handler has run.
          if Task.isCancelled { continuation.resume() } else { gate.append(continuation) }
        }
      } onCancel: {
        Task { await self.openGate() }
      }
    }
    guard !Task.isCancelled else { throw .cancelled }
    tell(.resumed)
  }

  /// Whoever waits looks again whether it is paused.
  private func openGate() {
    for continuation in gate { continuation.resume() }
    gate = []
  }
}
