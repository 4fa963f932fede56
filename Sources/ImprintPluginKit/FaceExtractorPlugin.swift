// SPDX-License-Identifier: Apache-2.0

/// A plugin with the ability `imprint.face-extractor/1`: image of a face to template.
public protocol FaceExtractorPlugin: Plugin {
  /// The formats it makes: 1 to 16, each name once. The same for the plugin's whole life.
  var faceFormats: [FaceFormat] { get }

  /// Makes an extractor of one of them. Models are loaded here. Called by one thread at a time.
  /// - Throws: `.model`, `.file`, `.memory`, or `.argument` for options it cannot take.
  func makeFaceExtractor(_ options: FaceExtractorOptions) throws(PluginFailure) -> any FaceExtractorSession
}

/// One face extractor. Called by one thread at a time, not always the same.
public protocol FaceExtractorSession: AnyObject {
  /// Makes a template of one face. The same input gives the same bytes on every call and every run on the
  /// same machine.
  /// - Parameter face: with its landmarks; present where ``FaceFormat/needsFace`` says so.
  /// - Throws: `.sample`, `.noSubject`, `.quality`, `.manySubjects`: a typed failure to extract, with the
  ///   reason.
  func extract(_ image: ImageView, face: Face?) throws(PluginFailure) -> Extraction
}

/// A format of templates, and the faces they are made of.
public struct FaceFormat: Sendable, Hashable {
  /// At most 63 bytes: `imprint.face-f6`. Templates of different names are never compared.
  public let name: String
  /// Of the templates that are made, from 1.
  public let version: UInt32
  public let templates: TemplateLength
  /// Whether it takes a face with landmarks; otherwise an image of a face alone will do.
  public let needsFace: Bool

  public init(name: String, version: UInt32, templates: TemplateLength, needsFace: Bool) {
    self.name = name
    self.version = version
    self.templates = templates
    self.needsFace = needsFace
  }
}

/// What is asked of a face extractor.
public typealias FaceExtractorOptions = FormatOptions<FaceFormat>
