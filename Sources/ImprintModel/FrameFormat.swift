// SPDX-License-Identifier: Apache-2.0

/// What the bytes of an ``EncodedFrame`` are.
public enum FrameFormat: Sendable, Hashable, CustomStringConvertible {
  /// Raw pixels.
  case pixels(PixelLayout)
  /// One JPEG file; its EXIF orientation applies.
  case jpeg
  /// One PNG file.
  case png

  /// All formats that cameras deliver.
  public static let all: [FrameFormat] = PixelLayout.allCases.map { .pixels($0) } + [.jpeg, .png]

  /// The layout of raw pixels; `nil` where the bytes are a file that states its own size.
  public var layout: PixelLayout? {
    guard case .pixels(let layout) = self else { return nil }
    return layout
  }

  /// By its word: `yuyv`, `jpeg`; `nil` for an unknown one.
  public init?(_ word: String) {
    guard let found = Self.all.first(where: { $0.description == word }) else { return nil }
    self = found
  }

  public var description: String {
    switch self {
    case .pixels(let layout): layout.rawValue
    case .jpeg: "jpeg"
    case .png: "png"
    }
  }
}
