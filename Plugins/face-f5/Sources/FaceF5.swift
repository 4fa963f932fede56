// SPDX-License-Identifier: Apache-2.0
public import CImprint
import FaceEmbedding
import FaceNetworks
import ImprintPluginKit

/// Faces by F5: the embedding of the aligned face in 6 bits a number, small enough for a QR code.
struct FaceF5: FaceExtractorPlugin, MatcherPlugin, MatcherSearchPlugin {
  static let identity = PluginIdentity(id: "dev.imprint.face-f5", version: "1.0.0", vendor: "Imprint")

  let faceFormats = [
    FaceFormat(
      name: PackedTemplate.format, version: PackedTemplate.version,
      templates: .exactly(bytes: PackedTemplate.bytes), needsFace: true)
  ]
  let matcherFormats = [
    MatcherFormat(
      name: PackedTemplate.format, modality: .face, reads: 1...PackedTemplate.version,
      templates: .exactly(bytes: PackedTemplate.bytes), isSymmetric: true, similarities: -1...1)
  ]

  var searchForms: [SearchForm] {
    matcherFormats.map {
      SearchForm(name: PackedSearcher.form, of: $0, entryBytes: PackedSearcher.bytes, isExact: true)
    }
  }

  private let runtime: NetworkRuntime

  init(host: Host) throws(PluginFailure) {
    guard host.offers(IMP_HOST_FILES_ID) else {
      throw PluginFailure(.ability, "The host lends no files, and Face F5 needs its model.")
    }
    runtime = NetworkRuntime(host: host)
  }

  func makeFaceExtractor(_ options: FaceExtractorOptions) throws(PluginFailure) -> any FaceExtractorSession {
    ExtractorF5(try FaceEmbedder(runtime: runtime, passes: .one, threads: options.threads))
  }

  func makeComparer(_ options: MatcherOptions) -> any TemplateComparer { PackedComparer() }

  func makeSearcher(_ options: SearchOptions) -> any TemplateSearcher { PackedSearcher() }
}

private let export = PluginExport(FaceF5.self, provides: [.faceExtractor, .matcher, .matcherSearch])

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
