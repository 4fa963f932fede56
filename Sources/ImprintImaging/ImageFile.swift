// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles

/// Pictures on disk.
public enum ImageFile {
  /// The largest file that is read: 256 MiB, more than a picture at the pixel cap takes.
  public static let maximumBytes = 256 << 20

  /// Reads and decodes a picture of the kinds of ``ImageDecoder``; the image is upright.
  /// - Throws: ``ImagingError``: `unreadable` if the file cannot be opened or read, is not a regular file or
  ///   is longer than ``maximumBytes``; else what ``ImageDecoder/decode(_:place:limit:)-([UInt8],_,_)``
  ///   throws.
  public static func read(_ path: String, limit: ImagingLimit = .standard) throws(ImagingError) -> Image {
    try ImageDecoder.decode(bytes(of: path), place: path, limit: limit)
  }

  static func bytes(of path: String) throws(ImagingError) -> [UInt8] {
    do throws(FileProblem) { return try RegularFile(path).bytes(upTo: maximumBytes) } catch {
      throw ImagingError(
        .unreadable, place: path, reason: error.reason,
        remedy: "Give the path of a picture's file that you may read.")
    }
  }
}
