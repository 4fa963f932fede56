// SPDX-License-Identifier: Apache-2.0
internal import CImprint

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

  init?(code: UInt32) {
    guard let found = Self.all.first(where: { $0.code == code }) else { return nil }
    self = found
  }

  /// `IMP_PIXEL_...`
  var code: UInt32 {
    let code =
      switch self {
      case .pixels(.grey8): IMP_PIXEL_GREY8
      case .pixels(.grey16): IMP_PIXEL_GREY16
      case .pixels(.rgb24): IMP_PIXEL_RGB24
      case .pixels(.bgr24): IMP_PIXEL_BGR24
      case .pixels(.yuyv): IMP_PIXEL_YUYV
      case .pixels(.uyvy): IMP_PIXEL_UYVY
      case .pixels(.i420): IMP_PIXEL_I420
      case .pixels(.nv12): IMP_PIXEL_NV12
      case .jpeg: IMP_PIXEL_JPEG
      case .png: IMP_PIXEL_PNG
      }
    return UInt32(code)
  }

  public var description: String {
    switch self {
    case .pixels(let layout): layout.rawValue
    case .jpeg: "jpeg"
    case .png: "png"
    }
  }
}
