// SPDX-License-Identifier: Apache-2.0

/// What the seed has beside captures and comparisons, as far as a capture of faces comes upon it: 20.
public enum SeedGeneralName: String, SeedName {
  case info = "BIOSDKInfo"
  case getInfo = "BIOSDK.getInfo"
  case infoVersion = "BIOSDKInfo.version"
  case captureHandlerDelegate = "BIOCaptureHandlerDelegate"
  case remoteHandler = "BIORemoteFaceCaptureHandler"
  case eye = "BIOEye"
  case inColorSpace = "BIOImageWithColorSpace:"
  case resize = "BIOResize"
  case dataWithQuality = "dataByCompressingImageWithQuality:"
  case imageWithQuality = "imageByCompressingImageWithQuality:"
  case dataToSize = "dataByCompressingImageToSizeInKilobytes:"
  case imageToSize = "imageByCompressingImageToSizeInKilobytes:"
  case dataToWSQ = "dataByCompressingImageToWSQRatio:withScannerBlack:andScannerWhite:"
  case imageToWSQ = "imageByCompressingImageToWSQRatio:withScannerBlack:andScannerWhite:"
  case dataToJPEG2000 = "dataByCompressingImageToJPEG2000InKilobytes:"
  case imageToJPEG2000 = "imageByCompressingImageToJPEG2000InKilobytes:"
  case remoteLogger = "BIORemoteLogger"
  case remoteLoggerConfiguration = "BIORemoteLoggerConfiguration"
  case wifiOnly = "BIORemoteLogger.wifiOnly"
  case loggerDisabled = "BIORemoteLogger.loggerDisabled"

  public var counterpart: SeedCounterpart {
    switch self {
    case .info: .swift("BuildInformation", sdkctl: Self.printed)
    case .getInfo: .swift("BuildInformation.text", sdkctl: Self.printed)
    case .infoVersion: .swift("BuildInformation.version", sdkctl: Self.printed)
    // The seed's own example has this name for what it calls `FaceCaptureHandlerDelegate` elsewhere.
    case .captureHandlerDelegate: .swift("FaceCaptureHandlerDelegate", sdkctl: .command("capture"))
    case .remoteHandler:
      .leftOut("the seed's text has it for `RemoteFaceCaptureHandler`, which is deprecated")
    case .eye:
      .swift(
        "FaceTrackingInformation.leftEye", "FaceTrackingInformation.rightEye", sdkctl: .event("tracking"))
    case .inColorSpace: .swift("Image.converted", "Image.bytes", sdkctl: Self.files)
    case .resize: .swift("ImageEncoder", "Image.scaled", "Image.scaledDown", sdkctl: Self.files)
    // A compressed file is bytes here, and no image: whoever wants one decodes them.
    case .dataWithQuality: .swift("ImageEncoder.jpeg", sdkctl: Self.files)
    case .imageWithQuality: .swift("ImageEncoder.jpeg", "ImageDecoder.decode", sdkctl: Self.files)
    case .dataToSize: .swift("ImageEncoder.jpeg", sdkctl: Self.files)
    case .imageToSize: .swift("ImageEncoder.jpeg", "ImageDecoder.decode", sdkctl: Self.files)
    case .dataToWSQ, .imageToWSQ, .dataToJPEG2000, .imageToJPEG2000:
      .leftOut("the seed has it for fingerprints alone, and no image of a finger is written here")
    case .remoteLogger, .remoteLoggerConfiguration, .wifiOnly, .loggerDisabled:
      .leftOut("nothing is reported to anybody, so there is nothing to be switched off")
    }
  }

  private static let printed = SeedCommand.swiftOnly("`sdkctl --version` prints it, for people")
  private static let files = SeedCommand.swiftOnly("`capture` writes PNG files, as they were captured")
}
