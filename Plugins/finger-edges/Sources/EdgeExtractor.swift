// SPDX-License-Identifier: Apache-2.0
import CFingerEdges
import ImprintPluginKit

/// Makes templates of pictures. It keeps nothing between them.
final class EdgeExtractor: FingerExtractorSession {
  /// Pixels a metre: 250 to 1270 dots an inch. Below, ridges are too few pixels apart.
  static let resolutions: ClosedRange<UInt32> = 9843...50_000
  /// Fewer make a template that matches nobody.
  private static let leastMinutiae = 4

  private let format: PrintFormat

  init(_ format: PrintFormat) { self.format = format }

  func extract(_ image: ImageView, finger: Finger) throws(PluginFailure) -> Extraction {
    guard image.format == .grey8, let resolution = image.resolution.flatMap({ UInt32(exactly: $0) }),
      Self.resolutions.contains(resolution)
    else {
      throw PluginFailure(.sample, "The image is not grey of 250 to 1270 dots an inch; give its resolution.")
    }
    let print = Print()
    let status = image.pixels.withUnsafeBytes { pixels in
      guard let start = pixels.baseAddress else { return IMP_FINGER_SIZE }
      return imp_finger_extract(
        start.assumingMemoryBound(to: UInt8.self), Int32(image.width), Int32(image.height), image.rowBytes,
        resolution, nil, print.print)
    }
    try Self.check(status, print.print.pointee, resolution)
    let quality = imp_finger_quality(print.print).rounded()
    return Extraction(
      template: format.write(print, quality: UInt8(quality), finger: finger), quality: quality)
  }

  private static func check(
    _ status: imp_finger_status, _ print: imp_finger_print, _ resolution: UInt32
  ) throws(PluginFailure) {
    switch status {
    case IMP_FINGER_OK: break
    case IMP_FINGER_MEMORY: throw PluginFailure(.memory, "There is not enough memory for the image's steps.")
    case IMP_FINGER_SIZE:
      throw PluginFailure(
        .sample,
        "A side of the image is below 3 or above 61 mm at its resolution; give the part with the finger.")
    case IMP_FINGER_RESOLUTION:
      let micrometres = Int((print.period * 50.8).rounded())
      throw PluginFailure(
        .quality,
        "Ridges lie \(micrometres) micrometres apart by the image's resolution of \(resolution) pixels a metre; "
          + "fingers have 280 to 740. Give the sensor's resolution.")
    default: throw PluginFailure(.noSubject, "No ridges are in the image; put the finger down.")
    }
    guard print.count >= leastMinutiae else {
      throw PluginFailure(
        .quality,
        "\(print.count) minutiae are visible, \(leastMinutiae) are needed; put more of the finger down.")
    }
  }
}
