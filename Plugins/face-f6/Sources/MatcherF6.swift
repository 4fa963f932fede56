// SPDX-License-Identifier: Apache-2.0
import FaceNetworks
import ImprintPluginKit

/// One matcher. The network is loaded by the first extraction; comparing needs none.
final class MatcherF6: MatcherSession {
  let comparer: any TemplateComparer = CosineComparer()

  /// The mesh's presence below which its points are no face's.
  private static let leastPresence: Float = 0.5

  private let runtime: NetworkRuntime
  private let threads: Int
  private var embedder: Embedder?

  init(runtime: NetworkRuntime, threads: Int) {
    self.runtime = runtime
    self.threads = threads
  }

  func extract(_ image: ImageView, face: Face?) throws(PluginFailure) -> Extraction {
    guard let face, face.presence >= Self.leastPresence else {
      throw PluginFailure(.noSubject, "The tracker is not sure that this is a face (presence below 0.5).")
    }
    let embedder = try loadedEmbedder()
    return try image.withImage { image throws(PluginFailure) in
      let toImage = try Alignment.map(face.landmarks, in: image)
      return Extraction(
        template: try embedder.embed(image, through: toImage),
        quality: face.quality[.unified].map { min(100, max(0, $0)) })
    }
  }

  private func loadedEmbedder() throws(PluginFailure) -> Embedder {
    if let embedder { return embedder }
    let loaded = try Embedder(runtime: runtime, threads: threads)
    embedder = loaded
    return loaded
  }
}
