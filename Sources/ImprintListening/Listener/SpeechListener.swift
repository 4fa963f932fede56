// SPDX-License-Identifier: Apache-2.0
private import Glibc
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
/// ``destroy()``; one that listens, or waits for a trigger phrase, goes on until then, whoever has let go of
/// it.
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
  /// How many were started; the last one's number.
  private var runs = 0
  /// Whether graphs are being opened, or sound that is all there is listened to.
  private var isAtWork = false
  /// Whether the application has interrupted it.
  private var isHeld = false
  private var isDestroyed = false

  /// The longest interval of attempts to open a lost microphone, and how many times in succession it may be
  /// refused: who plugs one in has no right to it at once.
  private static let retries: (longest: Duration, refusals: Int) = (.seconds(2), 6)
  /// The sound that a clip's next utterance has before it, where nobody spoke: a word may begin there.
  private static let lead: Duration = .milliseconds(500)

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

  /// What it does; `idle` also while graphs are prepared, or sound that is all there is listened to.
  public var state: ListeningState { run?.state ?? (isHeld ? .interrupted : .idle) }

  /// What is wanted of it, for tests.
  var isStopping: Bool { run?.wish == .stopped }
  var isCancelling: Bool { run?.wish == .cancelled }

  // MARK: What it listens for

  /// Opens or builds graphs, and makes recognisers of them; for all listenings until others are prepared.
  /// - Parameters:
  ///   - graph: of what is said.
  ///   - trigger: of phrases that are waited for first; `nil`: none.
  /// - Throws: ``ListeningError`` `busy` while it listens, `interrupted`, `graph`, `recognizer`,
  ///   `destroyed`. What was prepared before stays.
  public func prepareForListening(
    _ graph: ListeningGraph, trigger: ListeningGraph? = nil
  ) async throws(ListeningError) {
    guard state != .interrupted else { throw Self.interrupted }
    try begin()
    defer { isAtWork = false }
    let made = try await PreparedListening(graph, trigger: trigger, source, options)
    guard !isDestroyed else { throw .destroyed }
    prepared = made
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

  /// Opens the microphone and listens. It stays open until a rule ends the utterance, or a stop, a cancel or
  /// ``destroy()``, or the task is cancelled that reads the events, where there is no delegate.
  /// - Returns: the events of this listening, for one reader.
  /// - Throws: ``ListeningError`` `not-prepared`, `busy` where it listens, `interrupted`, `destroyed`;
  ///   `microphone`; `recognizer` where one was lost and cannot be made again; `cancelled` where it was ended
  ///   while the microphone was being opened.
  public func startListening() async throws(ListeningError) -> ListeningEvents {
    guard state != .interrupted else { throw Self.interrupted }
    guard let prepared else { throw isDestroyed ? .destroyed : .notPrepared }
    try begin()
    isAtWork = false
    runs += 1
    let run = ListeningRun(prepared.hasTrigger ? .waiting : .listening) { [weak self, runs] in
      await self?.abandon(runs)
    }
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
    // It was interrupted before, and waits only to be ready.
    guard run.outcome == nil else { throw Self.interrupted }
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
    // It waits only to be ready; what it tries that by is closed first.
    if run.outcome != nil {
      run.want(.cancelled)
      run.probe?.cancel()
      _ = await run.probe?.value
      return conclude(run, .cancelled)
    }
    _ = await end(run, .cancelled)
  }

  /// The task that read the events of a listening was cancelled.
  private func abandon(_ number: Int) async {
    if delegated == nil, number == runs { await cancelListening() }
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
  /// - Returns: whether ``ListeningEvent/ready`` will be told: not where it did not listen, and where its
  ///   result was being kept already, which is told.
  @discardableResult
  public func interrupt() async -> Bool {
    isHeld = true
    guard let run else { return false }
    if run.outcome != nil {
      run.probe?.cancel()
      _ = await run.probe?.value
      return !run.isOver
    }
    if case .interrupted = await end(run, .interrupted) { return true }
    return false
  }

  /// Listening is possible again. One that was interrupted says so by ``ListeningEvent/ready``, once the
  /// microphone can be opened, or fails where that is refused; it is not started again.
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
    if await !prepared.reset() {
      self.prepared?.isLost = true
      prepared = try await intact(self.prepared ?? prepared)
    }
    let rate = prepared.recognizer.rate
    var sound = try ClipSound(clip, rate: rate)
    // Silence has no end in it: it is passed over in pieces of this.
    var rules = options.rules
    try rules.set(.noSpeech, to: ListeningParameter.noSpeech.standard)
    var results: [ListeningResult] = []
    while !sound.isAtEnd {
      var session = prepared.session(rules, options, origin: sound.position)
      var result: ListeningResult?
      do throws(ListeningError) {
        while result == nil, let piece = try await sound.next() {
          guard !Task.isCancelled, !isDestroyed else { throw isDestroyed ? .destroyed : .cancelled }
          result = try await session.add(piece, tell: tell)
        }
        if result == nil { result = try await session.finish(.sourceEnded, tell: tell) }
      } catch {
        lose(error)
        if await !session.giveUp() { self.prepared?.isLost = true }
        throw error
      }
      var again = session.unheard
      if result?.ending == .noSpeech, result?.words.isEmpty ?? true {
        let lead = min(Int(Self.lead / .seconds(1) * Double(rate)), session.utterance.count / 4)
        again = session.utterance.suffix(lead) + again
      }
      sound.giveBack(again)
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
        .microphone, place: source.description(of: prepared.recognizer, sound: sound).microphone,
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
    guard !isDestroyed else { throw .destroyed }
    self.prepared = again
    return again
  }

  /// What failed, or is a worker's that has ended, is made anew the next time.
  private func lose(_ error: ListeningError) {
    if error.code == .recognizer { prepared?.isLost = true }
  }

  /// Has it end so, and waits until its microphone is closed.
  private func end(_ run: ListeningRun, _ wish: ListeningRun.Wish) async -> ListeningRun.Outcome {
    run.want(wish)
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
    if case .failed(let error) = outcome { lose(error) }
    // It may have been interrupted or cancelled while the last sound was heard.
    outcome = run.judged(outcome)
    if case .result(let result) = outcome { outcome = await kept(run, result, session, prepared, sound) }
    if case .result = outcome {} else if await !session.giveUp() { self.prepared?.isLost = true }
    if case .interrupted(let reason) = outcome {
      run.state = .interrupted
      tell(run, .interrupted(reason))
      run.close(outcome)
      return conclude(run, await whenReady(run, prepared.recognizer.rate))
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
    var pull = SoundPull("listening")
    // Frames lost in all, and before the utterance.
    var lost: (all: Int, before: Int) = (0, 0)
    var backlog: SoundBacklog?
    do throws(ListeningError) {
      while true {
        switch run.wish {
        case .cancelled: return .cancelled
        case .interrupted: return .interrupted(.application)
        case .stopped where session.state == .waiting || backlog?.isOver ?? true:
          return .result(try await session.finish(.stopped, tell: tell).losing(lost.all - lost.before))
        case .stopped: backlog?.stop(at: .now)
        case nil: break
        }
        let next = await pull.next(sound, within: run.wish == nil ? SoundPull.tick : .zero)
        if sleep.hasSlept() { return .interrupted(.machineSlept) }
        switch next {
        case .chunk(let chunk):
          lost.all = Int(clamping: chunk.lost)
          if session.state == .waiting { lost.before = lost.all }
          backlog = backlog ?? SoundBacklog(chunk, at: .now)
          if backlog?.take(chunk, at: .now) == false { continue }
          session.rules = options.rules
          if let result = try await session.add(AudioSamples(chunk).scaled, tell: tell) {
            return .result(result.losing(lost.all - lost.before))
          }
          run.state = session.state
        case .nothing where run.wish != nil: backlog?.end()
        case .nothing: if let error = pull.noSound { return .failed(.microphone(error)) }
        case .end:
          let stop = run.wish == .stopped ? ListeningSession.Stop.stopped : .sourceEnded
          return .result(try await session.finish(stop, tell: tell).losing(lost.all - lost.before))
        case .gone: return .interrupted(.deviceGone)
        case .failed(let error): return .failed(.microphone(error))
        }
      }
    } catch {
      return .failed(error)
    }
  }

  /// Waits until the microphone can be opened again, and nothing holds it.
  /// - Returns: the last event: `ready`, `failed`, or `cancelled` where nobody waits for it any more.
  private func whenReady(_ run: ListeningRun, _ rate: Int) async -> ListeningEvent {
    var pause = SoundPull.retry
    var refusals = 0
    while run.wish != .cancelled, !isDestroyed {
      if !isHeld {
        let source = source
        let probe = Task { await Self.probe(source, rate) }
        run.probe = probe
        let found = await probe.value
        run.probe = nil
        switch found {
        case .ready where !isHeld && run.wish != .cancelled: return .ready
        case .refused(let error):
          refusals += 1
          guard refusals == Self.retries.refusals, run.wish != .cancelled else { break }
          return .failed(error)
        case .ready, .notYet: refusals = 0
        }
      }
      try? await Task.sleep(for: isHeld ? SoundPull.retry : pause)
      pause = min(pause * 2, Self.retries.longest)
    }
    return .cancelled
  }

  /// Opens the microphone and closes it again.
  private static func probe(_ source: any SpeechListenerSource, _ rate: Int) async -> ListeningProbe {
    do {
      try await source.sound(rate: rate).close()
      return .ready
    } catch {
      if let call = error as? PluginCallError {
        let soon: [PluginCallError.Code] = [.deviceGone, .deviceMissing, .deviceFailed, .busy]
        if soon.contains(call.code) || call.isRetryable { return .notYet }
      }
      return .refused(.microphone(error))
    }
  }

  /// Keeps what is asked for. Where it is cancelled meanwhile, nothing is kept.
  private func kept(
    _ run: ListeningRun, _ result: ListeningResult, _ session: ListeningSession,
    _ prepared: PreparedListening,
    _ sound: any AudioSource
  ) async -> ListeningRun.Outcome {
    let before = lastRecordingFilename
    let result = await keep(result, session, prepared, sound)
    guard run.wish == .cancelled else { return .result(result) }
    if let recording = result.recording {
      lastRecordingFilename = before
      await PluginWork.run { recording.remove() }
    }
    return .cancelled
  }

  /// Keeps what is asked for. Where that fails, the result says why.
  private func keep(
    _ result: ListeningResult, _ session: ListeningSession, _ prepared: PreparedListening,
    _ sound: any AudioSource
  ) async -> ListeningResult {
    // Of a room where nobody speaks nothing is kept.
    guard createAudioRecordings || createJSONResultMetadata, session.hasSpeech else { return result }
    var result = result
    do throws(ListeningError) {
      let standard = options.archive == nil ? try ListeningArchive.standard() : nil
      guard let archive = options.archive ?? standard else {
        throw ListeningError(
          .notKept, place: "recordings",
          reason: "neither XDG_DATA_HOME nor HOME is set, or the program's file is not known.",
          remedy: "Give a folder for them.")
      }
      let metadata = ListeningMetadata(
        result: result, rules: session.rules, rate: prepared.recognizer.rate, graph: prepared.graph,
        listener: source.description(of: prepared.recognizer, sound: sound))
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

extension ListeningRecording {
  /// Removes its files.
  fileprivate func remove() {
    for path in [sound, metadata].compactMap({ $0 }) { unlink(path) }
  }
}

extension ListeningResult {
  fileprivate func losing(_ frames: Int) -> ListeningResult {
    var result = self
    result.lost = frames
    return result
  }
}
