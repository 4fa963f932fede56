// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import ImprintManifest

/// Makes fingerprint templates, by a plugin with `imprint.finger-extractor/1`.
public actor FingerExtractor: TemplateExtractor {
  public nonisolated var pluginID: String { core.pluginID }
  public nonisolated var maker: TemplateMaker? { core.maker }
  public nonisolated var format: FingerFormat { core.format }
  public nonisolated var unownedExecutor: UnownedSerialExecutor { core.thread.asUnownedSerialExecutor() }
  private nonisolated let core: ExtractorCore<FingerFormat>

  private init(_ core: ExtractorCore<FingerFormat>) { self.core = core }

  @available(*, noasync)
  public static func formats(of plugin: OpenPlugin) throws(PluginCallError) -> [FingerFormat] {
    try ListedFormats(of: plugin).list
  }

  public static func make(
    _ plugin: OpenPlugin, format: String? = nil, threads: Int = 1
  ) async throws(PluginCallError) -> FingerExtractor {
    FingerExtractor(try await .make(plugin, format, threads))
  }

  /// Makes a template of one fingerprint. The same input gives the same bytes.
  /// - Parameters:
  ///   - image: In ``ImprintModel/PixelFormat/grey8``, ridges dark and valleys light, with a resolution
  ///     among ``FingerFormat/resolutions``.
  ///   - finger: What is known of it; it never affects whether a template is made.
  /// - Throws: ``PluginCallError`` `no-subject`, `quality`, `many-subjects` where the image is unsuitable for
  ///   a template, with the plugin's reason; `sample` for an image of another format or resolution, and
  ///   `argument` for a site that is not a single finger, both before the plugin is called; `entitlement`
  ///   where the licence has expired meanwhile; `internal` where the answer is not what the contract allows,
  ///   and `state` from then on.
  public func extract(_ image: Image, finger: Finger = Finger()) throws(PluginCallError) -> Extraction {
    try check(image, finger)
    return try core.extract { table, extractor, payload, extraction in
      image.lend { image in
        var finger = imp_finger(
          size: UInt32(MemoryLayout<imp_finger>.size), position: UInt32(finger.position.rawValue),
          impression: finger.impression.rawValue, reserved: 0)
        return table.extract(extractor, image, &finger, payload, extraction)
      }
    }
  }

  private func check(_ image: Image, _ finger: Finger) throws(PluginCallError) {
    guard finger.position.isOneFingerOrUnknown else {
      throw core.refusal(
        IMP_E_ARGUMENT, "\(finger.position) is not a finger.", remedy: "Name a finger, or none.")
    }
    guard image.format == .grey8 else {
      throw core.refusal(
        IMP_E_SAMPLE, "the image is in colour; fingerprint images must be grey.",
        remedy: "Convert the image to `grey8`, with dark ridges and light valleys.")
    }
    let taken = format.resolutions
    let (least, most) = (Self.words(taken.lowerBound), Self.words(taken.upperBound))
    let words = "\(format.template.algorithm) supports \(least) to \(most)"
    guard let resolution = image.resolution else {
      throw core.refusal(
        IMP_E_SAMPLE, "the image's resolution is not stated; \(words).",
        remedy: "Create the image with its sensor's resolution: `Image(..., resolution: 19685)`.")
    }
    guard taken.contains(resolution) else {
      throw core.refusal(
        IMP_E_SAMPLE, "the image has \(Self.words(resolution)); \(words).",
        remedy: "Scale the image, or choose a format for its sensor.")
    }
  }

  private static func words(_ resolution: Int) -> String {
    "\(resolution) pixels per metre (\((resolution * 254 + 5000) / 10_000) dpi)"
  }
}

/// A format of templates that a finger extractor makes, and the images it makes them from.
public struct FingerFormat: ExtractorFormat {
  public static var modality: Modality { .finger }
  public var template: TemplateFormat { shape.format }
  public var templateBytesMaximum: Int { shape.bytesMaximum }
  public var templateBytesFixed: Int? { shape.bytesFixed }
  /// The resolutions of the images that it takes, in pixels per metre on the finger: within 1...``highest``.
  /// 500 dpi is 19685.
  public let resolutions: ClosedRange<Int>
  let shape: TemplateShape

  /// The highest resolution that any extractor takes.
  public static let highest = 1_000_000
}

extension FingerFormat: MadeFormat {
  typealias Table = imp_finger_extractor_ability

  static var ability: AbilityID { .fingerExtractor }

  init(_ raw: imp_finger_format) throws(ContractBreach) {
    shape = try TemplateShape(of: raw, version: raw.version)
    guard raw.resolution_min >= 1, raw.resolution_min <= raw.resolution_max,
      raw.resolution_max <= UInt32(Self.highest)
    else {
      throw ContractBreach(
        "\(shape.format.algorithm) has the invalid resolutions \(raw.resolution_min) to \(raw.resolution_max)."
      )
    }
    resolutions = Int(raw.resolution_min)...Int(raw.resolution_max)
  }
}

/// What is known of a fingerprint besides its image.
public struct Finger: Sendable, Hashable {
  /// Which finger it is: one of the ten, or ``ImprintModel/BodySite/unknown``.
  public let position: BodySite
  /// How it was acquired.
  public let impression: FingerImpression

  public init(position: BodySite = .unknown, impression: FingerImpression = .unknown) {
    self.position = position
    self.impression = impression
  }
}

/// How a fingerprint was acquired, with the numbers of ISO/IEC 19794-2:2011.
public enum FingerImpression: UInt32, Sendable, Hashable, CaseIterable {
  /// Live-scan plain.
  case livePlain = 0
  /// Live-scan rolled, from nail to nail.
  case liveRolled = 1
  /// Non-live-scan plain, such as ink on paper.
  case nonlivePlain = 2
  case nonliveRolled = 3
  /// Latent impression.
  case latent = 4
  /// Latent tracing, drawn by hand.
  case latentTracing = 5
  /// Latent photo.
  case latentPhoto = 6
  /// Latent lift, by adhesive foil.
  case latentLift = 7
  /// Live-scan swipe.
  case liveSwipe = 8
  case liveContactless = 24
  case other = 28
  case unknown = 29
}

extension BodySite {
  var isOneFingerOrUnknown: Bool { rawValue <= Self.leftLittle.rawValue }
}
