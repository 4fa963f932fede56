// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import ImprintManifest

/// A format of templates that a face extractor makes, and the faces it makes them from.
public struct FaceFormat: ExtractorFormat {
  public static var modality: Modality { .face }
  public var template: TemplateFormat { shape.format }
  public var templateBytesMaximum: Int { shape.bytesMaximum }
  public var templateBytesFixed: Int? { shape.bytesFixed }
  /// Whether it requires a face with landmarks; else an image of a face suffices.
  public let needsFace: Bool
  let shape: TemplateShape
}

extension FaceFormat: MadeFormat {
  typealias Table = imp_face_extractor_ability

  static var ability: AbilityID { .faceExtractor }

  init(_ raw: imp_face_format) throws(ContractBreach) {
    shape = try TemplateShape(of: raw, version: raw.version)
    guard raw.needs_face <= 1 else {
      throw ContractBreach("\(shape.format.algorithm) has needs_face \(raw.needs_face); 0 or 1 are allowed.")
    }
    needsFace = raw.needs_face == 1
  }
}
