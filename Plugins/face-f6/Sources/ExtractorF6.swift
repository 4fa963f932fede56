// SPDX-License-Identifier: Apache-2.0
import FaceEmbedding
import ImprintPluginKit

/// One extractor, its network loaded.
final class ExtractorF6: FaceExtractorSession {
  private let embedder: FaceEmbedder

  init(_ embedder: FaceEmbedder) { self.embedder = embedder }

  /// The embeddings of the face and of its mirror image are added and normalised: what lighting or pose does
  /// to one side counts half.
  func extract(_ image: ImageView, face: Face?) throws(PluginFailure) -> Extraction {
    try embedder.extraction(of: face, in: image) {
      Embedding.template(of: $0, and: $0 + FaceEmbedder.length)
    }
  }
}
