// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// The layouts of `image.h`: how many bytes a frame's rows and planes need.
enum FrameLayout {
  /// What is wrong with a frame, as a sentence without a full stop; `nil` where nothing is.
  static func problem(of frame: imp_frame, bytes: Int) -> String? {
    if frame.size != structSize(imp_frame.self) {
      return "its size field was changed to \(frame.size) (R-20)"
    }
    if frame.reserved != 0 { return "its reserved field is \(frame.reserved), not 0" }
    let format = Int32(bitPattern: frame.format)
    if format == IMP_PIXEL_JPEG || format == IMP_PIXEL_PNG {
      guard (frame.width, frame.height, frame.row_bytes) == (0, 0, 0) else {
        return
          "it is compressed, but states \(frame.width) x \(frame.height) pixels in rows of "
          + "\(frame.row_bytes) "
          + "bytes; all must be 0"
      }
      return bytes > 0 ? nil : "it is compressed, and has 0 bytes"
    }
    let (width, height, row) = (Int(frame.width), Int(frame.height), Int(frame.row_bytes))
    guard (1...65535).contains(width), (1...65535).contains(height) else {
      return "it has \(width) x \(height) pixels; 1...65535 is expected"
    }
    guard row <= 8 * 65535 else { return "its rows have \(row) bytes; at most 524280 are allowed" }
    guard let needed = needed(format, width, height, row) else {
      return "its format is \(frame.format), which the contract does not define"
    }
    if row < needed.row {
      return "its rows have \(row) bytes, but \(width) pixels of format \(format) need \(needed.row)"
    }
    if bytes < needed.all {
      return
        "it has \(bytes) bytes, but \(width) x \(height) pixels of format \(format) in rows of \(row) need "
        + "\(needed.all)"
    }
    return nil
  }

  private static func needed(_ format: Int32, _ width: Int, _ height: Int, _ row: Int) -> (
    row: Int, all: Int
  )? {
    let (columns, lines) = ((width + 1) / 2, (height + 1) / 2)
    func single(_ least: Int) -> (Int, Int) { (least, (height - 1) * row + least) }
    switch format {
    case IMP_PIXEL_GREY8: return single(width)
    case IMP_PIXEL_RGB24, IMP_PIXEL_BGR24: return single(3 * width)
    case IMP_PIXEL_YUYV, IMP_PIXEL_UYVY: return single(4 * columns)
    case IMP_PIXEL_GREY16: return single(2 * width)
    case IMP_PIXEL_I420: return (width, height * row + (2 * lines - 1) * ((row + 1) / 2) + columns)
    case IMP_PIXEL_NV12: return (width, height * row + (lines - 1) * ((row + 1) / 2 * 2) + 2 * columns)
    default: return nil
    }
  }
}
