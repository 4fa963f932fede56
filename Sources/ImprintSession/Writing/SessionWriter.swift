// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
internal import ImprintThreads

/// What became of a chunk that was appended.
public enum SessionAppended: Sendable, Hashable {
  /// It will be in the session.
  case taken
  /// A frame that did not fit: the session says that it was lost.
  case lost
  /// The session has failed or ended, and takes nothing.
  case refused
}

/// The limits of a session that is being written.
public struct SessionLimits: Sendable, Hashable {
  /// The file's length in bytes, default 4 GiB: some 150 seconds of 640 × 480 pixels in RGB at 30 frames a
  /// second. Frames beyond it are lost; what else comes is still written, up to 64 MiB.
  public var fileBytes = 4 << 30
  /// Frames that wait to be written, in bytes, default 64 MiB. Further ones are lost.
  public var queueBytes = 64 << 20
  /// Whatever else waits, in bytes, default 16 MiB: minutes of it. Beyond that the session fails as stalled.
  public var controlBytes = 16 << 20

  public init() {}

  /// Beyond ``fileBytes``, for what is no frame.
  static let reserve = 64 << 20
}

/// Writes a session to a file while it happens, on a thread of its own: appending copies no frame and never
/// waits for the disk. Thread-safe.
///
/// The file is readable by its owner only. It holds pixels, unless they are left out. It survives the death
/// of this process up to the last chunk that was written, but not a power cut before ``finish()``. One that
/// is released without ``finish()`` writes what was appended, and has no end, as if cut.
public final class SessionWriter: Sendable {
  private let queue: SessionQueue

  /// Creates the file, writes its header, and starts the thread. Blocks its thread for as long as that takes.
  /// - Parameters:
  ///   - path: the file; its folder must exist.
  ///   - replacing: whether a file that is there is replaced. A link is replaced itself, and never followed.
  /// - Throws: `exists`, `no-space`, `file`; `content` for a header that no session may have.
  public init(
    creating path: String, header: SessionHeader, replacing: Bool = false,
    limits: SessionLimits = SessionLimits()
  ) throws(SessionError) {
    let file = try SessionFile.creating(path, header: header, replacing: replacing)
    queue = SessionQueue(file, header: header, limits: limits)
    do throws(SystemThreadError) {
      try SystemThread.detach(SystemThread.Settings(takesSignals: false)) { [queue] in queue.run() }
    } catch {
      queue.remove()
      throw SessionError(
        .file, place: path, reason: error.sentence, remedy: "End other programs of this user.")
    }
  }

  deinit { queue.abandon() }

  /// Appends what happened. O(1) for a frame, O(bytes) for all else, which is encoded; no I/O.
  @discardableResult
  public func append(_ chunk: SessionChunk) -> SessionAppended { queue.append(chunk) }

  /// Why the session takes nothing more; `nil` while it does.
  public var failure: SessionError? { queue.failure }

  /// How many chunks, frames and losses were appended and taken so far, the header included.
  public var counts: SessionCounts { queue.counts }

  /// How many bytes of the file are written.
  public var writtenBytes: Int { queue.writtenBytes }

  /// Writes what waits, and the end, and flushes all to disk, whether or not the task is cancelled. Later
  /// calls return the same.
  /// - Throws: why the session failed, with how much of it is whole: `no-space`, `file`, `content`,
  ///   `stalled`, `limit`.
  public func finish() async throws(SessionError) -> SessionSummary {
    try await withCheckedContinuation { done in
      queue.finish { done.resume(returning: $0) }
    }.get()
  }
}
