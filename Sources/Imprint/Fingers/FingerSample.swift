// SPDX-License-Identifier: Apache-2.0
public import ImprintFingerCapture
private import ImprintFiles
internal import ImprintImaging
public import ImprintMatching
public import ImprintModel
internal import ImprintRuntime

/// A finger in a file: a picture of a print, or a template.
///
/// Redacted: its description shows neither.
public enum FingerSample: Sendable, CustomStringConvertible {
  /// Grey, ridges dark, of a known resolution.
  case picture(Image)
  case template(Template)

  /// Reads a file: JPEG, PNG, PGM, PPM or BMP; or a template as
  /// ``ImprintModel/Template/init(fingerFile:place:)`` takes it.
  /// - Parameter resolution: of a picture that states none (``ImageFile/statedResolution(_:)``), in pixels a
  ///   metre: 500 dots an inch are 19,685.
  /// - Throws: ``ImagingError`` for a picture that cannot be read, `badLayout` for one in colours;
  ///   ``TemplateError`` for what is neither.
  public init(reading path: String, resolution: Int) throws {
    let read: Image
    do throws(ImagingError) { read = try ImageFile.read(path) } catch {
      guard error.code == .notAnImage else { throw error }
      let bytes: [UInt8]
      do throws(FileProblem) {
        bytes = try RegularFile(path).bytes(upTo: TemplateEnvelope.maximumBytes)
      } catch {
        throw TemplateError(
          .notATemplate, place: path, reason: error.reason,
          remedy: "Give a picture of a finger, or a file with a template of one.")
      }
      self = .template(try Template(fingerFile: bytes, place: path))
      return
    }
    let stated = try ImageFile.statedResolution(path) ?? resolution
    guard read.format == .grey8,
      let picture = Image(
        width: read.width, height: read.height, format: .grey8, bytesPerRow: read.bytesPerRow,
        resolution: stated, pixels: read.pixels)
    else {
      throw ImagingError(
        .badLayout, place: path,
        reason: read.format == .grey8
          ? "its resolution of \(stated) pixels a metre is none." : "it has colours, and prints are grey.",
        remedy: "Give a grey picture of a print, of 500 dots an inch or what its sensor has.")
    }
    self = .picture(picture)
  }

  /// The picture, to be drawn below its minutiae; `nil` for a template.
  /// - Throws: ``ImagingError`` where it cannot be encoded.
  public func drawn() throws(ImagingError) -> FingerExplanationDrawing.Picture? {
    guard case .picture(let image) = self, let resolution = image.resolution else { return nil }
    return FingerExplanationDrawing.Picture(
      png: try ImageEncoder.png(image), width: image.width, height: image.height, resolution: resolution)
  }

  /// The type of a template; `nil` for a picture.
  var type: FingerTemplateType? {
    guard case .template(let template) = self else { return nil }
    return FingerTemplateType(rawValue: template.format.algorithm)
  }

  public var description: String {
    switch self {
    case .picture(let image): "FingerSample(picture, \(image.width) × \(image.height), <redacted>)"
    case .template(let template): "FingerSample(\(template.format), <redacted>)"
    }
  }
}

extension Fingers {
  /// Explains why the set's matcher finds two fingers as alike as it does. A picture is made a template of
  /// the other one's type.
  /// - Parameter type: where both are pictures.
  /// - Throws: ``TemplateError`` `otherAlgorithm` for templates of two types; ``PluginCallError``
  ///   `unsupported` where the plugin does not explain its comparisons, `no-subject`, `quality` or `sample`
  ///   for a picture that no template can be made of; ``PluginError``; as
  ///   ``TemplateMatcher/explainFingers(_:with:)``.
  public func explain(
    _ probe: FingerSample, with reference: FingerSample, type: FingerTemplateType = .isoCompactCard
  ) async throws -> FingerMatchExplanation {
    let type = probe.type ?? reference.type ?? type
    let matcher = try await matcher(format: type.rawValue)
    return try await matcher.explainFingers(
      template(of: probe, type), with: template(of: reference, type))
  }

  private func template(of sample: FingerSample, _ type: FingerTemplateType) async throws -> Template {
    switch sample {
    case .template(let template): return template
    case .picture(let picture):
      return try await extractor(format: type.rawValue).template(of: picture, finger: Finger())
    }
  }
}
