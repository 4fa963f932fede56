// SPDX-License-Identifier: Apache-2.0
public import CImprint
import CSphinx
import ImprintPluginKit
import Synchronization

/// English speech, by PocketSphinx.
struct SpeechSphinx: SpeechRecognizerPlugin {
  static let identity = PluginIdentity(id: "dev.imprint.speech-sphinx", version: "1.0.0", vendor: "Imprint")

  let speechBundles = [English.bundle]

  private let model: AcousticModel
  private let dictionary: KeptDictionary

  init(host: Host) throws(PluginFailure) {
    guard host.offers(IMP_HOST_FILES_ID) else {
      throw PluginFailure(.ability, "The host lends no files, and this recogniser needs its model.")
    }
    model = AcousticModel(host: host)
    dictionary = KeptDictionary(host: host)
  }

  func pronunciations(of word: String, in bundle: SpeechBundle) throws(PluginFailure) -> [[UInt8]] {
    try dictionary.opened().pronunciations(of: word)
  }

  func makeSpeechRecognizer(
    _ options: SpeechRecognizerOptions
  ) throws(PluginFailure) -> any SpeechRecognizerSession {
    guard let graph = options.graph else {
      throw PluginFailure(.unsupported, "\(options.bundle.name) listens for nothing without a graph.")
    }
    return try SphinxRecognizer(model: model, graph: graph, alternatives: options.alternatives)
  }
}

private let export = PluginExport(SpeechSphinx.self, provides: [.speechRecognizer])

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
