// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// A plugin with a finger extractor of two formats, one with templates of one length.
struct SampleFingerPlugin: FingerExtractorPlugin {
  static let identity = PluginIdentity(id: "org.example.fingers", version: "1.0.0", vendor: "Example")

  static let formats = [
    FingerFormat(
      name: "example.ridges", version: 3, templates: .exactly(bytes: 5), resolutions: 19_000...20_000),
    FingerFormat(
      name: "example.pores", version: 1, templates: .atMost(bytes: 8), resolutions: 1...1_000_000),
  ]

  let fingerFormats = Self.formats

  init(host: Host) {}

  func makeFingerExtractor(
    _ options: FingerExtractorOptions
  ) throws(PluginFailure) -> any FingerExtractorSession {
    guard options.threads <= 2 else { throw PluginFailure(.memory, "There is room for two threads.") }
    return SampleFinger(options)
  }
}

/// Does what the first pixels say: how long the template is, which of its qualities it has, and whether there
/// is none. A template's bytes count the extractions, and tell the options, and what is said of the finger.
final class SampleFinger: FingerExtractorSession {
  private let options: FingerExtractorOptions
  private var calls: UInt8 = 0

  init(_ options: FingerExtractorOptions) { self.options = options }

  func extract(_ image: ImageView, finger: Finger) throws(PluginFailure) -> Extraction {
    calls += 1
    let asked = (0..<3).map { Int(image.pixels.unsafeLoad(fromByteOffset: $0, as: UInt8.self)) }
    guard asked[2] == 0 else { throw PluginFailure(.noSubject, "Nothing is to be seen.") }
    let told = [
      calls, UInt8(options.format.version), UInt8(options.threads), UInt8(finger.position.rawValue),
      UInt8(finger.impression.rawValue),
    ]
    let rest = [UInt8](repeating: 7, count: max(asked[0] - told.count, 0))
    return Extraction(template: Array((told + rest).prefix(asked[0])), quality: SampleQuality.all[asked[1]])
  }
}

let sampleFingerExport = PluginExport(SampleFingerPlugin.self, provides: [.fingerExtractor])
