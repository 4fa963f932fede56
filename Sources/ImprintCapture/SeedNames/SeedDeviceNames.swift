// SPDX-License-Identifier: Apache-2.0
internal import ImprintModel
internal import ImprintRuntime

/// The seed's cameras: 2.
public enum SeedCamera: String, SeedName {
  case front = "BIOCameraFront"
  case rear = "BIOCameraRear"

  public var counterpart: SeedCounterpart {
    let facing: CameraFacing =
      switch self {
      case .front: .user
      case .rear: .away
      }
    return .value(facing, sdkctl: .field("facing", of: "device list", value: facing.rawValue))
  }
}

/// The seed's ways to hold the device: 4.
public enum SeedOrientation: String, SeedName {
  case portrait = "BIOOrientationPortrait"
  case upsideDown = "BIOOrientationUpSideDown"
  case landscapeLeft = "BIOOrientationLandscapeLeft"
  case landscapeRight = "BIOOrientationLandscapeRight"

  public var counterpart: SeedCounterpart {
    let orientation: CaptureOrientation =
      switch self {
      case .portrait: .portrait
      case .upsideDown: .upsideDown
      case .landscapeLeft: .landscapeLeft
      case .landscapeRight: .landscapeRight
      }
    return .value(orientation, option: "--orientation")
  }
}

/// Whether the seed draws over previews: 2.
public enum SeedOverlay: String, SeedName {
  case off = "BIOOverlayOFF"
  case on = "BIOOverlayON"

  public var counterpart: SeedCounterpart {
    switch self {
    case .off: .swift("FaceCaptureHandlerOptions.overlay", sdkctl: .option("--no-overlay"))
    // What is to be drawn comes with each.
    case .on: .swift("FaceCaptureHandlerOptions.overlay", sdkctl: .option("--previews"))
    }
  }
}

/// What the seed shows previews as: 5.
public enum SeedPreviewColorspace: String, SeedName {
  case color = "BIOPreviewColorspaceColor"
  case colorBlur = "BIOPreviewColorspaceColorBlur"
  case gray = "BIOPreviewColorspaceGray"
  case grayBlur = "BIOPreviewColorspaceGrayBlur"
  case grayBlurBordered = "BIOPreviewColorspaceGrayBlurBordered"

  public var counterpart: SeedCounterpart {
    let colorspace: PreviewColorspace =
      switch self {
      case .color: .color
      case .colorBlur: .colorBlur
      case .gray: .gray
      case .grayBlur: .grayBlur
      case .grayBlurBordered: .grayBlurBordered
      }
    return .value(colorspace, option: "--preview-colorspace")
  }
}

/// The seed's levels of logs: 5. Ours are those of swift-log.
public enum SeedLogLevel: String, SeedName {
  case debug = "BIOLogLevelDebug"
  case info = "BIOLogLevelInfo"
  case warning = "BIOLogLevelWarning"
  case error = "BIOLogLevelError"
  case none = "BIOLogLevelNone"

  public var counterpart: SeedCounterpart {
    switch self {
    case .debug, .info, .warning, .error:
      .swift("Logger.Level.\(self)", sdkctl: .option("--log-level", value: "\(self)"))
    case .none: .swift("SwiftLogNoOpLogHandler", sdkctl: .swiftOnly("a command always logs errors"))
    }
  }
}

/// The seed's colour spaces of images: 4. An image in memory has one of two, and is made into all of them.
public enum SeedColorSpace: String, SeedName {
  case y8 = "BIOColorSpaceY8"
  case y16LE = "BIOColorSpaceY16LE"
  case bgr24 = "BIOColorSpaceBGR24"
  case rgb24 = "BIOColorSpaceRGB24"

  public var counterpart: SeedCounterpart {
    let files = SeedCommand.swiftOnly("`capture` writes files, which say it themselves")
    return switch self {
    case .y8: .value(PixelFormat.grey8, sdkctl: files)
    case .rgb24: .value(PixelFormat.rgb24, sdkctl: files)
    case .y16LE: .swift("PixelLayout.grey16", sdkctl: files)
    case .bgr24: .swift("PixelLayout.bgr24", sdkctl: files)
    }
  }
}
