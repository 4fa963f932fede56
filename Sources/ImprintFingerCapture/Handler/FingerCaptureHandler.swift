// SPDX-License-Identifier: Apache-2.0
public import ImprintCapture
public import ImprintRuntime

/// Finger captures one after the other, on one reader, with what one operation alone does not have:
/// another reader while it runs, interruption, and previews with an overlay. It stands beside
/// ``FaceCaptureHandler``, with the same verbs.
///
/// Any task may call any function. Errors are ``FingerCaptureError``. Whatever is called, each capture that
/// was started ends with exactly one ``FingerCaptureHandlerEvent/finished(_:)``, and nothing comes after it.
/// A handler that is not needed any more is destroyed: ``destroy()``.
public actor FingerCaptureHandler {
  /// As it was made with, and with what was changed since.
  public private(set) var options: FingerCaptureHandlerOptions

  private let flows: FingerFlows
  private let verifier: (any FingerVerifier)?
  private var run: FingerCaptureRun?
  private var interruption: CaptureInterruption?
  private var isDestroyed = false

  /// - Parameter verifier: of a hand, as for ``FingerFlows/capture(_:verifier:)``.
  /// - Throws: ``FingerCaptureError`` `badOptions`, `wrongBiometricLocation`, `otherTemplateType`.
  public init(
    flows: FingerFlows, options: FingerCaptureHandlerOptions = FingerCaptureHandlerOptions(),
    verifier: (any FingerVerifier)? = nil
  ) throws(FingerCaptureError) {
    try options.capture.check(with: verifier)
    self.flows = flows
    self.options = options
    self.verifier = verifier
  }

  // MARK: Captures

  /// Opens the reader and begins a capture. One that is interrupted while the reader is being opened waits
  /// for ``resume()``, as its events say.
  /// - Returns: the events of this capture, for one reader.
  /// - Throws: ``FingerCaptureError`` `interrupted`, `destroyed`, `invalidOperation` where a capture runs;
  ///   `cancelled` where it was ended while the reader was being opened; and why the reader cannot be opened.
  public func start() async throws(FingerCaptureError) -> FingerCaptureHandlerEvents {
    guard !isDestroyed else { throw .destroyed }
    if let interruption { throw .interrupted(by: interruption) }
    guard run == nil else { throw .alreadyRunning }
    let run = FingerCaptureRun()
    self.run = run
    let isRunning: Bool
    do throws(FingerCaptureError) {
      isRunning = try await open(run)
    } catch {
      self.run = nil
      run.events.queue.finish()
      throw error
    }
    guard isRunning || (self.run === run && run.wish == nil) else { throw .cancelled }
    return run.events
  }

  /// Ends the capture, with the presses that were kept.
  /// - Returns: its conclusion.
  /// - Throws: ``FingerCaptureError`` `invalidOperation` where no capture runs.
  @discardableResult
  public func stop() async throws(FingerCaptureError) -> FingerConclusion<[FingerPress]> {
    guard let run else { throw isDestroyed ? .destroyed : .notRunning }
    return await end(run, as: .stopped)
  }

  /// Ends the capture and keeps nothing: it finishes with the error `cancelled`, unless it had its result
  /// already. When this returns, the reader is closed. Does nothing where no capture runs.
  public func cancel() async {
    guard let run else { return }
    _ = await end(run, as: .cancelled)
  }

  /// Cancels the capture that runs. Nothing can be started any more; again, it does nothing.
  public func destroy() async {
    isDestroyed = true
    await cancel()
  }

  /// Another reader: a capture that runs goes on with it as if it had begun with it, and what was kept is
  /// dropped, as another person may be at that reader. Where it cannot be opened, the capture finishes with
  /// that error, and the next one begins with the reader before.
  /// - Throws: ``FingerCaptureError``: why it cannot be opened.
  public func switchReader(to reader: FingerReaderOptions) async throws(FingerCaptureError) {
    guard !isDestroyed else { throw .destroyed }
    if let run, !run.isSuspended, run.operation == nil { throw .stillOpening }
    let before = options.capture.demand.reader
    options.capture.demand.reader = reader
    guard let run, !run.isSuspended, run.wish == nil else { return }
    leave(run)
    do throws(FingerCaptureError) {
      _ = try await begin(run)
    } catch {
      // Unless another was chosen meanwhile.
      if options.capture.demand.reader == reader { options.capture.demand.reader = before }
      throw error
    }
  }

  // MARK: Sleep and locked screens

  /// Ends the capture that runs without a result, drops what it kept, and releases the reader. When this
  /// returns, the reader is closed. Nothing can be started until ``resume()``.
  public func interrupt(_ reason: CaptureInterruption) async {
    let isFirst = interruption == nil
    if isFirst { interruption = reason }
    guard let run else { return }
    // All of it before anything is waited for: a resumption may come meanwhile.
    if isFirst, !run.isSuspended, run.wish == nil {
      leave(run)
      run.isSuspended = true
      run.events.queue.yield(.interrupted(reason))
    }
    await close(run)
  }

  /// Captures are possible again. One that was interrupted begins anew.
  /// - Throws: ``FingerCaptureError`` as ``start()``; the capture is finished with the same error.
  public func resume() async throws(FingerCaptureError) {
    guard interruption != nil else { return }
    interruption = nil
    guard let run, run.isSuspended, run.wish == nil else { return }
    run.isSuspended = false
    if try await begin(run) { run.events.queue.yield(.ready) }
  }

  // MARK: While it runs

  /// Whether previews come with an overlay, from the next one on.
  public func setOverlay(_ isOn: Bool) { options.overlay = isOn }

  /// Whether previews come, from the next one on.
  public func setPreview(_ isOn: Bool) { options.preview = isOn }

  // MARK: One capture

  /// Begins anew; where that fails, the capture finishes with the error.
  /// - Returns: as ``open(_:)``.
  private func begin(_ run: FingerCaptureRun) async throws(FingerCaptureError) -> Bool {
    do throws(FingerCaptureError) {
      return try await open(run)
    } catch {
      finish(run, .error(error))
      throw error
    }
  }

  /// Opens the reader, once what the capture had opened before is closed.
  /// - Returns: whether the capture runs: not where it was ended, interrupted or begun anew meanwhile. Then
  ///   what was opened is closed, and its failure is nobody's.
  private func open(_ run: FingerCaptureRun) async throws(FingerCaptureError) -> Bool {
    run.generation += 1
    let generation = run.generation
    let opening = Task { [before = run.opening, flows, verifier, settings = options.capture] in
      if case .success(let operation)? = await before?.value { await operation.cancel() }
      return await flows.tryCapture(settings, verifier: verifier)
    }
    run.opening = opening
    let opened = await opening.value
    guard run.wish == nil, generation == run.generation else {
      if case .success(let operation) = opened { await operation.cancel() }
      return false
    }
    let operation = try opened.get()
    run.operation = operation
    run.overlay = FingerOverlay()
    run.pump = Task {
      for await event in operation.events { self.hear(event, run, generation) }
      self.ended(run, generation, await operation.conclusion)
    }
    return true
  }

  private func hear(_ event: FingerEvent, _ run: FingerCaptureRun, _ generation: Int) {
    guard generation == run.generation else { return }
    run.overlay.hear(event)
    guard case .image(let picture) = event else { return run.events.queue.yield(.capture(event)) }
    guard options.preview else { return }
    run.events.queue.yield(.preview(picture, overlay: options.overlay ? run.overlay : nil))
  }

  private func ended(
    _ run: FingerCaptureRun, _ generation: Int, _ conclusion: FingerConclusion<[FingerPress]>
  ) {
    guard generation == run.generation else { return }
    finish(run, conclusion)
  }

  /// Has it end so, and waits for it.
  private func end(_ run: FingerCaptureRun, as wish: FingerCaptureRun.Wish) async -> FingerConclusion<
    [FingerPress]
  > {
    run.wish = wish
    if wish == .stopped { _ = await run.operation?.stop() }
    await close(run)
    // What had no operation, or left it, has its end here.
    finish(run, wish == .stopped ? .retry(.stopped, kept: []) : .error(.cancelled))
    return run.conclusion ?? .error(.cancelled)
  }

  /// The end of the operation of now, or of the opening, is nobody's.
  private func leave(_ run: FingerCaptureRun) {
    run.generation += 1
    run.operation = nil
  }

  /// Cancels what the capture has opened, or is opening, and has its end told. When this returns, the reader
  /// is closed.
  private func close(_ run: FingerCaptureRun) async {
    // Those of now: another opening may follow while this waits.
    let (opening, pump) = (run.opening, run.pump)
    if case .success(let operation)? = await opening?.value { await operation.cancel() }
    await pump?.value
  }

  private func finish(_ run: FingerCaptureRun, _ conclusion: FingerConclusion<[FingerPress]>) {
    guard run.conclusion == nil else { return }
    run.conclusion = conclusion
    if self.run === run { self.run = nil }
    run.events.queue.yield(.finished(conclusion))
    run.events.queue.finish()
  }
}

extension FingerFlows {
  fileprivate func tryCapture(
    _ settings: FingerCaptureSettings, verifier: (any FingerVerifier)?
  ) async -> Result<FingerOperation<[FingerPress]>, FingerCaptureError> {
    do throws(FingerCaptureError) {
      return .success(try await capture(settings, verifier: verifier))
    } catch {
      return .failure(error)
    }
  }
}
