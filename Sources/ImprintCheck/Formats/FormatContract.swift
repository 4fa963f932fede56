// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest

/// What an ability that lists formats of templates, and makes objects each of one of them, has of its own.
protocol FormatContract: SendableMetatype {
  /// Its C table.
  associatedtype Table: Sendable
  /// What its list has of a format.
  associatedtype Format: TemplateFormatStruct, BitwiseCopyable, Sendable
  /// What `create` is given.
  associatedtype Options: FormatOptionsStruct, BitwiseCopyable

  /// As failures name the place: `voice-extractor`.
  static var name: String { get }
  static var id: String { get }
  /// What it makes: "extractor".
  static var object: String { get }

  static func formats(
    _ table: Table, _ plugin: OpaquePointer, _ formats: UnsafeMutablePointer<Format>?,
    _ count: UnsafeMutablePointer<Int>
  ) -> imp_status
  static func create(
    _ table: Table, _ plugin: OpaquePointer, _ options: UnsafePointer<Options>,
    _ made: UnsafeMutablePointer<OpaquePointer?>
  ) -> imp_status
  static func destroy(_ table: Table, _ object: OpaquePointer)

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
protocol TemplateFormatStruct: SizedStruct {
  associatedtype Name
  /// The lowest version of its templates that there may be.
  var firstVersion: UInt32 { get }
  var template_bytes_max: UInt32 { get }
  var template_bytes_fixed: UInt32 { get }
  var reserved: UInt32 { get }
  var name: Name { get }
}

extension TemplateFormatStruct {
  /// How long its templates are.
  var bytes: TemplateBytes {
    template_bytes_fixed > 0 ? .exactly(Int(template_bytes_fixed)) : .atMost(Int(template_bytes_max))
  }
}

/// What `create` is given, whichever ability's it is.
protocol FormatOptionsStruct {
  var size: UInt32 { get set }
  init(size: UInt32, threads: UInt32, format: imp_text)
}

extension imp_face_extractor_options: FormatOptionsStruct {}
extension imp_voice_extractor_options: FormatOptionsStruct {}
extension imp_matcher_options: FormatOptionsStruct {}

extension imp_extraction: SizedStruct {}
extension imp_fusion: SizedStruct {}
