// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import ImprintManifest

/// What is specific to an ability that lists template formats, and creates objects each for one format.
protocol FormatContract: SendableMetatype {
  /// Its C table.
  associatedtype Table: FormatTable, Sendable where Table.Options: SizedStruct & BitwiseCopyable
  associatedtype Format: TemplateFormatStruct & BitwiseCopyable & Sendable where Format == Table.Format

  /// The place named in failures: `voice-extractor`.
  static var name: String { get }
  /// What it creates: "extractor".
  static var object: String { get }

  /// What is wrong with the ability-specific part of a format; `nil` where nothing is.
  static func problem(of format: Format) -> String?
  /// Fails where nothing could be tried with a format.
  static func expectUsable(_ format: Format) throws
  /// What a manifest also declares of a format, besides its name.
  static func words(of format: Format) -> String
  /// The same for the formats of a manifest, by name.
  static func declared(by manifest: PluginManifest) -> [String: String]
}

extension FormatContract {
  /// One of its functions, as named in failures: `voice-extractor.extract`.
  static func place(_ function: String) -> String { "\(name).\(function)" }

  static func expectUsable(_ format: Format) {}
}

/// A format of templates, as a plugin lists it. Its name is its last field.
protocol TemplateFormatStruct: ListedStruct, FormatStruct {
  /// The lowest valid version of its templates.
  var firstVersion: UInt32 { get }
}

extension TemplateFormatStruct {
  /// The length of its templates.
  var bytes: TemplateBytes {
    template_bytes_fixed > 0 ? .exactly(Int(template_bytes_fixed)) : .atMost(Int(template_bytes_max))
  }
}

extension imp_extraction: SizedStruct {}
extension imp_fusion: SizedStruct {}
