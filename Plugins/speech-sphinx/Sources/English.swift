// SPDX-License-Identifier: Apache-2.0
import CSphinx
import ImprintPluginKit

/// The bundle: Debian's model of American English, and the dictionary that comes with it.
enum English {
  static let bundle = SpeechBundle(
    name: "en-us", language: "en-US", rate: UInt32(IMP_SPHINX_RATE), longestMilliseconds: 60_000,
    models: .init(ngrams: mostNgrams, order: UInt32(IMP_SPHINX_ORDER)), phrases: mostPhrases,
    words: mostWords,
    symbols: phones, dictionary: 125_945, features: [.confidence, .alternatives, .activity])

  /// Those of the acoustic model, without its silence and noises.
  static let phones = IMP_SPHINX_PHONES.split(separator: " ").map(String.init)

  // Above these a graph is refused; SphinxGraph has more limits.
  private static let mostWords: UInt32 = 5_000
  private static let mostNgrams: UInt32 = 400_000
  private static let mostPhrases: UInt32 = 100
}

/// The files of the acoustic model, as the manifest names them.
struct AcousticModel {
  private let host: Host

  init(host: Host) { self.host = host }

  /// By the names that PocketSphinx asks for.
  private static let files: [(asked: StaticString, name: String)] = [
    ("mdef", "en-us.mdef"), ("means", "en-us.means"), ("variances", "en-us.variances"),
    ("sendump", "en-us.sendump"), ("transition_matrices", "en-us.transitions"),
  ]

  /// Bytes are the host's, and stay where they are for as long as the plugin is open.
  func lent() throws(PluginFailure) -> [imp_sphinx_file] {
    var lent: [imp_sphinx_file] = []
    for file in Self.files {
      let bytes = try host.model(named: file.name)
      file.asked.withUTF8Buffer { name in
        // A static string ends with a null.
        name.withMemoryRebound(to: CChar.self) { name in
          guard let start = name.baseAddress else { return }
          lent.append(imp_sphinx_file(name: start, bytes: bytes.baseAddress, length: bytes.count))
        }
      }
    }
    return lent
  }
}
