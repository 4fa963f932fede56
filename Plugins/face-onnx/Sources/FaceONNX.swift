// SPDX-License-Identifier: Apache-2.0
public import CImprint
import FaceNetworks
import ImprintPluginKit

/// Faces by a network of somebody's own: each plugin of this library is a manifest and a model.
struct FaceONNX: FaceExtractorPlugin, MatcherPlugin, MatcherSearchPlugin, PluginOfMany {
  static let identity = PluginIdentity(id: "dev.imprint.face-onnx", version: "1.0.0", vendor: "Imprint")
  static let parameters: [any DeclaredParameter] = EmbeddingParameters.all

  let faceFormats: [FaceFormat]
  let matcherFormats: [MatcherFormat]
  let searchForms: [SearchForm]

  private let input: NetworkInput
  private let vectors: VectorFormat
  private let network: EmbeddingNetwork
  private let runtime: NetworkRuntime

  init(host: Host) throws(PluginFailure) {
    guard host.offers(IMP_HOST_FILES_ID) else {
      throw PluginFailure(.ability, "The host lends no files, and a plugin of face-onnx needs its model.")
    }
    input = try NetworkInput(of: host)
    vectors = try VectorFormat(of: host)
    let matcher = MatcherFormat(
      name: vectors.name, modality: .face, reads: vectors.version...vectors.version,
      templates: .exactly(bytes: vectors.payloadBytes), isSymmetric: true,
      similarities: vectors.similarities)
    faceFormats = [
      FaceFormat(
        name: vectors.name, version: vectors.version, templates: .exactly(bytes: vectors.payloadBytes),
        needsFace: true)
    ]
    matcherFormats = [matcher]
    searchForms = [
      SearchForm(
        name: VectorSearcher.form, of: matcher, entryBytes: vectors.entryBytes, isExact: true)
    ]
    // At once: a manifest that says another model than it has is refused before anybody is enrolled.
    network = try EmbeddingNetwork(of: host, input, numbers: vectors.count)
    runtime = NetworkRuntime(host: host)
  }

  func makeFaceExtractor(_ options: FaceExtractorOptions) throws(PluginFailure) -> any FaceExtractorSession {
    ExtractorONNX(try runtime.session(network.network, threads: options.threads), input, vectors)
  }

  func makeComparer(_ options: MatcherOptions) -> any TemplateComparer { VectorComparer(format: vectors) }

  func makeSearcher(_ options: SearchOptions) -> any TemplateSearcher { VectorSearcher(format: vectors) }
}

private let export = PluginExport(FaceONNX.self, provides: [.faceExtractor, .matcher, .matcherSearch])

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
