// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What `imprint.face-extractor/1` asks of an author's plugin.
enum FaceExtractorTable {
  static func formats(_ opened: OpenedPlugin) throws(PluginFailure) -> [imp_face_format] {
    var listed: [imp_face_format] = []
    for format in try provided(opened.attached.faceExtractor).faceFormats { listed.append(try format.raw()) }
    return listed
  }

  static func create(
    _ opened: OpenedPlugin, _ options: imp_face_extractor_options
  ) throws(PluginFailure) -> ProvidedFaceExtractor {
    let plugin = try provided(opened.attached.faceExtractor)
    let format = try chosen(options.format, among: plugin.faceFormats, threads: options.threads)
    try format.checkTemplates()
    let session = try plugin.makeFaceExtractor(
      FaceExtractorOptions(format: format, threads: Int(options.threads)))
    return ProvidedFaceExtractor(host: opened.host, session: session, format: format)
  }
}

extension FaceFormat {
  fileprivate func raw() throws(PluginFailure) -> imp_face_format {
    try checkTemplates()
    var raw = imp_face_format()
    raw.size = structSize(imp_face_format.self)
    raw.version = version
    (raw.template_bytes_max, raw.template_bytes_fixed) = templates.raw
    raw.needs_face = needsFace ? 1 : 0
    // A name that was cut would be another format's.
    guard copy(name, to: &raw.name) else { throw misstated("has a name that is too long.") }
    return raw
  }
}

/// What an `imp_face_extractor` points to.
final class ProvidedFaceExtractor {
  let host: Host
  private let session: any FaceExtractorSession
  private let format: FaceFormat

  init(host: Host, session: any FaceExtractorSession, format: FaceFormat) {
    self.host = host
    self.session = session
    self.format = format
  }

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
      if case .exactly(let bytes) = format.templates { try payload.checkRoom(for: bytes) }
      var made = try session.extract(view, face: face)
      try made.give(
        to: payload, as: format.name, version: format.version, format.templates, &extraction.pointee)
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
