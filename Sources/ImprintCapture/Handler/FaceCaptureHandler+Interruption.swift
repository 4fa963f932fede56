// SPDX-License-Identifier: Apache-2.0

// Sleep, a locked screen, another application (F69): the application says so, as this library listens to no
// session bus.
extension FaceCaptureHandler {
  /// Ends the capture that runs without a verdict, drops what it kept, and releases the camera; no attempt
  /// counts. When this returns, the camera is closed. Nothing can be started until ``resume()``.
  ///
  /// A capture that ends by itself at the same moment has its verdict, and its attempt counts as that says.
  public func interrupt(_ reason: CaptureInterruption) async {
    let isFirst = interruption == nil
    if isFirst { interruption = reason }
    guard let run, !run.isSuspended else { return }
    if isFirst, run.wish == nil {
      self.run?.wish = .interrupted(reason)
      carryOut(.interrupted(reason))
    }
    await pause(of: run.id)
  }

  /// Captures are possible again. One that was interrupted begins anew: another attempt, the camera opened
  /// again, another challenge; ``FaceCaptureHandlerEvent/ready`` says so. Call it when the person is there
  /// again. Does nothing where there is no interruption.
  /// - Throws: ``FaceCaptureError`` as ``start(subject:awaitsMatch:)``; the capture that was interrupted is
  ///   finished with the same error.
  public func resume() async throws(FaceCaptureError) {
    // One that is being interrupted is first.
    if let run, case .interrupted = run.wish { await pause(of: run.id) }
    guard interruption != nil else { return }
    interruption = nil
    guard let run, run.isSuspended else { return }
    self.run?.clear()
    do throws(FaceCaptureError) {
      try await open()
    } catch {
      finish(.error(error))
      throw error
    }
    tell(.ready)
    begin()
  }

  func suspend(_ reason: CaptureInterruption) {
    run?.clear()
    run?.isSuspended = true
    tell(.interrupted(reason))
    pauseOver()
  }

  /// Waits until that capture is suspended, or has finished.
  private func pause(of id: FaceCaptureRun.ID) async {
    guard let run, run.id === id, !run.isSuspended else { return }
    await withCheckedContinuation { pausing.append($0) }
  }

  func pauseOver() {
    let ready = pausing
    pausing = []
    for continuation in ready { continuation.resume() }
  }
}
