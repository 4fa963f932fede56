// SPDX-License-Identifier: Apache-2.0
private import CImprintPixels

/// The metadata of one raw frame.
public struct RawFrameLayout: Sendable, Hashable {
  public let layout: PixelLayout
  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// The stride of the first plane.
  public let bytesPerRow: Int

  /// Any values: validated on decoding.
  /// - Parameter bytesPerRow: `nil` if rows are contiguous.
  public init(layout: PixelLayout, width: Int, height: Int, bytesPerRow: Int? = nil) {
    self.layout = layout
    self.width = width
    self.height = height
    let sane = (0...Image.maximumSide).contains(width)
    self.bytesPerRow = bytesPerRow ?? (sane ? layout.minimumBytesPerRow(width: width) : 0)
  }
}

/// Turns a camera's raw frames into images. Compressed ones go to ``ImageDecoder``.
///
/// YUV is converted by BT.601 for limited range in 16-bit fixed point; each colour value is within one of the
/// exact rounded value. Chroma is replicated, not interpolated.
public enum FrameDecoder {
  /// Decodes one frame; `grey8` and `grey16` become ``PixelFormat/grey8``, all else ``PixelFormat/rgb24``.
  /// - Throws: ``ImagingError`` `badSize`, `tooLarge`, `badLayout` if there are fewer bytes than the layout
  ///   needs. More are accepted: drivers pad.
  /// - Complexity: O(pixels); one allocation. Thread-safe.
  public static func decode(
    _ bytes: UnsafeRawBufferPointer, _ frame: RawFrameLayout, place: String = "frame",
    limit: ImagingLimit = .standard
  ) throws(ImagingError) -> Image {
    try limit.check(width: frame.width, height: frame.height, place: place)
    let row = frame.layout.minimumBytesPerRow(width: frame.width)
    // The upper bound prevents overflow of the products below.
    guard (row...PixelLayout.maximumBytesPerRow).contains(frame.bytesPerRow) else {
      throw refused(
        place,
        "its rows have \(frame.bytesPerRow) bytes, and \(frame.layout.rawValue) of \(frame.width) "
          + "pixels needs \(row).")
    }
    let needed = frame.layout.minimumBytes(
      width: frame.width, height: frame.height, bytesPerRow: frame.bytesPerRow)
    guard bytes.count >= needed, let base = bytes.assumingMemoryBound(to: UInt8.self).baseAddress else {
      throw refused(
        place,
        "it has \(bytes.count) bytes, and \(frame.layout.rawValue) of \(frame.width)x\(frame.height) "
          + "pixels needs \(needed).")
    }
    let grey = frame.layout == .grey8 || frame.layout == .grey16
    return try Image.make(
      width: frame.width, height: frame.height, format: grey ? .grey8 : .rgb24, place: place
    ) { target in
      convert(base, frame, target)
    }
  }

  /// Decodes one frame from an array.
  public static func decode(
    _ bytes: [UInt8], _ frame: RawFrameLayout, place: String = "frame", limit: ImagingLimit = .standard
  ) throws(ImagingError) -> Image {
    // A Result, as withUnsafeBytes does not preserve typed throws.
    let result = bytes.withUnsafeBytes { (raw) -> Result<Image, ImagingError> in
      Result { () throws(ImagingError) -> Image in try decode(raw, frame, place: place, limit: limit) }
    }
    return try result.get()
  }

  private static func convert(
    _ source: UnsafePointer<UInt8>, _ frame: RawFrameLayout, _ target: UnsafeMutablePointer<UInt8>
  ) {
    let (width, height, row) = (frame.width, frame.height, frame.bytesPerRow)
    let chromaRow = frame.layout.chromaBytesPerRow(bytesPerRow: row)
    switch frame.layout {
    case .grey8: imp_pixels_copy(source, row, target, width, height)
    case .grey16: imp_pixels_grey16_to_grey(source, row, target, width, height)
    case .rgb24: imp_pixels_copy(source, row, target, 3 * width, height)
    case .bgr24: imp_pixels_swap(source, row, target, width, height)
    case .yuyv: imp_pixels_yuyv_to_rgb(source, row, target, width, height)
    case .uyvy: imp_pixels_uyvy_to_rgb(source, row, target, width, height)
    case .i420:
      let u = source + height * row
      let v = u + PixelLayout.chromaRows(height: height) * chromaRow
      imp_pixels_yuv420_to_rgb(source, row, u, v, chromaRow, 1, target, width, height)
    case .nv12:
      let chroma = source + height * row
      imp_pixels_yuv420_to_rgb(source, row, chroma, chroma + 1, chromaRow, 2, target, width, height)
    }
  }

  private static func refused(_ place: String, _ reason: String) -> ImagingError {
    ImagingError(.badLayout, place: place, reason: reason, remedy: "State the layout the frame really has.")
  }
}
