// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintPluginKit

/// The memory layout of the frames that a driver grants, in the contract's terms.
struct FrameLayout: Hashable {
  /// `IMP_PIXEL_...`
  let format: UInt32
  /// Pixels; 0 for compressed frames, as the next two.
  let width: UInt32
  let height: UInt32
  let rowBytes: UInt32
  /// Bytes that a frame has at least; those beyond are the driver's padding.
  let bytes: Int

  private static let longestSide: UInt32 = 65535
  private static let longestRow: UInt32 = 8 * 65535

  /// - Throws: the reason, where what is granted holds no frame of that size.
  init(fourcc: FourCC, width: UInt32, height: UInt32, rowBytes: UInt32, size: UInt32) throws(LayoutFault) {
    guard let format = fourcc.format else {
      throw LayoutFault(reason: "it gives frames of the format '\(fourcc)', which is not supported")
    }
    self.format = format
    guard format != UInt32(IMP_PIXEL_JPEG) else {
      (self.width, self.height, self.rowBytes, bytes) = (0, 0, 0, 4)
      return
    }
    guard (1...FrameLayout.longestSide).contains(width), (1...FrameLayout.longestSide).contains(height) else {
      throw LayoutFault(reason: "it grants frames of \(width) × \(height) pixels")
    }
    let pairs = (Int(width) + 1) / 2
    let least: Int
    switch Int32(format) {
    case IMP_PIXEL_YUYV, IMP_PIXEL_UYVY: least = 4 * pairs
    case IMP_PIXEL_RGB24, IMP_PIXEL_BGR24: least = 3 * Int(width)
    case IMP_PIXEL_GREY16: least = 2 * Int(width)
    default: least = Int(width)
    }
    // Some drivers say nothing; their rows have no padding then.
    let row = rowBytes == 0 ? least : Int(rowBytes)
    guard row >= least, row <= Int(FrameLayout.longestRow) else {
      throw LayoutFault(reason: "it grants rows of \(row) bytes for \(width) pixels of '\(fourcc)'")
    }
    let rows = Int(height)
    let chromaRows = (rows + 1) / 2
    switch Int32(format) {
    case IMP_PIXEL_I420: bytes = rows * row + (2 * chromaRows - 1) * ((row + 1) / 2) + pairs
    case IMP_PIXEL_NV12: bytes = rows * row + (chromaRows - 1) * (row + row % 2) + 2 * pairs
    default: bytes = (rows - 1) * row + least
    }
    guard bytes <= Int(size) else {
      throw LayoutFault(reason: "it grants \(size) bytes for frames that have \(bytes)")
    }
    (self.width, self.height, self.rowBytes) = (width, height, UInt32(row))
  }

  var isCompressed: Bool { format == UInt32(IMP_PIXEL_JPEG) }
}

/// What a driver grants that cannot be.
struct LayoutFault: Error, Hashable {
  let reason: String
}
