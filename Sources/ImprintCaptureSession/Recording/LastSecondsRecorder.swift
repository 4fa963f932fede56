// SPDX-License-Identifier: Apache-2.0
public import ImprintCapture
public import ImprintLicense
internal import ImprintRuntime
public import ImprintSession
private import Synchronization

/// Keeps the last seconds of a capture in memory, to be dumped when something went wrong (F66): while the
/// capture runs, or after it. Thread-safe.
public final class LastSecondsRecorder: CaptureRecorder {
  private let ring: SessionRing
  private let entitlements: any EntitlementProvider
  /// `nil` once the capture went on with what the header does not say.
  private let chunks: Mutex<CaptureChunks?>

  /// Add it to the capture before that runs: ``FaceCapture/add(_:)``.
  /// - Parameters:
  ///   - duration: what is older is dropped; default 10 s.
  ///   - limit: in bytes, default 256 MiB; twice as much may be in use while a dump is written.
  ///   - entitlements: the capture's; asked again for each dump.
  /// - Throws: `not-entitled` without the feature `MSC_DUMP`; `content`.
  public init(
    of setup: CaptureSetup, _ origin: CaptureOrigin, duration: Duration = SessionRing.usualDuration,
    limit: Int = SessionRing.usualLimit, entitlements: any EntitlementProvider
  ) throws(SessionError) {
    try RecordingPermission.check(entitlements, place: Self.place)
    ring = try SessionRing(header: SessionHeader(of: setup, origin), duration: duration, limit: limit)
    chunks = Mutex(CaptureChunks(setup))
    self.entitlements = entitlements
  }

  private static let place = "last seconds of a capture"

  /// Called by the capture.
  public func record(_ moment: CaptureMoment) {
    chunks.withLock { chunks in
      guard let complaint = chunks?.complaint(of: moment) else {
        for chunk in chunks?.chunks(of: moment) ?? [] { ring.append(chunk) }
        return
      }
      if let verdict = chunks?.failed(.failed, complaint) { ring.append(.verdict(verdict)) }
      chunks = nil
    }
  }

  /// Writes the last seconds up to now to a file, readable by its owner only; the capture goes on.
  /// - Parameters:
  ///   - redacted: leaves out pixels, landmarks, names and texts.
  ///   - replacing: whether a file that is there is replaced.
  /// - Throws: `not-entitled`, `exists`, `no-space`, `file`; `content`. Where this throws there is no file.
  @discardableResult
  public func write(
    to path: String, redacted: Bool = false, replacing: Bool = false
  ) async throws(SessionError) -> SessionSummary {
    try RecordingPermission.check(entitlements, place: path)
    return try await PluginWork.run { [ring] () throws(SessionError) in
      try ring.write(to: path, redacted: redacted, replacing: replacing)
    }
  }
}
