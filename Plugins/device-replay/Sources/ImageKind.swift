// SPDX-License-Identifier: Apache-2.0
import CImprint

/// Picture files, told by their first bytes.
enum ImageKind {
  case jpeg
  case png

  private static let jpegMagic: [UInt8] = [0xFF, 0xD8, 0xFF]
  private static let pngMagic: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  init?(_ start: [UInt8]) {
    if start.starts(with: ImageKind.jpegMagic) {
      self = .jpeg
    } else if start.starts(with: ImageKind.pngMagic) {
      self = .png
    } else {
      return nil
    }
  }

  /// `IMP_PIXEL_...`
  var format: UInt32 {
    switch self {
    case .jpeg: UInt32(IMP_PIXEL_JPEG)
    case .png: UInt32(IMP_PIXEL_PNG)
    }
  }
}
