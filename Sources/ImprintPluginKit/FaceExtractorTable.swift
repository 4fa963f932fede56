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
    let format = try chosen(options.format, among: plugin.faceFormats, threads: options.threads)
    let session = try plugin.makeFaceExtractor(
      FaceExtractorOptions(format: format, threads: Int(options.threads)))
    return ProvidedFaceExtractor(opened.host, session, format)
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
    _ image: UnsafePointer<imp_image>, _ face: UnsafePointer<imp_face>?,
    _ landmarks: UnsafePointer<imp_point3>?, _ landmarkCount: UInt32,
    _ payload: UnsafeMutablePointer<imp_buffer>, _ extraction: UnsafeMutablePointer<imp_extraction>
  ) -> imp_status {
    host.answer { () throws(PluginFailure) in
      let payload = try LentBuffer(payload, "payload")
      guard isSized(UnsafePointer(extraction), \.size) else {
        throw PluginFailure(.abi, "The extraction has a wrong size field.")
      }
      let view = try ImageView(checking: image)
      let face = try lentFace(face, landmarks, landmarkCount, for: format.name, isNeeded: format.needsFace)
      try checkRoom(payload)
      try give(session.extract(view, face: face), to: payload, &extraction.pointee)
    }
  }
}

/// The face that a host lends beside an image.
/// - Parameter isNeeded: Whether the format takes faces with landmarks alone.
func lentFace(
  _ face: UnsafePointer<imp_face>?, _ landmarks: UnsafePointer<imp_point3>?, _ landmarkCount: UInt32,
  for format: String, isNeeded: Bool
) throws(PluginFailure) -> Face? {
  guard landmarkCount == 0 || landmarks != nil else {
    throw PluginFailure(.argument, "There are \(landmarkCount) landmarks but no array of them.")
  }
  guard let face else {
    guard !isNeeded else { throw PluginFailure(.noSubject, "\(format) needs a face.") }
    return nil
  }
  let points = UnsafeBufferPointer(start: landmarks, count: Int(landmarkCount))
  let read = try Face(face.pointee, landmarks: points)
  guard !isNeeded || !read.landmarks.isEmpty else {
    throw PluginFailure(.noSubject, "\(format) needs a face with landmarks.")
  }
  return read
}
