// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintPluginKit

/// A plugin with a face extractor of two formats: one of any image, with templates of one length, and one
/// that needs a face.
struct SampleFacePlugin: FaceExtractorPlugin {
  static let identity = PluginIdentity(id: "org.example.faces", version: "1.0.0", vendor: "Example")

  static let formats = [
    FaceFormat(name: "example.shade", version: 3, templates: .exactly(bytes: 5), needsFace: false),
    FaceFormat(name: "example.mesh", version: 1, templates: .atMost(bytes: 8), needsFace: true),
  ]

  let faceFormats = Self.formats

  init(host: Host) {}

  func makeFaceExtractor(_ options: FaceExtractorOptions) throws(PluginFailure) -> any FaceExtractorSession {
    guard options.threads <= 2 else { throw PluginFailure(.memory, "There is room for two threads.") }
    return SampleFace(options)
  }
}

/// Does what the first pixels say: how long the template is, which of its qualities it has, and whether there
/// is none. A template's bytes count the extractions, and tell the options, the resolution in thousands and
/// the face: 0 for none, else its number, and its first landmark's x where it has any.
final class SampleFace: FaceExtractorSession {
  private let options: FaceExtractorOptions
  private var calls: UInt8 = 0

  init(_ options: FaceExtractorOptions) { self.options = options }

  func extract(_ image: ImageView, face: Face?) throws(PluginFailure) -> Extraction {
    calls += 1
    let asked = (0..<3).map { Int(image.pixels.unsafeLoad(fromByteOffset: $0, as: UInt8.self)) }
    guard asked[2] == 0 else { throw PluginFailure(.noSubject, "Nobody is to be seen.") }
    let told = [
      calls, UInt8(options.format.version), UInt8(options.threads), UInt8((image.resolution ?? 0) / 1000),
      face.map { UInt8($0.trackID) + UInt8($0.landmarks.first?.x ?? 0) } ?? 0,
    ]
    let rest = [UInt8](repeating: 7, count: max(asked[0] - told.count, 0))
    return Extraction(template: Array((told + rest).prefix(asked[0])), quality: SampleQuality.all[asked[1]])
  }
}

let sampleFaceExport = PluginExport(SampleFacePlugin.self, provides: [.faceExtractor])

/// Qualities that authors may give to templates, or must not.
enum SampleQuality {
  static let all: [Float?] = [nil, 0, 100, 62.5, 100.5, -0.5, .nan, .infinity, -.infinity]
}
