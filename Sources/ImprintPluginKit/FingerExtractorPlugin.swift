// SPDX-License-Identifier: Apache-2.0

/// A plugin with the ability `imprint.finger-extractor/1`: image of a finger's ridges to template.
public protocol FingerExtractorPlugin: Plugin {
  /// The formats it makes: 1 to 16, each name once. The same for the plugin's whole life.
  var fingerFormats: [FingerFormat] { get }

  /// Makes an extractor of one of them. Models are loaded here. Called by one thread at a time.
  /// - Throws: `.model`, `.file`, `.memory`, or `.argument` for options it cannot take.
  func makeFingerExtractor(
    _ options: FingerExtractorOptions
  ) throws(PluginFailure) -> any FingerExtractorSession
}

/// One finger extractor. Called by one thread at a time, not always the same.
public protocol FingerExtractorSession: AnyObject {
  /// Makes a template of one finger's print. The same input gives the same bytes on every call and every run
  /// on the same machine.
  /// - Parameters:
  ///   - image: grey, ridges dark and valleys light; its resolution is known, and among the format's.
  ///   - finger: may be written into the template, and never decides whether there is one.
  /// - Throws: `.noSubject` where there is no print, `.quality` where too little of its ridges is visible,
  ///   `.manySubjects` where there are several: a typed failure to extract, with the reason.
  func extract(_ image: ImageView, finger: Finger) throws(PluginFailure) -> Extraction
}

/// A format of templates, and the images they are made of.
public struct FingerFormat: Sendable, Hashable {
  /// At most 63 bytes: `imprint.finger-v1`. Templates of different names are never compared.
  public let name: String
  /// Of the templates that are made, from 1.
  public let version: UInt32
  public let templates: TemplateLength
  /// Pixels per metre of the finger, of the images that it takes: from 1, to 1,000,000. 500 dots per inch
  /// are 19685.
  public let resolutions: ClosedRange<UInt32>

  public init(
    name: String, version: UInt32, templates: TemplateLength, resolutions: ClosedRange<UInt32>
  ) {
    self.name = name
    self.version = version
    self.templates = templates
    self.resolutions = resolutions
  }
}

/// What is known of a print beside its image.
public struct Finger: Sendable, Hashable {
  /// Which finger it is, with the numbers of ISO/IEC 19794-2.
  public enum Position: UInt32, Sendable, Hashable, CaseIterable {
    case unknown = 0
    case rightThumb, rightIndex, rightMiddle, rightRing, rightLittle
    case leftThumb, leftIndex, leftMiddle, leftRing, leftLittle
  }

  /// How it was taken, with the numbers of ISO/IEC 19794-2:2011.
  public enum Impression: UInt32, Sendable, Hashable, CaseIterable {
    case livePlain = 0
    /// From nail to nail.
    case liveRolled = 1
    /// From ink and paper.
    case nonlivePlain = 2
    case nonliveRolled = 3
    /// Left on something; the others drawn by hand, photographed, or taken off with a foil.
    case latent = 4
    case latentTracing = 5
    case latentPhoto = 6
    case latentLift = 7
    /// Drawn over a sensor.
    case liveSwipe = 8
    case liveContactless = 24
    case other = 28
    case unknown = 29
  }

  public let position: Position
  public let impression: Impression
}

/// What is asked of a finger extractor.
public typealias FingerExtractorOptions = FormatOptions<FingerFormat>
