// SPDX-License-Identifier: Apache-2.0
private import CCodeLibraries
internal import ImprintModel

/// The QR codes of a picture, by libzbar.
enum CodeScanner {
  /// "Y800": a byte a pixel, rows without gaps.
  private static let grey: UInt = 0x3030_3859

  /// What the codes hold, each once.
  /// - Parameter image: grey.
  /// - Throws: `outOfMemory`.
  static func contents(of image: Image, place: String) throws(TemplateCodeError) -> Set<[UInt8]> {
    guard let scanner = zbar_image_scanner_create(), let picture = zbar_image_create() else {
      throw .outOfMemory(place)
    }
    defer {
      zbar_image_destroy(picture)
      zbar_image_scanner_destroy(scanner)
    }
    // The library can tell every program of the machine what it has read: templates, here.
    _ = zbar_image_scanner_request_dbus(scanner, 0)
    // All other kinds of codes off: less code that sees a hostile picture.
    _ = zbar_image_scanner_set_config(scanner, ZBAR_NONE, ZBAR_CFG_ENABLE, 0)
    _ = zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_ENABLE, 1)
    // Bytes as they are: else it takes them for text, in a character set that it guesses.
    _ = zbar_image_scanner_set_config(scanner, ZBAR_QRCODE, ZBAR_CFG_BINARY, 1)
    zbar_image_set_format(picture, grey)
    zbar_image_set_size(picture, UInt32(image.width), UInt32(image.height))
    return image.rows.withUnsafeBytes { pixels in
      // Lent until the scan is done.
      zbar_image_set_data(picture, pixels.baseAddress, UInt(pixels.count), nil)
      defer { zbar_image_set_data(picture, nil, 0, nil) }
      guard zbar_scan_image(scanner, picture) > 0 else { return [] }
      return symbols(of: picture)
    }
  }

  private static func symbols(of picture: OpaquePointer) -> Set<[UInt8]> {
    var contents: Set<[UInt8]> = []
    var symbol = zbar_image_first_symbol(picture)
    while let each = symbol {
      let length = Int(zbar_symbol_get_data_length(each))
      if zbar_symbol_get_type(each) == ZBAR_QRCODE, let data = zbar_symbol_get_data(each) {
        contents.insert(
          data.withMemoryRebound(to: UInt8.self, capacity: length) {
            Array(UnsafeBufferPointer(start: $0, count: length))
          })
      }
      symbol = zbar_symbol_next(each)
    }
    return contents
  }
}

extension Image {
  /// Pixels of a grey image without gaps between rows.
  fileprivate var rows: [UInt8] {
    guard bytesPerRow != width else { return pixels }
    return (0..<height).flatMap { pixels[$0 * bytesPerRow..<$0 * bytesPerRow + width] }
  }
}
