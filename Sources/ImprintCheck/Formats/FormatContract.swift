// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import ImprintManifest

/// What an ability that lists formats of templates, and makes objects each of one of them, has of its own.
protocol FormatContract: SendableMetatype {
  /// Its C table.
  associatedtype Table: FormatTable, Sendable where Table.Options: SizedStruct & BitwiseCopyable
  associatedtype Format: TemplateFormatStruct & BitwiseCopyable & Sendable where Format == Table.Format

  /// As failures name the place: `voice-extractor`.
  static var name: String { get }
  /// What it makes: "extractor".
  static var object: String { get }

  /// What is wrong with the part of a format that is this ability's own; `nil` where nothing is.
  static func problem(of format: Format) -> String?
  /// Fails where nothing could be tried with a format.
  static func expectUsable(_ format: Format) throws
  /// What a manifest says of a format too, beside its name.
  static func words(of format: Format) -> String
  /// The same of the formats that a manifest has, by their names.
  static func declared(by manifest: PluginManifest) -> [String: String]
}

extension FormatContract {
  /// A function of it, as failures name it: `voice-extractor.extract`.
  static func place(_ function: String) -> String { "\(name).\(function)" }

  static func expectUsable(_ format: Format) {}
}

/// A format of templates, as a plugin lists it. Its name is its last field.
protocol TemplateFormatStruct: ListedStruct, FormatStruct {
  /// The lowest version of its templates that there may be.
  var firstVersion: UInt32 { get }
}

extension TemplateFormatStruct {
  /// How long its templates are.
  var bytes: TemplateBytes {
    template_bytes_fixed > 0 ? .exactly(Int(template_bytes_fixed)) : .atMost(Int(template_bytes_max))
  }
}

extension imp_extraction: SizedStruct {}
extension imp_fusion: SizedStruct {}
