// SPDX-License-Identifier: Apache-2.0
public import ImprintCapture
public import ImprintLicense
internal import ImprintRuntime
public import ImprintSession
private import Synchronization

/// Collects the metadata of a capture: a session without the bytes of frames, but for those returned. A
/// server that decides is sent it, sealed to its key.
///
/// ```swift
/// let metadata = try await system.faces.metadata(of: capture)
/// let result = try await capture.run()
/// let message = try metadata.sealed(to: MetadataPublicKey(pem: serverKey))
/// ```
///
/// Holds the frames that are kept at the moment, and all else: some 6 kB a frame. Thread-safe.
public final class MetadataRecorder: CaptureRecorder {
  fileprivate struct State {
    var buffer: SessionBuffer
    var chunks: CaptureChunks
    /// Those in a slot, and the latest, with their bytes.
    var frames: [UInt64: EncodedFrame] = [:]
    var failure: SessionError?
    var hasEnded = false
  }

  private let state: Mutex<State>
  private let entitlements: any EntitlementProvider

  /// For messages.
  private static let place = "metadata of a capture"

  /// Add it to the capture before that runs: ``FaceCapture/add(_:)``.
  /// - Parameters:
  ///   - forDump: asks at once whether a dump is licensed, and not only when it is written.
  ///   - entitlements: the capture's; asked for a dump only.
  /// - Throws: `content` for what no header may hold; `not-entitled`.
  public init(
    of setup: CaptureSetup, _ origin: CaptureOrigin, forDump: Bool = false,
    entitlements: any EntitlementProvider
  ) throws(SessionError) {
    if forDump { try RecordingPermission.check(entitlements, place: Self.place) }
    state = Mutex(
      State(
        buffer: try SessionBuffer(header: SessionHeader(of: setup, origin)), chunks: CaptureChunks(setup)))
    self.entitlements = entitlements
  }

  /// Called by the capture.
  public func record(_ moment: CaptureMoment) { state.withLock { $0.record(moment) } }

  /// The metadata, sealed to a server's key: one message of HPKE, which only the server opens. O(bytes).
  /// - Throws: ``SessionError`` `content` before the capture has ended, `limit` where it is longer than
  ///   64 MiB; ``MetadataError``.
  public func sealed(to key: MetadataPublicKey) throws -> [UInt8] {
    try SealedMetadata.seal(try whole().encoded(), to: key)
  }

  /// Writes the metadata to a file as it is, for support (F67); readable by its owner only.
  /// - Parameter replacing: whether a file that is there is replaced.
  /// - Throws: `not-entitled` without the feature `MSC_DUMP`; `content` before the capture has ended;
  ///   `limit`, `exists`, `no-space`, `file`.
  @discardableResult
  public func write(to path: String, replacing: Bool = false) async throws(SessionError) -> SessionSummary {
    try RecordingPermission.check(entitlements, place: path)
    let buffer = try whole()
    return try await PluginWork.run { () throws(SessionError) in
      try buffer.write(to: path, replacing: replacing)
    }
  }

  private func whole() throws(SessionError) -> SessionBuffer {
    let (buffer, failure, hasEnded) = state.withLock { ($0.buffer, $0.failure, $0.hasEnded) }
    if let failure { throw failure }
    guard hasEnded else {
      throw SessionError(
        .content, place: Self.place, reason: "the capture has not ended.", remedy: "Await its end first.")
    }
    return buffer
  }
}

extension MetadataRecorder.State {
  mutating func record(_ moment: CaptureMoment) {
    guard failure == nil else { return }
    if let complaint = chunks.complaint(of: moment) {
      failure = SessionError(
        .content, place: "metadata of a capture", reason: complaint, remedy: "Capture anew.")
      return
    }
    if case .ended = moment { restore() }
    let appended = chunks.chunks(of: moment)
    do throws(SessionError) {
      for chunk in appended { try append(chunk) }
    } catch {
      failure = error
    }
    switch moment {
    case .frame(let frame):
      discard()
      frames[frame.sequence] = frame
    case .switched: frames = [:]
    case .ended: (frames, hasEnded) = ([:], true)
    case .turned, .faces, .step, .answer: break
    }
  }

  private mutating func append(_ chunk: SessionChunk) throws(SessionError) {
    if case .frame(let frame) = chunk {
      try buffer.append(.omittedFrame(OmittedFrame(of: frame)))
    } else {
      try buffer.append(chunk)
    }
  }

  /// Frames that no slot has any more.
  private mutating func discard() {
    let kept = Set(chunks.slots.values)
    frames = frames.filter { kept.contains($0.key) }
  }

  /// Those that are returned get their bytes; the best first, as many as fit.
  private mutating func restore() {
    for image in chunks.images.sorted(by: { $0.rank < $1.rank }) {
      if let frame = frames.removeValue(forKey: image.sequence) { buffer.restore(frame) }
    }
  }
}
