// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension FrameFormat {
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
}
