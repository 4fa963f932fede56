// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// What is kept of a capture beside its images.
struct CaptureRecordingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Record the capture: frames, faces, steps and verdict. It must not exist yet; only its owner may read it.",
      valueName: "file"))
  var record: String?

  @Option(
    help: ArgumentHelp(
      "Of the recording, only the last seconds, 1 to 600, written when the capture ends.", valueName: "s"))
  var last: Int?

  @Flag(help: "Omit pixels, landmarks, names and texts from the recording.")
  var redact = false

  @Option(
    help: ArgumentHelp(
      "Write the metadata: the recording without frames but those returned. Sealed with --server-key.",
      valueName: "file"))
  var metadata: String?

  @Option(
    help: ArgumentHelp(
      "The public key in PEM form of the server that alone can open the metadata.", valueName: "file"))
  var serverKey: String?

  func validate() throws {
    if record == nil, last != nil || redact {
      throw ValidationError("--last and --redact are of a recording: give --record.")
    }
    if let last, !(1...600).contains(last) { throw ValidationError("--last is 1 to 600 seconds.") }
    if metadata == nil, serverKey != nil {
      throw ValidationError("--server-key is for metadata: give --metadata.")
    }
  }

  /// - Throws: where a file cannot be written, or the key is none: before the person is asked for anything.
  func recorders() throws -> CaptureRecorders {
    if let record, Files.exists(record) {
      throw CommandError(
        .file, place: record, reason: "it exists already.", remedy: "Remove it, or choose another name.")
    }
    if let metadata { try Files.checkWritable(metadata, besides: serverKey.map { [$0] } ?? []) }
    let key = try serverKey.map { path in
      try MetadataPublicKey(pem: String(decoding: Files.read(path, upTo: 1 << 16), as: UTF8.self))
    }
    return CaptureRecorders(options: self, key: key)
  }
}

/// The recorders of one capture, and what came of them.
final class CaptureRecorders: Sendable {
  private enum Running {
    case whole(SessionRecorder)
    case last(LastSecondsRecorder, String)
    case metadata(MetadataRecorder, String)
  }

  /// What became of a file.
  struct Fact {
    let kind: String
    let path: String
    var bytes = 0
    var frames = 0
    var error: (any ExplainedError)?

    var line: String {
      guard let error else { return "\(kind): \(path): \(frames) frames, \(bytes) bytes" }
      return "warning: \(kind): \(error)"
    }

    var json: JSONValue {
      [
        "kind": kind, "path": path, "bytes": bytes, "frames": frames,
        "error": error.map(\.json).json,
      ]
    }
  }

  private let options: CaptureRecordingOptions
  private let key: MetadataPublicKey?
  private let running = Mutex<[Running]>([])

  init(options: CaptureRecordingOptions, key: MetadataPublicKey?) {
    self.options = options
    self.key = key
  }

  /// To be called before the capture runs.
  func begin(_ capture: FaceCapture, with system: BiometricSystem) async throws {
    if let path = options.metadata {
      let metadata = try await system.faces.metadata(of: capture, forDump: key == nil)
      running.withLock { $0.append(.metadata(metadata, path)) }
    }
    guard let path = options.record else { return }
    if let last = options.last {
      let recorder = try await system.faces.keepLast(.seconds(last), of: capture)
      running.withLock { $0.append(.last(recorder, path)) }
    } else {
      let recorder = try await system.faces.record(capture, to: path, redacted: options.redact)
      running.withLock { $0.append(.whole(recorder)) }
    }
  }

  /// To be called once the capture has ended; writes what is not written yet. It cannot fail the capture.
  func finish() async -> [Fact] {
    let ended = running.withLock { running in
      defer { running = [] }
      return running
    }
    var facts: [Fact] = []
    for recorder in ended { facts.append(await finish(recorder)) }
    return facts
  }

  private func finish(_ recorder: Running) async -> Fact {
    switch recorder {
    case .whole(let recorder):
      await Self.fact("recording", recorder.path) { () async throws(SessionError) in
        try await recorder.finish()
      }
    case .last(let recorder, let path):
      await Self.fact("recording", path) { [options] () async throws(SessionError) in
        try await recorder.write(to: path, redacted: options.redact)
      }
    case .metadata(let recorder, let path): await finish(recorder, path)
    }
  }

  private func finish(_ recorder: MetadataRecorder, _ path: String) async -> Fact {
    guard let key else {
      return await Self.fact("metadata", path) { () async throws(SessionError) in
        try await recorder.write(to: path, replacing: true)
      }
    }
    var fact = Fact(kind: "metadata", path: path)
    do {
      let message = try recorder.sealed(to: key)
      try Files.write(message, to: path)
      fact.bytes = message.count
    } catch let error as any ExplainedError {
      fact.error = error
    } catch {
      fact.error = CommandError(
        .file, place: path, reason: "\(error)", remedy: "Report this as a fault of Imprint.")
    }
    return fact
  }

  private static func fact(
    _ kind: String, _ path: String, _ write: () async throws(SessionError) -> SessionSummary
  ) async -> Fact {
    var fact = Fact(kind: kind, path: path)
    do throws(SessionError) {
      let summary = try await write()
      (fact.bytes, fact.frames) = (summary.bytes, Int(clamping: summary.counts.frames))
    } catch {
      fact.error = error
    }
    return fact
  }
}
