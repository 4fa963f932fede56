// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
internal import ImprintManifest

/// Makes templates from samples of one modality, by one plugin's algorithm. Any matcher that reads their
/// format can compare them.
///
/// The actor makes one call at a time, on a thread of its own. It keeps the plugin open, and destroys the C
/// object when released.
public protocol TemplateExtractor: Actor {
  associatedtype Format: ExtractorFormat

  /// The id of the plugin behind it.
  nonisolated var pluginID: String { get }
  /// The same with its version, as templates state it.
  nonisolated var maker: TemplateMaker? { get }
  /// The format it makes, and of which samples.
  nonisolated var format: Format { get }

  /// The formats that a plugin makes. Blocks the calling thread until the plugin answers.
  /// - Throws: ``PluginCallError`` `unsupported` for a plugin without the ability; `internal` where the
  ///   answer is not what the contract allows.
  @available(*, noasync)
  static func formats(of plugin: OpenPlugin) throws(PluginCallError) -> [Format]

  /// Makes an extractor. Its models are loaded and verified here, on a thread of its own.
  /// - Parameters:
  ///   - format: The name of one that ``formats(of:)`` returns; `nil` where the plugin makes only one.
  ///   - threads: 1...the manifest's `concurrency.threads`.
  /// - Throws: ``PluginCallError`` `unsupported` for a plugin without the ability, or without that format;
  ///   `argument`, `model`, `file`, `memory`, `entitlement`.
  static func make(
    _ plugin: OpenPlugin, format: String?, threads: Int
  ) async throws(PluginCallError) -> Self
}

/// A format of templates that an extractor makes.
public protocol ExtractorFormat: Sendable, Hashable {
  /// The modality of the samples.
  static var modality: Modality { get }
  /// Its name and the version of the templates made.
  var template: TemplateFormat { get }
  /// The greatest length of a template in bytes: 1...``ImprintModel/Template/maximumPayload``.
  var templateBytesMaximum: Int { get }
  /// Every template's length in bytes; `nil` where lengths differ.
  var templateBytesFixed: Int? { get }
}

/// The same, as plugins list it.
protocol MadeFormat: ExtractorFormat, ListedFormat where Table: ExtractorTable {
  var shape: TemplateShape { get }
  /// Whether it requires faces with landmarks.
  var needsFace: Bool { get }
}

extension MadeFormat {
  var algorithm: String { template.algorithm }
  var facts: FormatFacts { FormatFacts(self) }
  var needsFace: Bool { false }

  static var section: String { "extracts" }
  static func stated(in manifest: PluginManifest) -> [FormatFacts] {
    manifest.extracts.filter { $0.modality == modality }.map(FormatFacts.init)
  }
}

/// The core of an extractor: a plugin's object, its format, and the thread of its calls.
final class ExtractorCore<Format: MadeFormat>: Sendable {
  let format: Format
  let pluginID: String
  let maker: TemplateMaker?
  let thread: PluginThread
  private let made: PluginObject<Format.Table>

  /// See ``TemplateExtractor/make(_:format:threads:)``.
  static func make(
    _ plugin: OpenPlugin, _ format: String?, _ threads: Int
  ) async throws(PluginCallError) -> ExtractorCore {
    try await PluginWork.run { () throws(PluginCallError) in
      try ExtractorCore(plugin, try ListedFormats(of: plugin).chosen(format), threads: threads)
    }
  }

  private init(_ plugin: OpenPlugin, _ format: Format, threads: Int) throws(PluginCallError) {
    made = try .make(of: plugin, format, threads: threads)
    thread = try PluginThread.start(for: plugin, Format.call("create"))
    self.format = format
    pluginID = plugin.id
    maker = TemplateMaker(id: plugin.id, version: plugin.manifest.version)
  }

  /// A template.
  /// - Parameter extract: Calls the table's extract with the object and the output buffer.
  func extract(
    _ extract: (
      Format.Table, OpaquePointer, UnsafeMutablePointer<imp_buffer>, UnsafeMutablePointer<imp_extraction>
    ) -> imp_status
  ) throws(PluginCallError) -> Extraction {
    let function = Format.call("extract")
    let (table, object, shape) = (made.table.pointee, made.object, format.shape)
    var result = imp_extraction(
      size: UInt32(MemoryLayout<imp_extraction>.size), version: 0, quality: -1, reserved: 0)
    var payload = [UInt8](repeating: 0, count: shape.bytesMaximum)
    var length = 0
    try made.call(function) {
      payload.withUnsafeMutableBufferPointer { room in
        var buffer = imp_buffer(data: room.baseAddress, capacity: room.count, length: 0)
        defer { length = buffer.length }
        return extract(table, object, &buffer, &result)
      }
    }
    do {
      return try Extraction(
        payload[...], length: length, result, writes: shape.format.version, most: shape.bytesMaximum,
        fixed: shape.bytesFixed)
    } catch {
      throw made.misbehaved(function, error.sentence)
    }
  }

  /// Another call on the extractor.
  /// - Parameter function: its name in the table: "measure".
  func call(
    _ function: String, _ body: (Format.Table, OpaquePointer) -> imp_status
  ) throws(PluginCallError) {
    let (table, object) = (made.table.pointee, made.object)
    try made.call(Format.call(function)) { body(table, object) }
  }

  /// Marks the extractor as broken, and returns the error that says why.
  func misbehaved(_ function: String, _ what: String) -> PluginCallError {
    made.misbehaved(Format.call(function), what)
  }

  /// The host's refusal of a sample, before the plugin is asked.
  /// - Parameters:
  ///   - remedy: `nil` for that of the status.
  ///   - function: what was to be called.
  func refusal(
    _ status: imp_status, _ words: String, remedy: String? = nil, function: String = "extract"
  ) -> PluginCallError {
    let error = PluginCallError(
      status: status, plugin: pluginID, function: Format.call(function), words: words)
    guard let remedy else { return error }
    return PluginCallError(
      code: error.code, status: status, place: error.place, reason: error.reason, remedy: remedy)
  }
}
