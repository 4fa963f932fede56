// SPDX-License-Identifier: Apache-2.0
public import ImprintAudio
internal import ImprintCapture
internal import ImprintRuntime
public import ImprintSpeech
internal import ImprintThreads

/// Listens to what somebody says into a microphone, one utterance after the other, each until a rule ends it.
///
/// ```
/// let listener = try await system.speech.listener(microphone: microphone)
/// try await listener.prepareForListening(.named("lights"))
/// for await event in try await listener.startListening() {
///   if case .finished(let result) = event { print(result.text, result.ending) }
/// }
/// ```
///
/// Any task may call any function. Errors are ``ListeningError``. Whatever is called, each listening that was
/// started ends with exactly one of the events `finished`, `ready` (after an interruption), `failed` and
/// `cancelled`; before it the microphone is closed. A listener that is not needed any more is destroyed:
/// ``destroy()``.
public actor SpeechListener {
  /// Whether the sound of utterances is kept, from the next result on.
  public private(set) var createAudioRecordings = false
  /// Whether what was recognised is kept as JSON, from the next result on.
  public private(set) var createJSONResultMetadata = false
  /// The path of the last recording of sound; `nil` where there is none.
  public private(set) var lastRecordingFilename: String?

  let source: any SpeechListenerSource
  var options: SpeechListenerOptions
  private let delegated: CaptureEventQueue<ListeningEvent>?
  private let slept: @Sendable () -> ClosedRange<Duration>

  private var prepared: PreparedListening?
  private var run: ListeningRun?
  /// Whether graphs are being opened, or sound that is all there is listened to.
  private var isAtWork = false
  /// Whether the application has interrupted it.
  private var isHeld = false
  private var isDestroyed = false

  /// The length of one wait, and maximum latency of ``stopListening()``.
  private static let tick: Duration = .milliseconds(200)
  /// A working microphone always delivers samples within this time, even of silence.
  private static let patience: Duration = .seconds(5)
  /// The first and the longest interval of attempts to open a lost microphone.
  private static let retries: (first: Duration, longest: Duration) = (.milliseconds(250), .seconds(2))

  /// - Parameters:
  ///   - source: of recognisers and sound.
  ///   - delegate: is told what the events say. It is kept until the listener is destroyed.
  public init(
    source: any SpeechListenerSource, options: SpeechListenerOptions = SpeechListenerOptions(),
    delegate: (any SpeechListenerDelegate)? = nil
  ) {
    self.init(source: source, options: options, delegate: delegate) { MachineSleep.now() }
  }

  /// - Parameter slept: how long the machine was suspended so far, as bounds.
  init(
    source: any SpeechListenerSource, options: SpeechListenerOptions,
    delegate: (any SpeechListenerDelegate)?, slept: @escaping @Sendable () -> ClosedRange<Duration>
  ) {
    (self.source, self.options, self.slept) = (source, options, slept)
    guard let delegate else {
      delegated = nil
      return
    }
    let queue = CaptureEventQueue<ListeningEvent>(isPreview: \.isLevel)
    delegated = queue
    // Without the listener, so that one that is dropped ends.
    Task { while let event = await queue.next() { await delegate.hear(event) } }
  }

  deinit { delegated?.finish() }

  /// What it does.
  public var state: ListeningState { run?.state ?? (isHeld ? .interrupted : .idle) }

  // MARK: What it listens for

  /// Opens or builds graphs, and makes recognisers of them; for all listenings until others are prepared.
  /// - Parameters:
  ///   - graph: of what is said.
  ///   - trigger: of phrases that are waited for first; `nil`: none.
  /// - Throws: ``ListeningError`` `busy` while it listens, `graph`, `recognizer`, `destroyed`. What was
  ///   prepared before stays.
  public func prepareForListening(
    _ graph: ListeningGraph, trigger: ListeningGraph? = nil
  ) async throws(ListeningError) {
    try begin()
    defer { isAtWork = false }
    prepared = try await PreparedListening(graph, trigger: trigger, source, options)
  }

  /// Tunes a rule by its name: while it listens, from the next piece of sound on.
  /// - Throws: ``ListeningError`` `bad-option` outside of its range.
  public func setParameter(_ parameter: ListeningParameter, to value: Duration) throws(ListeningError) {
    try options.rules.set(parameter, to: value)
  }

  public func parameter(_ parameter: ListeningParameter) -> Duration { options.rules[parameter] }

  public func setCreateAudioRecordings(_ isOn: Bool) { createAudioRecordings = isOn }

  public func setCreateJSONResultMetadata(_ isOn: Bool) { createJSONResultMetadata = isOn }

  // MARK: Listening

  /// Opens the microphone and listens.
  /// - Returns: the events of this listening, for one reader.
  /// - Throws: ``ListeningError`` `not-prepared`, `busy` where it listens, `interrupted`, `destroyed`;
  ///   `microphone`; `recognizer` where one was lost and cannot be made again; `cancelled` where it was ended
  ///   while the microphone was being opened.
  public func startListening() async throws(ListeningError) -> ListeningEvents {
    guard state != .interrupted else { throw Self.interrupted }
    guard let prepared else { throw isDestroyed ? .destroyed : .notPrepared }
    try begin()
    isAtWork = false
    let run = ListeningRun(prepared.hasTrigger ? .waiting : .listening)
    self.run = run
    do throws(ListeningError) {
      let (prepared, sound) = try await opened(prepared)
      guard run.wish == nil else {
        await sound.close()
        throw .cancelled
      }
      Task { await self.listen(run, prepared, sound) }
      return run.events
    } catch {
      if self.run === run { self.run = nil }
      run.close(.failed(error))
      run.events.queue.finish()
      throw error
    }
  }

  /// Ends listening, with what was heard.
  /// - Returns: the result; without words where it still waited for a trigger.
  /// - Throws: ``ListeningError`` `not-listening`, `interrupted` where it was before, and why it failed.
  @discardableResult
  public func stopListening() async throws(ListeningError) -> ListeningResult {
    guard let run else { throw isDestroyed ? .destroyed : .notListening }
    switch await end(run, .stopped) {
    case .result(let result): return result
    case .failed(let error): throw error
    case .interrupted: throw Self.interrupted
    case .cancelled: throw .cancelled
    }
  }

  /// Ends listening, or waiting after an interruption, without a result. When this returns, the microphone is
  /// closed. Does nothing where it does not listen.
  public func cancelListening() async {
    guard let run else { return }
    // Its microphone is closed already, and it waits only to be ready.
    if run.outcome != nil {
      run.wish = .cancelled
      return conclude(run, .cancelled)
    }
    _ = await end(run, .cancelled)
  }

  /// Cancels listening. Nothing can be started any more; again, it does nothing.
  public func destroy() async {
    isDestroyed = true
    await cancelListening()
    prepared = nil
    delegated?.finish()
  }

  // MARK: Interruption

  /// Ends listening without a result, as the machine goes to sleep, the screen is locked or something else
  /// needs the microphone. When this returns, the microphone is closed. Nothing can be started until
  /// ``resume()``.
  public func interrupt() async {
    isHeld = true
    guard let run, run.outcome == nil else { return }
    _ = await end(run, .interrupted)
  }

  /// Listening is possible again. One that was interrupted says so by ``ListeningEvent/ready``, once the
  /// microphone can be opened; it is not started again.
  public func resume() { isHeld = false }

  private static let interrupted = ListeningError(
    .interrupted, place: "listener", reason: "it was interrupted, and is not ready again.",
    remedy: "Wait until it says that it is ready, or resume it.")

  // MARK: Sound that is all there

  /// Listens to sound that is all there, as a file's: all utterances in it, each until a rule ends it. It
  /// waits for speech without an end, and keeps no recordings. What was learned of speakers before is
  /// forgotten first, so that the same clip has the same results.
  /// - Parameters:
  ///   - clip: of any rate and number of channels: they are mixed, and resampled where needed.
  ///   - tell: is told what happens, times counted from the clip's beginning; each utterance with words has
  ///     its ``ListeningEvent/finished(_:)``.
  /// - Returns: the results that have words, in order.
  /// - Throws: ``ListeningError`` `not-prepared`, `busy`, `recognizer`, `destroyed`; `cancelled` where the
  ///   task is.
  public func recognize(
    _ clip: AudioClip, tell: @Sendable (ListeningEvent) -> Void = { _ in }
  ) async throws(ListeningError) -> [ListeningResult] {
    guard var prepared else { throw isDestroyed ? .destroyed : .notPrepared }
    try begin()
    defer { isAtWork = false }
    prepared = try await intact(prepared)
    // Another speaker, in another room: the same clip has the same results.
    await prepared.recognizer.reset()
    let rate = prepared.recognizer.rate
    let samples = await PluginWork.run { clip.speech(at: rate) }
    var rules = options.rules
    rules.waitsForSpeech = true
    var results: [ListeningResult] = []
    var start = 0
    while start < samples.count {
      var session = prepared.session(rules, options, origin: UInt64(start))
      var result: ListeningResult?
      while result == nil, start < samples.count {
        guard !Task.isCancelled, !isDestroyed else {
          await session.giveUp()
          throw isDestroyed ? .destroyed : .cancelled
        }
        let end = min(start + rate, samples.count)
        do throws(ListeningError) {
          result = try await session.add(samples[start..<end], tell: tell)
          start = end
          if start == samples.count, result == nil {
            result = try await session.finish(.sourceEnded, tell: tell)
          }
        } catch {
          lose(error)
          throw error
        }
      }
      start -= session.unheard.count
      if let result, !result.words.isEmpty {
        results.append(result)
        tell(.finished(result))
      }
    }
    return results
  }

  // MARK: One listening

  private func begin() throws(ListeningError) {
    guard !isDestroyed else { throw .destroyed }
    guard run == nil, !isAtWork else { throw .busy }
    isAtWork = true
  }

  private func opened(
    _ prepared: PreparedListening
  ) async throws(ListeningError) -> (PreparedListening, any AudioSource) {
    let prepared = try await intact(prepared)
    let rate = prepared.recognizer.rate
    let sound: any AudioSource
    do { sound = try await source.sound(rate: rate) } catch { throw .microphone(error) }
    guard sound.format.rate == rate, sound.format.channels == 1 else {
      await sound.close()
      throw ListeningError(
        .microphone, place: source.description.microphone,
        reason:
          "it gives \(sound.format.channels) channels at \(sound.format.rate), and one at \(rate) is needed.",
        remedy: "Choose another microphone: sdkctl device list.")
    }
    return (prepared, sound)
  }

  /// What was prepared, with recognisers that were not lost.
  private func intact(_ prepared: PreparedListening) async throws(ListeningError) -> PreparedListening {
    guard prepared.isLost else { return prepared }
    let again = try await prepared.again(source, options)
    self.prepared = again
    return again
  }

  /// What failed, or is a worker's that has ended, is made anew the next time.
  private func lose(_ error: ListeningError) {
    if error.code == .recognizer { prepared?.isLost = true }
  }

  /// Has it end so, and waits until its microphone is closed.
  private func end(_ run: ListeningRun, _ wish: ListeningRun.Wish) async -> ListeningRun.Outcome {
    if run.wish != .cancelled { run.wish = wish }
    return await withCheckedContinuation { run.whenClosed($0) }
  }

  private func tell(_ run: ListeningRun, _ event: ListeningEvent) {
    run.events.queue.yield(event)
    delegated?.yield(event)
  }

  private func listen(
    _ run: ListeningRun, _ prepared: PreparedListening, _ sound: any AudioSource
  ) async {
    var session = prepared.session(options.rules, options, origin: 0)
    var outcome = await heard(run, &session, sound)
    await sound.close()
    switch outcome {
    case .result(let result): outcome = .result(await keep(result, session, prepared))
    case .failed(let error): lose(error)
    case .interrupted, .cancelled: break
    }
    if case .result = outcome {} else { await session.giveUp() }
    if case .interrupted(let reason) = outcome {
      run.state = .interrupted
      tell(run, .interrupted(reason))
      run.close(outcome)
      guard await isReady(run, prepared.recognizer.rate) else { return conclude(run, .cancelled) }
      return conclude(run, .ready)
    }
    // It can be started again by whoever hears of the end.
    switch outcome {
    case .result(let result): conclude(run, .finished(result))
    case .failed(let error) where error.code != .cancelled: conclude(run, .failed(error))
    case .failed, .cancelled, .interrupted: conclude(run, .cancelled)
    }
    run.close(outcome)
  }

  private func conclude(_ run: ListeningRun, _ event: ListeningEvent) {
    guard !run.isOver else { return }
    run.isOver = true
    if self.run === run { self.run = nil }
    tell(run, event)
    run.events.queue.finish()
  }

  private func heard(
    _ run: ListeningRun, _ session: inout ListeningSession, _ sound: any AudioSource
  ) async -> ListeningRun.Outcome {
    let (queue, delegated) = (run.events.queue, delegated)
    let tell: @Sendable (ListeningEvent) -> Void = {
      queue.yield($0)
      delegated?.yield($0)
    }
    var sleep = SleepWatch(slept)
    var lastChunk = ContinuousClock.now
    var lost = 0
    do throws(ListeningError) {
      while true {
        switch run.wish {
        case .cancelled: return .cancelled
        case .interrupted: return .interrupted(.application)
        case .stopped: return .result(try await session.finish(.stopped, tell: tell).losing(lost))
        case nil: break
        }
        let next = await Self.next(sound)
        if sleep.hasSlept() { return .interrupted(.machineSlept) }
        switch next {
        case .chunk(let chunk):
          lastChunk = .now
          lost = Int(clamping: chunk.lost)
          session.rules = options.rules
          if let result = try await session.add(AudioSamples(chunk).scaled, tell: tell) {
            return .result(result.losing(lost))
          }
          run.state = session.state
        case .nothing:
          guard ContinuousClock.now - lastChunk < Self.patience else { return .failed(Self.noSound) }
        case .end: return .result(try await session.finish(.sourceEnded, tell: tell).losing(lost))
        case .gone: return .interrupted(.deviceGone)
        case .failed(let error): return .failed(error)
        }
      }
    } catch {
      return .failed(error)
    }
  }

  /// The result of one wait.
  private enum Next {
    case chunk(AudioChunk)
    case nothing
    case end
    case gone
    case failed(ListeningError)
  }

  private static func next(_ sound: any AudioSource) async -> Next {
    do {
      return try await sound.read(timeout: tick).map { .chunk($0) } ?? .end
    } catch {
      if error.isRetryable { return .nothing }
      return error.code == .deviceGone ? .gone : .failed(.microphone(error))
    }
  }

  private static let noSound = ListeningError(
    .microphone, place: "listening", reason: "the microphone has given nothing for \(patience).",
    remedy: "Unplug it and plug it in again; check whether another program uses it.")

  /// Waits until the microphone can be opened again, and nothing holds it.
  /// - Returns: `false` where nobody waits for that any more.
  private func isReady(_ run: ListeningRun, _ rate: Int) async -> Bool {
    var pause = Self.retries.first
    while run.wish != .cancelled, !isDestroyed {
      if !isHeld, let sound = try? await source.sound(rate: rate) {
        await sound.close()
        if !isHeld, run.wish != .cancelled { return true }
      }
      try? await Task.sleep(for: isHeld ? Self.retries.first : pause)
      pause = min(pause * 2, Self.retries.longest)
    }
    return false
  }

  /// Keeps what is asked for. Where that fails, the result says why.
  private func keep(
    _ result: ListeningResult, _ session: ListeningSession, _ prepared: PreparedListening
  ) async -> ListeningResult {
    // Nothing was said of which something could be kept.
    guard createAudioRecordings || createJSONResultMetadata, !session.utterance.isEmpty else { return result }
    var result = result
    do throws(ListeningError) {
      let standard = options.archive == nil ? try ListeningArchive.standard() : nil
      guard let archive = options.archive ?? standard else {
        throw ListeningError(
          .notKept, place: "recordings", reason: "neither XDG_DATA_HOME nor HOME is set.",
          remedy: "Give a folder for them.")
      }
      let metadata = ListeningMetadata(
        result: result, rules: options.rules, rate: prepared.recognizer.rate, graph: prepared.graph,
        listener: source.description)
      let recording = try await archive.keep(
        sound: createAudioRecordings ? session.utterance : nil, rate: prepared.recognizer.rate,
        metadata: createJSONResultMetadata ? metadata : nil)
      result.recording = recording
      if let sound = recording.sound { lastRecordingFilename = sound }
    } catch {
      result.notKept = error
    }
    return result
  }
}

extension ListeningResult {
  fileprivate func losing(_ frames: Int) -> ListeningResult {
    var result = self
    result.lost = frames
    return result
  }
}
