// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime
public import ImprintSession

/// Replays a session: steps the same capture plugin with what was recorded, and compares what comes out. No
/// licence is needed for it, beyond those that the plugins themselves need.
public enum SessionReplay {
  /// What a session is replayed from.
  public enum Source: String, Sendable, Hashable, CaseIterable {
    /// The tracker's recorded output: the same events and verdict are expected, bit for bit.
    case faces
    /// The recorded frames, decoded and tracked again: the same verdict is expected, as the tracker's
    /// rounding depends on the processor.
    case frames
  }

  /// What a session is replayed on. Each call makes a new one, as the session may have several cameras.
  public struct Parts: Sendable {
    /// Which plugins these are.
    public let plugin: SessionComponent
    public let tracker: SessionComponent?
    let makeMachine: @Sendable (FaceCaptureOptions) async throws -> FaceCaptureMachine
    let makeTracker: @Sendable (FaceTrackerOptions) async throws -> FaceTracker

    /// - Parameter makeTracker: called only from frames.
    public init(
      plugin: SessionComponent, tracker: SessionComponent?,
      makeMachine: @escaping @Sendable (FaceCaptureOptions) async throws -> FaceCaptureMachine,
      makeTracker: @escaping @Sendable (FaceTrackerOptions) async throws -> FaceTracker
    ) {
      self.plugin = plugin
      self.tracker = tracker
      self.makeMachine = makeMachine
      self.makeTracker = makeTracker
    }
  }

  /// Replays a session. A file that was cut is replayed up to the cut: ``SessionReplayReport/ending``.
  /// - Parameters:
  ///   - path: untrusted; at most some 16 MiB of it are in memory.
  ///   - parts: what to replay it on, by its header.
  /// - Throws: ``SessionReplayError``, ``SessionError``; what `parts` throws, and what decoding a frame does
  ///   not: a frame that no longer can be decoded counts as missing.
  public static func run(
    _ path: String, from source: Source = .faces, on parts: (SessionHeader) async throws -> Parts
  ) async throws -> SessionReplayReport {
    let session = try await SessionSource.open(path)
    if let obstacle = session.header.replayObstacle { throw SessionReplayError.obstacle(obstacle, path) }
    let options = try RecordedOptions.read(session.header)
    var run = try await ReplayRun(session, source, options, parts(session.header))
    var goesOn = true
    while true {
      let chunks = try await session.next()
      if chunks.isEmpty { break }
      for chunk in chunks {
        try Task.checkCancellation()
        if goesOn {
          goesOn = try await run.take(chunk)
        } else {
          // The rest only says how the session ends, and with what.
          run.passOver(chunk)
        }
      }
    }
    return try await run.report()
  }
}
