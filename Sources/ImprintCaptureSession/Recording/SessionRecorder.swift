// SPDX-License-Identifier: Apache-2.0
public import ImprintCapture
public import ImprintLicense
public import ImprintSession
public import Logging
private import Synchronization

/// Records a capture into a session file, from its beginning to its end.
///
/// ```swift
/// let capture = try await system.faces.capture()
/// let recorder = try await system.faces.record(capture, to: "capture.imps")
/// let result = try await capture.run()
/// let summary = try await recorder.finish()
/// ```
///
/// The capture never waits for the disk, and never fails by it: where the disk is full or too slow the
/// recording ends, logs a warning, and ``failure`` says why; the file up to there is readable. Thread-safe.
public final class SessionRecorder: CaptureRecorder {
  private struct State {
    var chunks: CaptureChunks
    var failure: SessionError?
    /// Whether the end of the recording was logged.
    var isTold = false
  }

  /// The file.
  public let path: String
  /// Whether pixels, landmarks, names and texts are left out.
  public let isRedacted: Bool
  private let writer: SessionWriter
  private let logger: Logger
  private let state: Mutex<State>

  /// Creates the file, readable by its owner only. Blocks its thread for as long as that takes. Add it to the
  /// capture before that runs: ``FaceCapture/add(_:)``.
  /// - Parameters:
  ///   - path: its folder must exist.
  ///   - setup: the capture's.
  ///   - redacted: leaves out pixels, landmarks, names and texts; such a session cannot be replayed.
  ///   - replacing: whether a file that is there is replaced.
  ///   - entitlements: the capture's.
  /// - Throws: `not-entitled` without the feature `MSC_DUMP`; `exists`, `no-space`, `file`, `content`.
  public init(
    creating path: String, of setup: CaptureSetup, _ origin: CaptureOrigin, redacted: Bool = false,
    replacing: Bool = false, limits: SessionLimits = SessionLimits(),
    entitlements: any EntitlementProvider, logger: Logger
  ) throws(SessionError) {
    try RecordingPermission.check(entitlements, place: path)
    let header = SessionHeader(of: setup, origin)
    writer = try SessionWriter(
      creating: path, header: redacted ? header.redacted : header, replacing: replacing, limits: limits)
    self.path = path
    self.logger = logger
    isRedacted = redacted
    state = Mutex(State(chunks: CaptureChunks(setup)))
  }

  /// Called by the capture.
  public func record(_ moment: CaptureMoment) {
    let warning = state.withLock { state -> SessionError? in
      guard state.failure == nil else { return nil }
      if let complaint = state.chunks.complaint(of: moment) {
        // The file ends here, and says why.
        append([.verdict(state.chunks.failed(.failed, complaint))])
        state.failure = SessionError(
          .content, place: path, reason: complaint, remedy: "Record that capture anew.")
        return state.failure
      }
      append(state.chunks.chunks(of: moment))
      guard !state.isTold, let failure = writer.failure else { return nil }
      state.isTold = true
      return failure
    }
    guard let warning else { return }
    logger.warning(
      "the recording of a capture has ended", metadata: ["place": "\(path)", "reason": "\(warning)"])
  }

  private func append(_ chunks: [SessionChunk]) {
    for chunk in chunks { writer.append(isRedacted ? chunk.redacted : chunk) }
  }

  /// Why the recording takes nothing more; `nil` while it does.
  public var failure: SessionError? { state.withLock { $0.failure } ?? writer.failure }

  /// What was recorded so far.
  public var counts: SessionCounts { writer.counts }

  /// Writes what waits and the end, and flushes all to disk; after the capture has ended. Later calls return
  /// the same.
  /// - Throws: why the recording ended before the capture, with how much of it is whole: `no-space`, `file`,
  ///   `stalled`, `limit`, `content`.
  @discardableResult
  public func finish() async throws(SessionError) -> SessionSummary {
    let summary = try await writer.finish()
    if let failure = state.withLock({ $0.failure }) { throw failure }
    return summary
  }
}
