// SPDX-License-Identifier: Apache-2.0
private import ImprintImaging
public import ImprintRuntime

extension EncodedFrame {
  /// The frame's picture, upright.
  /// - Parameter orientation: how the device was held when the frame was taken.
  /// - Throws: the imaging module's error: the bytes are not a picture of the stated format.
  /// - Complexity: O(pixels). Thread-safe.
  public func decoded(held orientation: CaptureOrientation = .portrait) throws -> Image {
    try unturned().oriented(orientation.turn)
  }

  private func unturned() throws -> Image {
    let place = "frame \(sequence)"
    guard let layout = format.layout else { return try ImageDecoder.decode(bytes, place: place) }
    return try FrameDecoder.decode(
      bytes, RawFrameLayout(layout: layout, width: width, height: height, bytesPerRow: bytesPerRow),
      place: place)
  }
}

extension CaptureOrientation {
  /// How a frame has to be turned.
  fileprivate var turn: Orientation {
    switch self {
    case .portrait: .upright
    case .upsideDown: .rotated180
    case .landscapeLeft: .rotated90
    case .landscapeRight: .rotated270
    }
  }
}
