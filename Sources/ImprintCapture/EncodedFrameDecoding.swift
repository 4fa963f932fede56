// SPDX-License-Identifier: Apache-2.0
private import ImprintImaging
public import ImprintRuntime

extension EncodedFrame {
  /// The frame's picture, upright.
  /// - Throws: the imaging module's error: the bytes are not a picture of the stated format.
  /// - Complexity: O(pixels). Thread-safe.
  public func decoded() throws -> Image {
    let place = "frame \(sequence)"
    guard let layout = format.layout else { return try ImageDecoder.decode(bytes, place: place) }
    return try FrameDecoder.decode(
      bytes, RawFrameLayout(layout: layout, width: width, height: height, bytesPerRow: bytesPerRow),
      place: place)
  }
}
