// SPDX-License-Identifier: Apache-2.0
import FaceEmbedding
import ImprintPluginKit

/// One extractor, its network loaded.
final class ExtractorF5: FaceExtractorSession {
  private let embedder: FaceEmbedder

  init(_ embedder: FaceEmbedder) { self.embedder = embedder }

  func extract(_ image: ImageView, face: Face?) throws(PluginFailure) -> Extraction {
    let quality = face?.quality[.unified]
    return try embedder.extraction(of: face, in: image) { PackedTemplate.make(of: $0, quality: quality) }
  }
}
