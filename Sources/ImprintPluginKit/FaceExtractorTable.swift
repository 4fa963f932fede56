// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What `imprint.face-extractor/1` asks of an author's plugin.
enum FaceExtractorTable {
  static func formats(_ opened: OpenedPlugin) throws(PluginFailure) -> [imp_face_format] {
    try listed(provided(opened.attached.faceExtractor).faceFormats)
  }

  static func create(
    _ opened: OpenedPlugin, _ options: imp_face_extractor_options
  ) throws(PluginFailure) -> ProvidedFaceExtractor {
    let plugin = try provided(opened.attached.faceExtractor)
    let asked = try chosen(options.format, among: plugin.faceFormats, threads: options.threads)
    return ProvidedFaceExtractor(opened.host, try plugin.makeFaceExtractor(asked), asked.format)
  }
}

extension imp_face_format: FormatStruct {}

extension FaceFormat: MadeFormat {
  func checkOwn() {}

  func state(in raw: inout imp_face_format) {
    raw.version = version
    (raw.template_bytes_max, raw.template_bytes_fixed) = templates.raw
    raw.needs_face = needsFace ? 1 : 0
  }
}

/// What an `imp_face_extractor` points to.
final class ProvidedFaceExtractor: ProvidedExtractor<any FaceExtractorSession, FaceFormat> {
  func extract(
    _ image: imp_image, _ face: imp_face?, _ landmarks: UnsafeBufferPointer<imp_point3>,
    _ payload: LentBuffer, _ extraction: inout imp_extraction
  ) throws(PluginFailure) {
    let view = try ImageView(checking: image)
    let read: Face?
    if let face { read = try Face(face, landmarks: landmarks) } else { read = nil }
    guard !format.needsFace || read?.landmarks.isEmpty == false else {
      throw PluginFailure(
        .noSubject, "\(format.name) needs a face\(face == nil ? "" : " with landmarks").")
    }
    try payload.checkRoom(for: format.templates)
    try give(session.extract(view, face: read), to: payload, &extraction)
  }
}
