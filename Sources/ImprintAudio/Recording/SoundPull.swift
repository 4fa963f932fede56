// SPDX-License-Identifier: Apache-2.0
package import ImprintRuntime

/// Pulls sound from a source, as whoever records or listens does: in short waits, with an end to silence
/// where there should be sound.
package struct SoundPull: Sendable {
  /// The result of one wait.
  package enum Next: Sendable {
    case chunk(AudioChunk)
    /// Nothing was there in time; perhaps the microphone fails: ``SoundPull/noSound``.
    case nothing
    /// The sound has ended.
    case end
    /// The device is gone; it may come back.
    case gone(AudioError)
    case failed(AudioError)
  }

  /// The length of one wait.
  package static let tick: Duration = .milliseconds(200)
  /// A working microphone always delivers samples within this time, even of silence.
  package static let patience: Duration = .seconds(5)
  /// The interval of attempts to open a lost microphone; the first one, where they become longer.
  package static let retry: Duration = .milliseconds(250)

  private let place: String
  private var lastChunk = ContinuousClock.now

  /// - Parameter place: what is done with the sound, for errors, such as `recording`.
  package init(_ place: String) { self.place = place }

  /// - Parameter wait: how long; zero: only for what is there.
  package mutating func next(_ source: any AudioSource, within wait: Duration = tick) async -> Next {
    do {
      guard let chunk = try await source.read(timeout: wait) else { return .end }
      lastChunk = .now
      return .chunk(chunk)
    } catch {
      if error.isRetryable { return .nothing }
      return error.code == .deviceGone ? .gone(.source(error)) : .failed(.source(error))
    }
  }

  /// Nothing was to be expected until now: the machine was suspended, or another source was opened.
  package mutating func beginAnew() { lastChunk = .now }

  /// Why it is waited for no longer; `nil` while it is.
  package var noSound: AudioError? {
    guard ContinuousClock.now - lastChunk >= Self.patience else { return nil }
    return AudioError(
      .noSound, place: place, reason: "the microphone has given nothing for \(Self.patience).",
      remedy: "Unplug it and plug it in again; check whether another program uses it.")
  }

  /// Opens a source that was lost, in as many attempts as it takes.
  /// - Parameters:
  ///   - patience: how long; `nil`: without an end.
  ///   - longest: each interval between two attempts is twice the one before, up to this.
  ///   - isOver: whether nobody waits for it any more.
  ///   - open: one attempt; `nil` where it failed.
  /// - Returns: `nil` where that took too long or is over, or the task was cancelled.
  package static func opened(
    within patience: Duration?, longest: Duration = retry, isolation: isolated (any Actor)? = #isolation,
    unless isOver: () -> Bool, opening open: () async -> (any AudioSource)?
  ) async -> (any AudioSource)? {
    let start = ContinuousClock.now
    var pause = retry
    while !Task.isCancelled, !isOver() {
      if let source = await open() { return source }
      if let patience, ContinuousClock.now - start + pause >= patience { return nil }
      try? await Task.sleep(for: pause)
      pause = min(pause * 2, longest)
    }
    return nil
  }
}
