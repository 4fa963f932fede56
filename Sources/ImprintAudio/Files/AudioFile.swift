// SPDX-License-Identifier: Apache-2.0
private import ImprintFiles

/// Sound on disk.
public enum AudioFile {
  /// Replaces a file atomically. Lossless; FLAC is read back before the rename.
  /// - Parameter kind: `nil`, the default, uses the path's extension, `.wav` or `.flac`.
  /// - Throws: ``AudioError`` `unsupported` if the kind cannot store the samples losslessly, `noSpace`,
  ///   `denied`, `missing` for the folder, `notExact`.
  public static func write(
    _ clip: AudioClip, to path: String, as kind: AudioFileKind? = nil
  ) throws(AudioError) {
    let kind = try parts(of: path, as: kind).kind
    try Folder<AudioError>.write(AudioEncoder.encode(clip, as: kind, place: path), to: path)
  }

  /// Reads a WAV, FLAC or AIFF file.
  /// - Throws: ``AudioError``; see ``AudioDecoder/decode(_:place:limit:)``.
  public static func read(
    _ path: String, limit: AudioFileLimit = .standard
  ) throws(AudioError) -> AudioClip {
    try AudioDecoder.decode(bytes(of: path), place: path, limit: limit)
  }

  /// Splits a path: the folder, the file's name in it, and its kind if none is given.
  static func parts(
    of path: String, as kind: AudioFileKind?
  ) throws(AudioError) -> (folder: String, name: String, kind: AudioFileKind) {
    guard let kind = kind ?? AudioFileKind(path: path) else {
      throw AudioError(
        .unsupported, place: path, reason: "its ending names no kind of file that sound is written to.",
        remedy: "End it in .wav or .flac.")
    }
    let (folder, name) = FilePath.parts(of: path)
    guard !name.isEmpty, name != ".", name != ".." else {
      throw AudioError(
        .notAudio, place: path, reason: "it names no file.", remedy: "Give the path of a file.")
    }
    return (folder, name, kind)
  }

  private static func bytes(of path: String) throws(AudioError) -> [UInt8] {
    do throws(FileProblem) {
      return try RegularFile(path).bytes(upTo: AudioFileLimit.fileBytes)
    } catch .tooLarge(let bytes, let most) {
      throw AudioError(
        .tooLong, place: path, reason: FileProblem.tooLarge(bytes, most: most).reason,
        remedy: "Cut it into shorter ones.")
    } catch {
      throw AudioError(error, place: path)
    }
  }
}
