// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

extension Template {
  /// A template of a finger as a file has it: in the envelope that stores and captures write; as a bare
  /// record by ISO/IEC 19794-2:2005; or as minutiae of a card in the frame of
  /// ``FingerTemplateType/isoCompactCard``. The bytes are untrusted: a record's are judged by the matcher.
  /// O(bytes).
  /// - Parameter place: for the error: the file.
  /// - Throws: ``TemplateError`` `notATemplate`, `truncated`, `damaged`, `newerEnvelope`; `otherModality` for
  ///   a template of something else than a finger.
  public init(fingerFile bytes: [UInt8], place: String) throws(TemplateError) {
    if let type = FingerTemplateType(fileOf: bytes) {
      guard let format = TemplateFormat(algorithm: type.rawValue, version: 1),
        let bare = Template(
          format: format, modality: .finger, site: .unknown, quality: nil, payload: bytes)
      else {
        throw TemplateError(
          .damaged, place: place,
          reason: "it has \(bytes.count) bytes; \(Template.maximumPayload) are the most.",
          remedy: "Use an undamaged copy, or enrol again.")
      }
      self = bare
      return
    }
    let template = try TemplateEnvelope.decode(bytes, place: place)
    guard template.modality == .finger else {
      throw TemplateError(
        .otherModality, place: place, reason: "it is of a \(template.modality.name), and no finger.",
        remedy: "Give a template of a finger.")
    }
    self = template
  }
}

extension FingerTemplateType {
  /// The type whose payload begins so, without an envelope.
  fileprivate init?(fileOf bytes: [UInt8]) {
    if bytes.starts(with: Array("FMR".utf8)) {
      self = .isoRecord
    } else if bytes.starts(with: Array("IMFC".utf8)) {
      self = .isoCompactCard
    } else {
      return nil
    }
  }
}
