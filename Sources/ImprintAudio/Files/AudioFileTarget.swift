// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
public import ImprintRuntime

/// The target file of a recording.
///
/// Created before recording, so that a missing or read-only folder is reported before anybody has spoken, not
/// afterwards:
///
/// ```swift
/// let target = try AudioFileTarget("voice.flac", for: .s16)
/// let recording = try await recorder.record()
/// let file = try target.write(recording.clip)
/// ```
public final class AudioFileTarget {
  /// Where sound was written.
  public struct Written: Sendable, Hashable {
    public let path: String
    /// Why it is not the requested path: that file type could not store the sound losslessly, and a WAV file
    /// beside it does.
    public let reason: String?

    public init(path: String, reason: String? = nil) {
      self.path = path
      self.reason = reason
    }
  }

  public let path: String
  public let kind: AudioFileKind
  private let name: String
  private let folder: Folder<AudioError>

  /// Opens the folder, and verifies that it is writable. Creates no file yet, and keeps an existing one.
  /// - Parameters:
  ///   - kind: `nil`, the default, goes by the path's ending, `.wav` or `.flac`.
  ///   - sample: the sample format to be written, if known.
  /// - Throws: ``AudioError`` `unsupported` if the kind never stores such samples, `missing` and `denied` for
  ///   the folder, `notAudio` if the path is a folder, `noSpace`.
  public init(
    _ path: String, as kind: AudioFileKind? = nil, for sample: AudioSample? = nil
  ) throws(AudioError) {
    let (folder, name, kind) = try AudioFile.parts(of: path, as: kind)
    if let sample, !kind.mayKeep(sample) {
      throw AudioError(
        .unsupported, place: path, reason: "\(kind.rawValue) does not keep \(sample.rawValue).",
        remedy: "Write it as WAV, or record other samples.")
    }
    self.path = path
    self.kind = kind
    self.name = name
    self.folder = try Folder(path: folder)
    guard try !self.folder.isFolder(name) else {
      throw .notAFile(path, reason: "it is a folder.")
    }
    try self.folder.tryWriting()
  }

  /// Writes a file as ``AudioFile/write(_:to:as:)`` does. Sound that FLAC cannot store losslessly, such as
  /// full 32 bits, goes to a WAV file beside it instead, so that no recording is lost.
  /// - Returns: where it is.
  public func write(_ clip: AudioClip) throws(AudioError) -> Written {
    do throws(AudioError) {
      try write(clip, as: kind, to: name)
      return Written(path: path)
    } catch {
      guard kind != .wav, error.code == .unsupported || error.code == .notExact else { throw error }
      try write(clip, as: .wav, to: name + ".wav")
      return Written(path: path + ".wav", reason: error.reason)
    }
  }

  private func write(_ clip: AudioClip, as kind: AudioFileKind, to name: String) throws(AudioError) {
    try folder.write(AudioEncoder.encode(clip, as: kind, place: path), to: name, staging: folder)
  }
}
