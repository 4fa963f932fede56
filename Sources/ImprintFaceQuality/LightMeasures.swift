// SPDX-License-Identifier: Apache-2.0
internal import CImprintPixels
private import Glibc
import ImprintModel

/// How light, colour and detail lie on the face.
struct LightMeasures {
  private(set) var outcomes: [StandardQualityComponent: FaceImageQuality.Outcome] = [:]

  static let components: [StandardQualityComponent] = [
    .illuminationUniformity, .luminanceMean, .luminanceVariance, .underExposurePrevention,
    .overExposurePrevention, .dynamicRange, .sharpness, .naturalColour,
  ]

  /// Of luminance: what counts as too dark and as burnt out.
  private static let (dark, bright) = (0...25, 247...255)

  /// Our own, of the blur, 0...1: half the value where a Gaussian of one pixel blurs a face whose eyes are 42
  /// pixels apart. On 150 such pictures of LFW the median is 0.59, blurred by 1 pixel 0.70, by 2.5 pixels
  /// 0.83.
  private static let (blurMiddle, blurWidth) = (0.7, 0.04)

  init(_ geometry: Result<FaceGeometry, MeasureFailure>, in image: Image) {
    do throws(MeasureFailure) {
      let region = try AlignedRegion(try geometry.get(), in: image)
      let luminance = Self.luminance(of: region)
      let levels = Self.levels(of: luminance, channels: 1, region, region.whole)
      brightness(levels)
      exposure(levels)
      outcomes[.illuminationUniformity] = Self.uniformity(luminance, region)
      outcomes[.sharpness] = Self.sharpness(region)
      outcomes[.naturalColour] = Self.colour(region)
    } catch {
      for component in Self.components { outcomes[component] = .failed(error.failure) }
    }
  }

  private mutating func brightness(_ levels: Levels) {
    let mean = levels.mean / 255
    outcomes[.luminanceMean] = .value(
      QualityMap.rounded(
        100 * QualityMap.sigmoid(mean, middle: 0.2, width: 0.05)
          * (1 - QualityMap.sigmoid(mean, middle: 0.8, width: 0.05))), native: mean)
    let variance = levels.shares.enumerated().reduce(0) { sum, level in
      sum + level.element * (Double(level.offset) / 255 - mean) * (Double(level.offset) / 255 - mean)
    }
    outcomes[.luminanceVariance] = .value(
      QualityMap.rounded(100 * sin(60 * variance / (60 * variance + 1) * .pi)), native: variance)
    let entropy = levels.shares.reduce(0) { $0 - ($1 > 0 ? $1 * log2($1) : 0) }
    outcomes[.dynamicRange] = .value(QualityMap.rounded(12.5 * entropy), native: entropy)
  }

  private mutating func exposure(_ levels: Levels) {
    let dark = levels.shares[Self.dark].reduce(0, +)
    outcomes[.underExposurePrevention] = .value(
      QualityMap.rounded(120 * (0.832 - QualityMap.sigmoid(dark, middle: 0.92, width: 0.05))), native: dark)
    let bright = levels.shares[Self.bright].reduce(0, +)
    outcomes[.overExposurePrevention] = .value(QualityMap.rounded(1 / (bright + 0.01)), native: bright)
  }

  /// The shared part of both cheeks' histograms.
  private static func uniformity(_ luminance: [UInt8], _ region: AlignedRegion) -> FaceImageQuality.Outcome {
    let cheeks = region.cheeks
    let right = levels(of: luminance, channels: 1, region, cheeks.right)
    let left = levels(of: luminance, channels: 1, region, cheeks.left)
    guard right.count > 0, left.count > 0 else { return .failed(.outside) }
    let shared = zip(right.shares, left.shares).reduce(0) { $0 + min($1.0, $1.1) }
    return .value(QualityMap.rounded(100 * pow(shared, 0.3)), native: shared)
  }

  /// How little a blur changes: of the face at 56 pixels from eye to eye.
  /// - SeeAlso: Crété-Roffet, Dolmiere, Ladret, Nicolas: The blur effect, 2007.
  private static func sharpness(_ region: AlignedRegion) -> FaceImageQuality.Outcome {
    let (width, height) = (region.width / 2, region.height / 2)
    guard width > 0, height > 0 else { return .failed(.outside) }
    var luma = [UInt8](repeating: 0, count: width * height)
    var mask = luma
    imp_pixels_halve(
      region.pixels, region.mask, region.channels, region.width, region.height, &luma, &mask)
    let blur = imp_pixels_blur(luma, mask, width, height)
    guard blur >= 0 else { return .failed(.noContrast) }
    return .value(QualityMap.lowering(blur, middle: blurMiddle, width: blurWidth), native: blur)
  }

  /// How far the cheeks' mean colour lies from that of skin: of CIELAB's a from 5 to 25, and b from 5 to 35.
  private static func colour(_ region: AlignedRegion) -> FaceImageQuality.Outcome {
    guard region.channels == 3 else { return .failed(.noColour) }
    let cheeks = region.cheeks
    var counts = [UInt32](repeating: 0, count: 3 * 256)
    for zone in [cheeks.right, cheeks.left] {
      imp_pixels_tally(
        region.pixels, region.mask, region.width, zone.x.lowerBound, zone.x.upperBound, zone.y.lowerBound,
        zone.y.upperBound, 3, &counts)
    }
    let channels = (0..<3).map { Levels(counts[$0 * 256..<($0 + 1) * 256]) }
    guard channels[0].count > 0 else { return .failed(.outside) }
    // Of grey files that are stored in colour, too.
    guard channels[0].shares != channels[1].shares || channels[0].shares != channels[2].shares else {
      return .failed(.noColour)
    }
    let (a, b) = CIELAB.chroma(red: channels[0].mean, green: channels[1].mean, blue: channels[2].mean)
    var distance = 100.0
    if a >= 0, b >= 0 { distance = hypot(max(0, 5 - a, a - 25), max(0, 5 - b, b - 35)) }
    return .value(QualityMap.falling(distance, width: 10), native: distance)
  }

  private static func luminance(of region: AlignedRegion) -> [UInt8] {
    var luminance = [UInt8](repeating: 0, count: region.width * region.height)
    imp_pixels_luminance(region.pixels, region.channels, luminance.count, &luminance)
    return luminance
  }

  private static func levels(
    of pixels: [UInt8], channels: Int, _ region: AlignedRegion, _ zone: AlignedRegion.Zone
  ) -> Levels {
    var counts = [UInt32](repeating: 0, count: 256)
    imp_pixels_tally(
      pixels, region.mask, region.width, zone.x.lowerBound, zone.x.upperBound, zone.y.lowerBound,
      zone.y.upperBound, channels, &counts)
    return Levels(counts[...])
  }
}

/// A histogram of 256 levels.
struct Levels {
  let count: Int
  /// Of each level; all 0 without pixels.
  let shares: [Double]

  init(_ counts: ArraySlice<UInt32>) {
    let count = counts.reduce(0) { $0 + Int($1) }
    self.count = count
    shares = counts.map { count > 0 ? Double($0) / Double(count) : 0 }
  }

  /// 0...255.
  var mean: Double { shares.enumerated().reduce(0) { $0 + Double($1.offset) * $1.element } }
}

/// CIELAB of sRGB at the white of D50, as ICC profiles have it.
enum CIELAB {
  /// - Parameters: 0...255 each.
  static func chroma(red: Double, green: Double, blue: Double) -> (a: Double, b: Double) {
    let (r, g, b) = (linear(red / 255), linear(green / 255), linear(blue / 255))
    let x = curve((0.43605 * r + 0.38508 * g + 0.14309 * b) / 0.964221)
    let y = curve(0.22249 * r + 0.71689 * g + 0.06062 * b)
    let z = curve((0.01393 * r + 0.09710 * g + 0.71419 * b) / 0.825211)
    return (500 * (x - y), 200 * (y - z))
  }

  private static func linear(_ value: Double) -> Double {
    value > 0.04045 ? pow((value + 0.055) / 1.055, 2.4) : value / 12.92
  }

  private static func curve(_ value: Double) -> Double {
    value > 216.0 / 24389 ? cbrt(value) : (24389.0 / 27 * value + 16) / 116
  }
}
