// SPDX-License-Identifier: Apache-2.0
private import Synchronization

/// The last seconds of a capture, in memory, to be written to a file when something went wrong (F66).
///
/// The oldest chunks go first. Appending copies no frame, and goes on while a dump is written. Thread-safe.
public final class SessionRing: Sendable {
  /// The default duration.
  public static let usualDuration: Duration = .seconds(10)
  /// The default bound: 256 MiB. 640 × 480 pixels in RGB at 30 frames a second take 277 MB in 10 s.
  public static let usualLimit = 256 << 20

  fileprivate struct Entry {
    let chunk: EncodedChunk
    let time: ContinuousClock.Instant
    let setting: Setting?
  }

  /// What of a chunk all that follow depend on, whatever is between.
  fileprivate enum Setting {
    case camera(SessionCamera, seed: UInt128?)
    case orientation(CaptureOrientation)
  }

  fileprivate struct State {
    var header: SessionHeader
    /// How the device was held before the first entry.
    var orientation = CaptureOrientation.portrait
    var order: SessionOrder
    /// Those before `first` are gone.
    var entries: [Entry?] = []
    var first = 0
    var bytes = 0
    var failure: SessionError?
  }

  private let state: Mutex<State>
  private let duration: Duration
  private let limit: Int

  /// For messages.
  private static let place = "last seconds of the session"
  /// What each chunk takes beside its bytes, as far as the bound is concerned.
  private static let overhead = 128

  /// - Parameters:
  ///   - header: each dump begins with it.
  ///   - duration: what is older is dropped.
  ///   - limit: in bytes; at least 1 MiB. A dump that is being written holds what it has to itself, so that
  ///     twice as much may be in use meanwhile.
  /// - Throws: `content` for a header that no session may have.
  public init(
    header: SessionHeader, duration: Duration = SessionRing.usualDuration,
    limit: Int = SessionRing.usualLimit
  ) throws(SessionError) {
    do throws(SessionFault) { try header.check() } catch { throw .content(Self.place, error) }
    state = Mutex(State(header: header, order: SessionOrder(header)))
    self.duration = duration
    self.limit = max(limit, 1 << 20)
  }

  /// Appends what happened, and drops what is too old or too much. O(1) for a frame, O(bytes) for all else.
  /// - Parameter time: when; never decreases.
  /// - Returns: `lost` for a frame longer than the bound; `refused` for what no session may hold, or not in
  ///   that order, and all that follows.
  @discardableResult
  public func append(
    _ chunk: SessionChunk, at time: ContinuousClock.Instant = .now
  ) -> SessionAppended {
    state.withLock { state in
      guard state.failure == nil else { return .refused }
      do throws(SessionFault) {
        try chunk.check()
        try state.order.accept(chunk)
      } catch {
        state.failure = .content(Self.place, error)
        return .refused
      }
      var encoded = chunk.encoded()
      var appended = SessionAppended.taken
      if case .frame(let frame) = chunk, Self.room(encoded) > limit {
        let loss = SessionLoss(first: frame.sequence, last: frame.sequence, count: 1, reason: .limit)
        encoded = SessionChunk.lost(loss).encoded()
        appended = .lost
      }
      state.entries.append(Entry(chunk: encoded, time: time, setting: chunk.setting))
      state.bytes += Self.room(encoded)
      while state.first < state.entries.count, let oldest = state.entries[state.first],
        state.bytes > limit || time - oldest.time > duration
      {
        state.drop(oldest, room: Self.room(oldest.chunk))
      }
      return appended
    }
  }

  /// How many chunks are held, and how much they take, in bytes.
  public var held: (chunks: Int, bytes: Int) {
    state.withLock { ($0.entries.count - $0.first, $0.bytes) }
  }

  /// Writes what is held to a file, readable by its owner only. Blocks its thread for as long as the disk
  /// takes; what is appended meanwhile is not in it.
  ///
  /// The header of the file says how many chunks preceded its first one; where those are none, it is the
  /// whole session so far. How the device was held then is said again before all else.
  /// - Parameters:
  ///   - redacted: leaves out what ``SessionRedaction`` does.
  ///   - replacing: whether a file that is there is replaced.
  /// - Throws: `exists`, `no-space`, `file`; `content` if something was refused. Where this throws there is
  ///   no file.
  @discardableResult
  public func write(
    to path: String, redacted: Bool = false, replacing: Bool = false
  ) throws(SessionError) -> SessionSummary {
    let (header, orientation, entries, failure) = state.withLock {
      ($0.dumpHeader, $0.orientation, $0.entries[$0.first...], $0.failure)
    }
    if let failure { throw failure }
    var file = try SessionFile.creating(
      path, header: redacted ? header.redacted : header, replacing: replacing)
    do throws(SessionError) {
      if orientation != .portrait { try file.add(SessionChunk.orientation(orientation).encoded()) }
      for case let entry? in entries {
        try file.add(redacted ? try Self.redacted(entry.chunk) : entry.chunk)
      }
      return try file.end(.complete)
    } catch {
      file.remove()
      throw error
    }
  }

  private static func redacted(_ chunk: EncodedChunk) throws(SessionError) -> EncodedChunk {
    do throws(SessionFault) {
      return try SessionChunk(chunk.kind, decoding: (chunk.fields + chunk.bulk)[...]).redacted.encoded()
    } catch {
      throw .content(place, error)
    }
  }

  private static func room(_ chunk: EncodedChunk) -> Int { chunk.wholeBytes + overhead }
}

extension SessionChunk {
  fileprivate var setting: SessionRing.Setting? {
    switch self {
    case .camera(let camera, let seed): .camera(camera, seed: seed)
    case .orientation(let orientation): .orientation(orientation)
    case .frame, .omittedFrame, .faces, .step, .comparison, .events, .verdict, .lost: nil
    }
  }
}

extension SessionRing.State {
  /// Of a dump that is written now.
  fileprivate var dumpHeader: SessionHeader {
    var header = header
    // One of those that are gone is said again.
    if orientation != .portrait { header.omitted -= 1 }
    return header
  }

  mutating func drop(_ oldest: SessionRing.Entry, room: Int) {
    entries[first] = nil
    first += 1
    bytes -= room
    header.omitted += 1
    switch oldest.setting {
    // What was the camera before is not what the next frames are of.
    case .camera(let camera, let seed)?:
      header.camera = camera
      if let seed { header.seed = seed }
    case .orientation(let orientation)?: self.orientation = orientation
    case nil: break
    }
    // Moved rarely, so that dropping costs O(1).
    if first > 1024, first > entries.count / 2 {
      entries.removeFirst(first)
      first = 0
    }
  }
}
