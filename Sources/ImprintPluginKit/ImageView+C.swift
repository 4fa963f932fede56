// SPDX-License-Identifier: Apache-2.0
public import CImprint

extension ImageView {
  /// Lends the image to C, for the length of a call.
  public func withImage<Result, Failure: Error>(
    _ body: (UnsafePointer<imp_image>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try pixels.withUnsafeBytes { bytes throws(Failure) in
      var image = imp_image(
        size: UInt32(MemoryLayout<imp_image>.size), format: format.rawValue, width: UInt32(width),
        height: UInt32(height), row_bytes: UInt32(rowBytes), resolution: 0,
        pixels: imp_bytes(data: bytes.assumingMemoryBound(to: UInt8.self).baseAddress, length: bytes.count))
      return try body(&image)
    }
  }
}
