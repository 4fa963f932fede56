// SPDX-License-Identifier: Apache-2.0
internal import ImprintCapture
internal import ImprintRuntime
internal import ImprintSession
private import Synchronization

/// A whole session, written as the capture goes on.
struct WrittenSession: FaceCaptureRecorder {
  private let recorder: SessionRecorder

  init(_ recorder: SessionRecorder) { self.recorder = recorder }

  func record(_ moment: CaptureMoment) { recorder.record(moment) }

  func finish() async -> FaceCaptureRecording? {
    await .of(.session, recorder.path) { () async throws(SessionError) in try await recorder.finish() }
  }

  func writeNow() async -> FaceCaptureRecording? { nil }
}

/// The last seconds, written when they are asked for, and at the end where that is wanted.
final class KeptSeconds: FaceCaptureRecorder {
  private let recorder: LastSecondsRecorder
  private let options: FaceCaptureRecordingOptions.LastSeconds
  private let isRedacted: Bool
  /// The files that are this one's own: they may be replaced.
  private let written = Mutex<Set<String>>([])
  /// Whoever writes waits for it first.
  private let latest = Mutex<Task<FaceCaptureRecording, Never>?>(nil)

  init(
    _ recorder: LastSecondsRecorder, _ options: FaceCaptureRecordingOptions.LastSeconds, isRedacted: Bool
  ) {
    self.recorder = recorder
    self.options = options
    self.isRedacted = isRedacted
  }

  func record(_ moment: CaptureMoment) { recorder.record(moment) }

  func finish() async -> FaceCaptureRecording? { options.isWrittenAtEnd ? await write() : nil }

  func writeNow() async -> FaceCaptureRecording? { await write() }

  /// One after the other: of two at the same time to one file, the second replaces what the first wrote.
  private func write() async -> FaceCaptureRecording {
    let write = latest.withLock { latest in
      let before = latest
      let write = Task {
        _ = await before?.value
        return await writeFile()
      }
      latest = write
      return write
    }
    return await write.value
  }

  private func writeFile() async -> FaceCaptureRecording {
    let path = options.destination.path(of: .lastSeconds, ending: "imps")
    let isOwn = written.withLock { $0.contains(path) }
    return await .of(.lastSeconds, path) { () async throws(SessionError) in
      let summary = try await recorder.write(to: path, redacted: isRedacted, replacing: isOwn)
      written.withLock { _ = $0.insert(path) }
      return summary
    }
  }
}

/// The metadata, written, sealed or handed over when the capture has ended.
struct CollectedMetadata: FaceCaptureRecorder {
  private let recorder: MetadataRecorder
  private let destination: FaceCaptureRecordingOptions.Destination?
  private let key: MetadataPublicKey?

  init(
    _ recorder: MetadataRecorder, to destination: FaceCaptureRecordingOptions.Destination?,
    key: MetadataPublicKey?
  ) {
    self.recorder = recorder
    self.destination = destination
    self.key = key
  }

  func record(_ moment: CaptureMoment) { recorder.record(moment) }

  func finish() async -> FaceCaptureRecording? {
    let path = destination?.path(of: .metadata, ending: key == nil ? "imps" : "impm")
    guard let key else {
      guard let path else { return nil }
      return await .of(.metadata, path) { () async throws(SessionError) in try await recorder.write(to: path)
      }
    }
    do {
      let message = try recorder.sealed(to: key)
      guard let path else {
        return FaceCaptureRecording(.metadata, path: nil, message: message, bytes: message.count)
      }
      try await PluginWork.run { () throws(SessionError) in
        try SealedMetadata.write(message, to: path)
      }
      return FaceCaptureRecording(.metadata, path: path, bytes: message.count)
    } catch let error as any ExplainedError {
      return FaceCaptureRecording(.metadata, path: path, error: error)
    } catch {
      return FaceCaptureRecording(
        .metadata, path: path,
        error: SessionError(
          .file, place: path ?? "metadata", reason: "\(error)", remedy: "Report this as a fault of Imprint."))
    }
  }

  func writeNow() async -> FaceCaptureRecording? { nil }
}

extension FaceCaptureRecording {
  /// What became of a session's file.
  fileprivate static func of(
    _ kind: Kind, _ path: String, _ write: () async throws(SessionError) -> SessionSummary
  ) async -> FaceCaptureRecording {
    do throws(SessionError) {
      let summary = try await write()
      return FaceCaptureRecording(
        kind, path: path, bytes: summary.bytes, frames: Int(clamping: summary.counts.frames))
    } catch {
      return FaceCaptureRecording(kind, path: path, error: error)
    }
  }
}
