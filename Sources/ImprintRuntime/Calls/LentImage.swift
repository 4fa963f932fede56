// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// Lends values of applications to plugins, for the duration of a call.
extension Image {
  func lend<Answer>(_ body: (UnsafePointer<imp_image>) -> Answer) -> Answer {
    pixels.withUnsafeBufferPointer { pixels in
      var image = imp_image(
        size: UInt32(MemoryLayout<imp_image>.size),
        format: UInt32(format == .grey8 ? IMP_PIXEL_GREY8 : IMP_PIXEL_RGB24), width: UInt32(width),
        height: UInt32(height), row_bytes: UInt32(bytesPerRow),
        resolution: resolution.map { UInt32($0) } ?? 0,
        pixels: imp_bytes(data: pixels.baseAddress, length: pixels.count))
      return body(&image)
    }
  }
}

extension [UInt8] {
  func lend<Answer>(_ body: (imp_bytes) -> Answer) -> Answer {
    withUnsafeBufferPointer { body(imp_bytes(data: $0.baseAddress, length: $0.count)) }
  }
}

extension String {
  func lend<Answer>(_ body: (imp_text) -> Answer) -> Answer {
    var text = self
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { body(imp_text(data: $0.baseAddress, length: $0.count)) }
    }
  }
}
