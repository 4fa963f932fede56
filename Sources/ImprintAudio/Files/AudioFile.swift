// SPDX-License-Identifier: Apache-2.0
private import Glibc
private import ImprintFiles

/// Sound on disk.
public enum AudioFile {
  /// Writes a file so that at any moment the old or the new one is there, whole. Samples are kept as they
  /// are, and FLAC is read back before it gets its name.
  /// - Parameter kind: `nil`, the default, goes by the path's ending, `.wav` or `.flac`.
  /// - Throws: ``AudioError`` `unsupported` where the kind cannot keep the samples, `noSpace`, `denied`,
  ///   `missing` for the folder, `notExact`.
  public static func write(
    _ clip: AudioClip, to path: String, as kind: AudioFileKind? = nil
  ) throws(AudioError) {
    let (folder, name, kind) = try parts(of: path, as: kind)
    let bytes = try AudioEncoder.encode(clip, as: kind, place: path)
    let place = try Folder<AudioError>(path: folder)
    try place.write(bytes, to: name, staging: place)
  }

  /// Reads a WAV, FLAC or AIFF file.
  /// - Throws: ``AudioError``; see ``AudioDecoder/decode(_:place:limit:)``.
  public static func read(
    _ path: String, limit: AudioFileLimit = .standard
  ) throws(AudioError) -> AudioClip {
    try AudioDecoder.decode(bytes(of: path), place: path, limit: limit)
  }

  /// What a path says: the folder, the file's name in it, and its kind where none is given.
  static func parts(
    of path: String, as kind: AudioFileKind?
  ) throws(AudioError) -> (folder: String, name: String, kind: AudioFileKind) {
    guard let kind = kind ?? AudioFileKind(path: path) else {
      throw AudioError(
        .unsupported, place: path, reason: "its ending names no kind of file that sound is written to.",
        remedy: "End it in .wav or .flac.")
    }
    var (folder, name) = (".", path)
    if let slash = path.lastIndex(of: "/") {
      folder = slash == path.startIndex ? "/" : String(path[..<slash])
      name = String(path[path.index(after: slash)...])
    }
    guard !name.isEmpty, name != ".", name != ".." else {
      throw AudioError(
        .notAudio, place: path, reason: "it names no file.", remedy: "Give the path of a file.")
    }
    return (folder, name, kind)
  }

  private static func bytes(of path: String) throws(AudioError) -> [UInt8] {
    // Non-blocking, so that a named pipe without a writer cannot hang the caller.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(errno, "opening it", place: path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(errno, "looking at it", place: path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .notAFile(path, reason: "it is not a regular file.")
    }
    guard status.st_size <= AudioFileLimit.fileBytes else {
      throw AudioError(
        .tooLong, place: path,
        reason: "it has \(status.st_size) bytes; \(AudioFileLimit.fileBytes) are read at most.",
        remedy: "Cut it into shorter ones.")
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var filled = 0
    while filled < bytes.count {
      let wanted = bytes.count - filled
      let got = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress?.advanced(by: filled), wanted)
      }
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { throw .system(errno, "reading it", place: path) }
      // The file became shorter while it was read: what there is gets judged as it is.
      if got == 0 { break }
      filled += got
    }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }
}
