// SPDX-License-Identifier: Apache-2.0

/// What a ``FaceCaptureHandler`` records of its captures; by default nothing.
///
/// What is written is readable by its owner only. What can be known before, such as a folder that is missing
/// or a licence without the feature `MSC_DUMP`, keeps a capture from being started. What fails later, such as
/// a full disk, fails no capture: ``FaceCaptureHandlerEvent/recorded(_:)`` says it.
public struct FaceCaptureRecordingOptions: Sendable, Hashable {
  /// Where the files of captures go.
  public enum Destination: Sendable, Hashable {
    /// A file for each capture in this folder, which must exist; the names sort by time, in UTC:
    /// `session-20261128T071500.123Z-1f2e3d4c.imps`.
    case folder(String)
    /// This file, which must not exist: for a handler that captures once. What is interrupted and resumed is
    /// two captures, and needs a folder.
    case file(String)
  }

  /// The last seconds of a capture, kept in memory until they are written.
  public struct LastSeconds: Sendable, Hashable {
    public var destination: Destination
    /// What is older is dropped: 1 s...600 s.
    public var duration: Duration
    /// Whether they are written when the capture ends, and not only by
    /// ``FaceCaptureHandler/dumpLastSeconds()``.
    public var isWrittenAtEnd: Bool

    public init(to destination: Destination, duration: Duration = .seconds(10), isWrittenAtEnd: Bool = false)
    {
      self.destination = destination
      self.duration = duration
      self.isWrittenAtEnd = isWrittenAtEnd
    }
  }

  /// What becomes of the metadata: a session without frames but those returned, for a server that decides.
  public enum Metadata: Sendable, Hashable {
    /// Written as it is, for support. Needs the feature `MSC_DUMP`.
    case written(Destination)
    /// Written so that only the server can open it, whose public key this is, in PEM form.
    case sealed(Destination, key: String)
    /// Sealed likewise, and handed over: ``FaceCaptureRecording/message``.
    case handedOver(key: String)
  }

  /// Everything: frames, faces, steps and verdict, to be shown and replayed. Needs the feature `MSC_DUMP`.
  public var session: Destination?
  /// Needs the feature `MSC_DUMP`.
  public var lastSeconds: LastSeconds?
  /// Whether pixels, landmarks, names and texts are left out of both; such a session cannot be replayed.
  public var isRedacted: Bool
  public var metadata: Metadata?
  /// Who is captured, as the application names people; at most 256 bytes. A lock-out knows nobody's name, and
  /// so this is apart from what a capture is started with.
  public var subject: String?

  public init(
    session: Destination? = nil, lastSeconds: LastSeconds? = nil, isRedacted: Bool = false,
    metadata: Metadata? = nil, subject: String? = nil
  ) {
    self.session = session
    self.lastSeconds = lastSeconds
    self.isRedacted = isRedacted
    self.metadata = metadata
    self.subject = subject
  }

  /// Whether anything is recorded.
  public var isEmpty: Bool { session == nil && lastSeconds == nil && metadata == nil }
}
