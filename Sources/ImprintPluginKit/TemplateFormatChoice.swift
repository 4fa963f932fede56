// SPDX-License-Identifier: Apache-2.0
import CImprint

/// A format of templates that an author's plugin states.
protocol StatedFormat {
  var name: String { get }
  /// The lowest version of its templates that there may be.
  var firstVersion: UInt32 { get }
  var templates: TemplateLength { get }
}

extension VoiceFormat: StatedFormat { var firstVersion: UInt32 { version } }
extension FaceFormat: StatedFormat { var firstVersion: UInt32 { version } }
extension MatcherFormat: StatedFormat { var firstVersion: UInt32 { reads.lowerBound } }

extension StatedFormat {
  /// The author's side of the bargain, as far as every format has it.
  func checkTemplates() throws(PluginFailure) {
    let reason: String? =
      if name.isEmpty || name.utf8.count > 63 {
        "has a name of \(name.utf8.count) bytes; 1 to 63 are allowed."
      } else if firstVersion < 1 {
        "has version 0; versions count from 1."
      } else if templates.raw.most < 1 {
        "has templates of no bytes."
      } else {
        nil
      }
    if let reason { throw misstated(reason) }
  }

  func misstated(_ reason: String) -> PluginFailure {
    PluginFailure(.internal, "A format that it states, '\(name)', \(reason)")
  }
}

/// The format that a host asks for.
func chosen<Format: StatedFormat>(
  _ asked: imp_text, among formats: [Format], threads: UInt32
) throws(PluginFailure) -> Format {
  guard threads >= 1 else { throw PluginFailure(.argument, "threads is 0; it must be 1 or more.") }
  let name = try readText(asked, "The format")
  guard let format = formats.first(where: { $0.name == name }) else {
    let known = formats.map(\.name).joined(separator: ", ")
    throw PluginFailure(.unsupported, "The format asked for is none of its own: \(known).")
  }
  return format
}
