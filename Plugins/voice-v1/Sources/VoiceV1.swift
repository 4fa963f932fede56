// SPDX-License-Identifier: Apache-2.0
public import CImprint
import FaceNetworks
import ImprintPluginKit

/// Voices: free speech, and a phrase that is always the same.
struct VoiceV1: VoiceExtractorPlugin, MatcherPlugin {
  static let identity = PluginIdentity(id: "dev.imprint.voice-v1", version: "1.0.0", vendor: "Imprint")

  let voiceFormats = VoiceKind.allCases.map(\.made)
  let matcherFormats = VoiceKind.allCases.map(\.compared)

  private let runtime: NetworkRuntime

  init(host: Host) throws(PluginFailure) {
    guard host.offers(IMP_HOST_FILES_ID) else {
      throw PluginFailure(.ability, "The host lends no files, and Voice V1 needs its model.")
    }
    runtime = NetworkRuntime(host: host)
  }

  func makeVoiceExtractor(
    _ options: VoiceExtractorOptions
  ) throws(PluginFailure) -> any VoiceExtractorSession {
    VoiceExtractor(
      try VoiceKind.of(options.format.name), try VoiceEncoder(runtime: runtime, threads: options.threads))
  }

  func makeComparer(_ options: MatcherOptions) throws(PluginFailure) -> any TemplateComparer {
    VoiceComparer(kind: try VoiceKind.of(options.format.name))
  }
}

private let export = PluginExport(VoiceV1.self, provides: [.voiceExtractor, .matcher])

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
