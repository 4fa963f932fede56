// SPDX-License-Identifier: Apache-2.0
internal import ImprintCapture

/// What happens while recordings are taken somewhere. Files are named by their names in the archive.
public enum ListeningUploadEvent: Sendable, Hashable {
  /// A look at the folder: so many files are to be sent.
  case began(files: Int)
  case sending(String, bytes: Int)
  /// It is there, and remembered to be.
  case taken(String, wasThere: Bool)
  /// It went before it was sent, as the archive's budget was used up.
  case gone(String)
  /// It is not sent, and not again before the uploader is made anew.
  case refused(String, ListeningUploadError)
  /// It is sent again after so long.
  case waiting(String, ListeningUploadError, after: Duration)
  case paused
  case resumed
  /// All that was there has been looked at.
  case finished(ListeningUploadSummary)
  /// In the background: it could not go on now, and looks again after so long: the interval, doubled for each
  /// look in succession that took nothing there, up to an hour, or what the destination asked for; and up to
  /// a quarter more.
  case postponed(ListeningUploadError, after: Duration)
  /// The last one: it cannot go on until somebody has changed something. In the background that is an
  /// address, a pin or a redirect; everything else is postponed.
  case failed(ListeningUploadError)
  /// The last one: it was stopped.
  case stopped
}

/// What one look at the folder came to.
public struct ListeningUploadSummary: Sendable, Hashable {
  /// Files that were sent and are there.
  public var taken = 0
  /// Their bytes.
  public var bytes = 0
  /// Files that were there already.
  public var wasThere = 0
  public var refused = 0
  /// Files that went before they were sent.
  public var gone = 0
  /// Files that were removed here, once they were there.
  public var removed = 0

  public init() {}
}

/// The events of an uploader in the background, for one reader. Ends after `failed` and `stopped`.
public struct ListeningUploadEvents: AsyncSequence, Sendable {
  let queue = CaptureEventQueue<ListeningUploadEvent> { _ in false }

  public func makeAsyncIterator() -> Iterator { Iterator(queue: queue) }

  public struct Iterator: AsyncIteratorProtocol {
    let queue: CaptureEventQueue<ListeningUploadEvent>

    /// The next event; `nil` at the end, and when the reading task is cancelled.
    public mutating func next() async -> ListeningUploadEvent? { await queue.next() }
  }
}
