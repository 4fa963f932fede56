// SPDX-License-Identifier: Apache-2.0
private import ImprintRuntime
private import ImprintThreads

/// Records from a microphone: a fixed length, or until silence.
///
/// ```swift
/// let recorder = AudioRecorder(RecordingOptions(length: .fixed(.seconds(3)))) {
///   try await system.devices.microphone(options)
/// }
/// let recording = try await recorder.record()
/// try AudioFile.write(recording.clip, to: "voice.wav")
/// ```
///
/// Records once. Cancel it by cancelling the task that awaits ``record()``.
public actor AudioRecorder {
  /// Events in order, for one reader; ends with the recording. Unread events are buffered: a level per
  /// interval, and little else.
  public nonisolated let events: AsyncStream<RecordingEvent>

  private let options: RecordingOptions
  private let open: @Sendable () async throws -> any AudioSource
  private let tell: AsyncStream<RecordingEvent>.Continuation
  private let slept: @Sendable () -> ClosedRange<Duration>

  private var source: (any AudioSource)?
  private var hasRun = false
  private var isStopping = false
  private var isPaused = false
  private var pausedFrames = 0

  /// - Parameter open: opens the microphone; called again after an interruption.
  public init(
    _ options: RecordingOptions, opening open: @escaping @Sendable () async throws -> any AudioSource
  ) {
    self.init(options, slept: { MachineSleep.now() }, opening: open)
  }

  /// - Parameter slept: how long the machine was suspended so far, as bounds.
  init(
    _ options: RecordingOptions, slept: @escaping @Sendable () -> ClosedRange<Duration>,
    opening open: @escaping @Sendable () async throws -> any AudioSource
  ) {
    self.options = options
    self.open = open
    self.slept = slept
    (events, tell) = AsyncStream.makeStream()
  }

  deinit { tell.finish() }

  /// Opens the microphone, and records to the end. The microphone is closed in every case. What was recorded
  /// before the microphone fails, or delivers nothing for 5 s, is preserved: see
  /// ``Recording/Outcome/failed``.
  /// - Throws: ``AudioError``: `source` with its cause if the microphone cannot be opened; this and `noSound`
  ///   if it fails before the first sound; `cancelled` if the task is, `argument`, `alreadyRun`.
  public func record() async throws(AudioError) -> Recording {
    guard !hasRun else {
      throw AudioError(
        .alreadyRun, place: "recorder", reason: "it has recorded before.", remedy: "Make a new recorder.")
    }
    hasRun = true
    defer { tell.finish() }
    let result: Result<Recording, AudioError>
    do { result = .success(try await loop()) } catch { result = .failure(error) }
    await letGo()
    let recording = try result.get()
    tell.yield(.finished(recording))
    return recording
  }

  /// Ends the recording with what there is, within 200 ms.
  public func stop() { isStopping = true }

  /// Discards sound from now on; the microphone stays open, so that no stale sound is recorded afterwards.
  public func pause() {
    guard !isPaused else { return }
    isPaused = true
    tell.yield(.paused)
  }

  /// Continues after ``pause()``.
  public func resume() {
    guard isPaused else { return }
    isPaused = false
    tell.yield(.resumed)
  }

  /// Waits until the microphone can be opened again after an interruption (F185); it is closed at once.
  /// - Returns: `false` where that took longer than `patience`, or the task was cancelled.
  public func readyAgain(within patience: Duration) async -> Bool {
    // Also after stop(), which ends only the recording.
    guard let source = await opened(within: patience, unless: { false }) else { return false }
    await source.close()
    return true
  }

  private func loop() async throws(AudioError) -> Recording {
    source = try await opened()
    guard let format = source?.format else { throw .cancelled }
    var progress = try RecordingProgress(options, of: format)
    tell.yield(.began(format))
    var sleep = SleepWatch(slept)
    var pull = SoundPull("recording")
    while true {
      if Task.isCancelled { throw .cancelled }
      if isStopping { return try progress.recording(.stopped) }
      let next = if let source { await pull.next(source) } else { SoundPull.Next.end }
      if sleep.hasSlept() {
        tell.yield(.interrupted(.machineSlept))
        progress.add(gap: .interrupted, frames: nil)
        guard case .goesOn = options.interruption else { return try progress.recording(.interrupted) }
        tell.yield(.readyAgain)
        pull.beginAnew()
      }
      switch next {
      case .chunk(let chunk):
        do throws(AudioError) {
          if let outcome = try take(chunk, into: &progress) { return try progress.recording(outcome) }
        } catch {
          return try failed(error, progress)
        }
      case .nothing:
        if let error = pull.noSound { return try failed(error, progress) }
      case .end: return try progress.recording(.ended)
      case .gone(let cause):
        tell.yield(.interrupted(.deviceGone))
        progress.add(gap: .interrupted, frames: nil)
        // An exclusive device would be busy because of us.
        await letGo()
        guard case .goesOn(let patience) = options.interruption,
          let again = await reopened(within: patience, giving: format)
        else {
          if Task.isCancelled { throw .cancelled }
          return try progress.recording(isStopping ? .stopped : .interrupted, cause: cause)
        }
        source = again
        progress.sourceBeganAnew()
        tell.yield(.readyAgain)
        pull.beginAnew()
      case .failed(let error): return try failed(error, progress)
      }
    }
  }

  /// Ends with what there is; throws if there is nothing, or the task was cancelled.
  private func failed(_ error: AudioError, _ progress: RecordingProgress) throws(AudioError) -> Recording {
    if Task.isCancelled { throw .cancelled }
    guard progress.frames > 0 else { throw error }
    return try progress.recording(.failed, cause: error)
  }

  private func take(
    _ chunk: AudioChunk, into progress: inout RecordingProgress
  ) throws(AudioError) -> Recording.Outcome? {
    if isPaused {
      pausedFrames += chunk.frames
      progress.pass(chunk)
      return nil
    }
    if pausedFrames > 0 {
      progress.add(gap: .paused, frames: pausedFrames)
      pausedFrames = 0
    }
    let tell = tell
    return try progress.add(chunk) { tell.yield($0) }
  }

  private func letGo() async {
    let source = source
    self.source = nil
    await source?.close()
  }

  private func opened() async throws(AudioError) -> any AudioSource {
    do { return try await open() } catch { throw .source(error) }
  }

  /// - Parameter format: the required format; a source with another one is closed again, and the recording
  ///   cannot continue.
  private func reopened(within patience: Duration, giving format: AudioFormat) async -> (any AudioSource)? {
    guard let source = await opened(within: patience, unless: { self.isStopping }) else { return nil }
    if source.format.gives(format) { return source }
    await source.close()
    return nil
  }

  private func opened(within patience: Duration, unless isOver: () -> Bool) async -> (any AudioSource)? {
    await SoundPull.opened(within: patience, unless: isOver) { try? await opened() }
  }
}
