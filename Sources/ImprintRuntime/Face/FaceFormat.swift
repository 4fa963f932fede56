// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
public import ImprintModel

/// A format of templates that a face extractor makes, and the faces it makes them of.
public struct FaceFormat: Sendable, Hashable {
  /// Its name and the version of the templates that are made.
  public let template: TemplateFormat
  /// No template is longer, in bytes: 1...``ImprintModel/Template/maximumPayload``.
  public let templateBytesMaximum: Int
  /// Every template's length in bytes; `nil` where lengths differ.
  public let templateBytesFixed: Int?
  /// Whether it takes a face with landmarks; else an image of a face alone will do.
  public let needsFace: Bool
}

extension FaceFormat: ListedFormat {
  var algorithm: String { template.algorithm }
  var facts: FormatFacts { FormatFacts(self) }

  init(_ raw: imp_face_format) throws(ContractBreach) {
    let shape = try TemplateShape(
      of: raw, "imp_face_format", size: raw.size, name: raw.name, version: raw.version,
      most: raw.template_bytes_max, fixed: raw.template_bytes_fixed)
    guard raw.needs_face <= 1 else {
      throw ContractBreach("\(shape.format.algorithm) has needs_face \(raw.needs_face); 0 or 1 are allowed.")
    }
    template = shape.format
    templateBytesMaximum = shape.bytesMaximum
    templateBytesFixed = shape.bytesFixed
    needsFace = raw.needs_face == 1
  }

  static var empty: imp_face_format {
    var format = imp_face_format()
    format.size = UInt32(MemoryLayout<imp_face_format>.size)
    return format
  }
}
