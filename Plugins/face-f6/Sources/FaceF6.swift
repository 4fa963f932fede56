// SPDX-License-Identifier: Apache-2.0
public import CImprint
import FaceNetworks
import ImprintPluginKit

/// Face matcher F6: a 128-dimensional embedding of the aligned face, averaged with its mirror image.
struct FaceF6: MatcherPlugin {
  static let identity = PluginIdentity(id: "dev.imprint.face-f6", version: "1.0.0", vendor: "Imprint")
  static let matcher = MatcherInfo(
    modality: .face, algorithm: "imprint.face-f6", writes: 1, reads: 1...1,
    templates: .exactly(bytes: Embedding.bytes), needsFace: true, isSymmetric: true, similarities: -1...1)

  private let runtime: NetworkRuntime

  init(host: Host) throws(PluginFailure) {
    guard host.offers(IMP_HOST_FILES_ID) else {
      throw PluginFailure(.ability, "The host lends no files, and face matcher F6 needs its model.")
    }
    runtime = NetworkRuntime(host: host)
  }

  func makeMatcher(_ options: MatcherOptions) -> any MatcherSession {
    MatcherF6(runtime: runtime, threads: options.threads)
  }
}

private let export = PluginExport(FaceF6.self, provides: [.matcher])

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
