// SPDX-License-Identifier: Apache-2.0
public import CImprint

/// A C struct's size as its `size` field states it.
public func structSize<T>(_ type: T.Type) -> UInt32 { UInt32(MemoryLayout<T>.size) }

/// Room for a plugin to fill, each element empty but for its size.
public func room<T>(_ element: T, _ size: WritableKeyPath<T, UInt32>, _ count: Int) -> [T] {
  var element = element
  element[keyPath: size] = structSize(T.self)
  return Array(repeating: element, count: count)
}

/// Lends bytes as the contract passes them.
public func withBytes<R>(_ bytes: [UInt8], _ body: (imp_bytes) throws -> R) rethrows -> R {
  try bytes.withUnsafeBufferPointer { try body(imp_bytes(data: $0.baseAddress, length: $0.count)) }
}

extension String {
  /// Lends the text as the contract passes texts.
  public func lent<R>(_ body: (imp_text) throws -> R) rethrows -> R {
    try Array(utf8CString).withUnsafeBufferPointer { text in
      try body(imp_text(data: text.baseAddress, length: text.count - 1))
    }
  }
}

/// A picture that tests lend to plugins.
public struct TestImage: Sendable {
  public var width: Int
  public var height: Int
  public var rowBytes: Int
  public var format: UInt32
  public var pixels: [UInt8]

  /// A grey picture; `shade` gives each pixel.
  public init(width: Int, height: Int, padding: Int = 0, shade: (Int, Int) -> UInt8) {
    self.width = width
    self.height = height
    rowBytes = width + padding
    format = UInt32(IMP_PIXEL_GREY8)
    pixels = [UInt8](repeating: 0, count: rowBytes * height)
    for y in 0..<height { for x in 0..<width { pixels[y * rowBytes + x] = shade(x, y) } }
  }

  /// Lends the picture; `change` may break its description before.
  public func lend<R>(
    change: (inout imp_image) -> Void = { _ in }, _ body: (UnsafePointer<imp_image>) throws -> R
  ) rethrows -> R {
    try withBytes(pixels) { bytes in
      var image = imp_image(
        size: structSize(imp_image.self), format: format, width: UInt32(width), height: UInt32(height),
        row_bytes: UInt32(rowBytes), resolution: 0, pixels: bytes)
      change(&image)
      return try body(&image)
    }
  }
}
