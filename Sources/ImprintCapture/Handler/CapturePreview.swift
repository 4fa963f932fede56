// SPDX-License-Identifier: Apache-2.0
internal import ImprintImaging
public import ImprintRuntime

/// A frame to draw, and what to draw over it.
public struct CapturePreview: Sendable {
  /// Upright, in the colour space that was asked for.
  public let frame: Frame
  /// The faces that the tracker found in it.
  public let faces: [Face]
  /// `nil` where the overlay is off.
  public let overlay: CaptureOverlay?
}

/// What previews are shown as. The words are stable.
public enum PreviewColorspace: String, Sendable, Hashable, Codable, CaseIterable {
  case color
  case colorBlur = "color-blur"
  case gray
  case grayBlur = "gray-blur"
  /// With a white border, a 32nd of the width.
  case grayBlurBordered = "gray-blur-bordered"
}

extension Image {
  /// The image as a preview shows it. O(pixels); free for ``PreviewColorspace/color``.
  func shown(in colorspace: PreviewColorspace) throws(ImagingError) -> Image {
    switch colorspace {
    case .color: self
    case .colorBlur: try blurred()
    case .gray: try converted(to: .grey8)
    case .grayBlur: try converted(to: .grey8).blurred()
    case .grayBlurBordered: try converted(to: .grey8).blurred().bordered()
    }
  }

  /// Without what is smaller than a 24th of the larger side, so that nobody is recognized.
  private func blurred() throws(ImagingError) -> Image {
    try scaledDown(toFit: min(24, max(width, height))).scaled(width: width, height: height)
  }

  /// Of a grey image.
  private func bordered() -> Image {
    let border = max(1, width / 32)
    var bytes = pixels
    for y in 0..<height {
      for x in 0..<width where min(x, y, width - 1 - x, height - 1 - y) < border {
        bytes[y * bytesPerRow + x] = 255
      }
    }
    return Image(width: width, height: height, format: format, bytesPerRow: bytesPerRow, pixels: bytes)
      ?? self
  }
}
