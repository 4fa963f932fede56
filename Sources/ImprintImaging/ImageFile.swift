// SPDX-License-Identifier: Apache-2.0
private import Glibc
public import ImprintModel

/// Pictures on disk.
public enum ImageFile {
  /// The largest file that is read: 256 MiB, more than a picture at the pixel cap takes.
  public static let maximumBytes = 256 << 20

  /// Reads and decodes a picture of the kinds of ``ImageDecoder``; the image is upright.
  /// - Throws: ``ImagingError``: `unreadable` where the file cannot be opened or read, is no regular file or
  ///   is longer than ``maximumBytes``; else what ``ImageDecoder/decode(_:place:limit:)-([UInt8],_,_)``
  ///   throws.
  public static func read(_ path: String, limit: ImagingLimit = .standard) throws(ImagingError) -> Image {
    try ImageDecoder.decode(bytes(of: path), place: path, limit: limit)
  }

  private static func bytes(of path: String) throws(ImagingError) -> [UInt8] {
    // Non-blocking, so that a named pipe without a writer cannot hang the caller.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw unreadable(path, String(cString: strerror(errno)) + ".") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw unreadable(path, "it is not a regular file.")
    }
    guard status.st_size <= maximumBytes else {
      throw unreadable(path, "it has \(status.st_size) bytes; \(maximumBytes) are read at most.")
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var filled = 0
    while filled < bytes.count {
      let wanted = bytes.count - filled
      let got = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress?.advanced(by: filled), wanted)
      }
      if got < 0 && errno == EINTR { continue }
      guard got >= 0 else { throw unreadable(path, String(cString: strerror(errno)) + ".") }
      // The file became shorter while it was read: what there is gets judged as it is.
      if got == 0 { break }
      filled += got
    }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }

  private static func unreadable(_ path: String, _ reason: String) -> ImagingError {
    ImagingError(
      .unreadable, place: path, reason: reason, remedy: "Give the path of a picture's file that you may read."
    )
  }
}
