// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles
public import ImprintModel
public import ImprintRuntime

/// Why sound was not recorded, written or read.
public struct AudioError: ExplainedError, Hashable {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The microphone, or its plugin; see ``AudioError/cause``.
    case source
    /// The microphone delivers no sound, without an error.
    case noSound = "no-sound"
    /// It was cancelled.
    case cancelled
    /// A recorder records once.
    case alreadyRun = "already-run"
    /// A length, rate or other value is outside its range.
    case argument
    /// The file is not there.
    case missing
    /// Permission denied.
    case denied
    /// Disk full, quota or size limit exceeded.
    case noSpace = "no-space"
    /// Another system error.
    case system
    /// The bytes are neither WAV, FLAC nor AIFF, or the path names no file.
    case notAudio = "not-audio"
    /// An unsupported format, or one that cannot be written losslessly.
    case unsupported
    /// Bytes are missing at the end.
    case truncated
    /// The file is complete, but inconsistent.
    case damaged
    /// Longer than the limit.
    case tooLong = "too-long"
    /// The encoded sound, read back, differs from the recorded one. No file was written.
    case notExact = "not-exact"
  }

  public let code: Code
  public let place: String
  public let reason: String
  public let remedy: String
  /// The plugin's error, for ``Code/source``.
  public let cause: PluginCallError.Code?

  public init(
    _ code: Code, place: String, reason: String, remedy: String, cause: PluginCallError.Code? = nil
  ) {
    self.code = code
    self.place = place
    self.reason = reason
    self.remedy = remedy
    self.cause = cause
  }

  static func source(_ error: PluginCallError) -> AudioError {
    error.code == .cancelled
      ? .cancelled
      : AudioError(
        .source, place: error.place, reason: error.reason, remedy: error.remedy, cause: error.code)
  }

  /// What opening a microphone threw, whatever its type.
  static func source(_ error: any Error) -> AudioError {
    if let error = error as? AudioError { return error }
    if let error = error as? PluginCallError { return source(error) }
    if error is CancellationError { return .cancelled }
    guard let explained = error as? any ExplainedError else {
      return AudioError(
        .source, place: "microphone", reason: "\(error).", remedy: "Look whether it is plugged in.")
    }
    return AudioError(
      .source, place: explained.place, reason: explained.reason, remedy: explained.remedy)
  }

  static var cancelled: AudioError {
    AudioError(
      .cancelled, place: "recording", reason: "it was cancelled.", remedy: "Record again when you want to.")
  }
}

extension AudioError.Code: FileCode {
  package static func of(_ problem: FileProblem.Kind, _ place: String) -> (Self, remedy: String?) {
    switch problem {
    case .noSpace: (.noSpace, nil)
    case .notPermitted, .unsafeFolder: (.denied, nil)
    case .missing, .noFolder: (.missing, nil)
    case .notAFile: (.notAudio, "Give the path of a file.")
    case .exists, .busy, .system: (.system, nil)
    case .cancelled: (.cancelled, "Record again when you want to.")
    }
  }
}

extension AudioError: FileFailure {
  package init(_ code: Code, place: String, reason: String, remedy: String) {
    self.init(code, place: place, reason: reason, remedy: remedy, cause: nil)
  }
}
