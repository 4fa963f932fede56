// SPDX-License-Identifier: Apache-2.0

/// What is recorded of a capture beside its images.
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
      "Write the metadata: the recording without frames but those returned. It must not exist yet. Sealed with "
        + "--server-key.",
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

  /// - Throws: where the key cannot be read.
  func options(subject: String?) throws -> FaceCaptureRecordingOptions {
    var options = FaceCaptureRecordingOptions(isRedacted: redact, subject: subject)
    if let record {
      if let last {
        options.lastSeconds = .init(to: .file(record), duration: .seconds(last), isWrittenAtEnd: true)
      } else {
        options.session = .file(record)
      }
    }
    if let metadata {
      let key = try serverKey.map { String(decoding: try Files.read($0, upTo: 1 << 16), as: UTF8.self) }
      options.metadata = key.map { .sealed(.file(metadata), key: $0) } ?? .written(.file(metadata))
    }
    return options
  }
}

extension FaceCaptureRecording {
  /// What a person at the terminal is told.
  var line: String {
    if let error { return "warning: \(kind.rawValue): \(error)" }
    return "\(kind.rawValue): \(path ?? "handed over"): \(frames) frames, \(bytes) bytes"
  }

  var json: JSONValue {
    [
      "kind": kind.rawValue, "path": path, "bytes": bytes, "frames": frames,
      "error": error.map(\.json).json,
    ]
  }
}
