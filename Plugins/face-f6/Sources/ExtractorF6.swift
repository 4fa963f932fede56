// SPDX-License-Identifier: Apache-2.0
import FaceNetworks
import ImprintPluginKit

/// One extractor, its network loaded.
final class ExtractorF6: FaceExtractorSession {
  /// The mesh network's face-presence score below which there is no face.
  private static let leastPresence: Float = 0.5

  private let embedder: Embedder

  init(_ embedder: Embedder) { self.embedder = embedder }

  func extract(_ image: ImageView, face: Face?) throws(PluginFailure) -> Extraction {
    guard let face, face.presence >= Self.leastPresence else {
      throw PluginFailure(.noSubject, "The tracker is not sure that this is a face (presence below 0.5).")
    }
    return try image.withImage { image throws(PluginFailure) in
      let toImage = try Alignment.map(face.landmarks, in: image)
      return Extraction(
        template: try embedder.embed(image, through: toImage),
        quality: face.quality[.unified].map { min(100, max(0, $0)) })
    }
  }
}
