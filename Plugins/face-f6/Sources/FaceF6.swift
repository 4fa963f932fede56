// SPDX-License-Identifier: Apache-2.0
public import CImprint
import FaceEmbedding
import FaceNetworks
import ImprintPluginKit

/// Faces by F6: a 128-dimensional embedding of the aligned face, averaged with its mirror image.
struct FaceF6: FaceExtractorPlugin, MatcherPlugin, MatcherSearchPlugin {
  static let identity = PluginIdentity(id: "dev.imprint.face-f6", version: "2.0.0", vendor: "Imprint")

  let faceFormats = [
    FaceFormat(
      name: Embedding.format, version: Embedding.version, templates: .exactly(bytes: Embedding.bytes),
      needsFace: true)
  ]
  let matcherFormats = [
    MatcherFormat(
      name: Embedding.format, modality: .face, reads: Embedding.reads,
      templates: .exactly(bytes: Embedding.bytes), isSymmetric: true, similarities: -1...1,
      fuses: Embedding.version)
  ]

  var searchForms: [SearchForm] {
    matcherFormats.flatMap {
      [
        SearchForm(name: VectorSearcher.form, of: $0, entryBytes: Embedding.bytes, isExact: true),
        SearchForm(name: CompactSearcher.form, of: $0, entryBytes: CompactSearcher.bytes, isExact: false),
      ]
    }
  }

  private let runtime: NetworkRuntime

  init(host: Host) throws(PluginFailure) {
    guard host.offers(IMP_HOST_FILES_ID) else {
      throw PluginFailure(.ability, "The host lends no files, and Face F6 needs its model.")
    }
    runtime = NetworkRuntime(host: host)
  }

  func makeFaceExtractor(_ options: FaceExtractorOptions) throws(PluginFailure) -> any FaceExtractorSession {
    ExtractorF6(try FaceEmbedder(runtime: runtime, passes: .mirrored, threads: options.threads))
  }

  func makeComparer(_ options: MatcherOptions) -> any TemplateComparer { CosineComparer() }

  func makeSearcher(_ options: SearchOptions) -> any TemplateSearcher {
    if options.form.isExact { VectorSearcher() } else { CompactSearcher() }
  }
}

private let export = PluginExport(FaceF6.self, provides: [.faceExtractor, .matcher, .matcherSearch])

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
