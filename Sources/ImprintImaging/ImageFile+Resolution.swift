// SPDX-License-Identifier: Apache-2.0

extension ImageFile {
  /// The resolution that a PNG file states, in pixels a metre (its chunk `pHYs`); `nil` where it states none,
  /// or different ones along its axes, and for files of other kinds. No pixel is decoded.
  ///
  /// It is what whoever wrote the file said, 0...2^32 − 1, and checked by nobody.
  /// - Throws: ``ImagingError``: `unreadable` as ``read(_:limit:)``; `truncated` or `damaged`.
  public static func statedResolution(_ path: String) throws(ImagingError) -> Int? {
    let bytes = try bytes(of: path)
    guard bytes.starts(with: PNGStructure.signature) else { return nil }
    return try bytes.withUnsafeBytes { raw in
      Result { () throws(ImagingError) in try PNGStructure(raw, place: path).pixelsPerMetre }
    }.get()
  }
}
