// SPDX-License-Identifier: Apache-2.0

/// A plugin: what the host opens. Its abilities are the protocols it also conforms to.
///
/// The kit turns the type into the C table of the contract: it checks every size field and argument,
/// copies results into the host's buffers and hands a failure's words to the host. A whole plugin:
///
/// ```swift
/// public import CImprint
/// import ImprintPluginKit
///
/// struct Brightness: FaceExtractorPlugin, MatcherPlugin {
///   static let identity = PluginIdentity(id: "org.example.brightness", version: "1.0.0", vendor: "Example")
///
///   let faceFormats = [
///     FaceFormat(
///       name: "org.example.brightness", version: 1, templates: .exactly(bytes: 1), needsFace: false)
///   ]
///   let matcherFormats = [
///     MatcherFormat(
///       name: "org.example.brightness", modality: .face, reads: 1...1, templates: .exactly(bytes: 1),
///       isSymmetric: true, similarities: 0...1)
///   ]
///
///   init(host: Host) {}
///   func makeFaceExtractor(_ options: FaceExtractorOptions) -> any FaceExtractorSession { Session() }
///   func makeComparer(_ options: MatcherOptions) -> any TemplateComparer { Comparer() }
/// }
///
/// private final class Session: FaceExtractorSession {
///   func extract(_ image: ImageView, face: Face?) throws(PluginFailure) -> Extraction {
///     guard image.format == .grey8 else { throw PluginFailure(.sample, "Brightness takes grey images.") }
///     var sum = 0
///     for row in 0..<image.height {
///       for x in 0..<image.width {
///         sum += Int(image.pixels.unsafeLoad(fromByteOffset: row * image.rowBytes + x, as: UInt8.self))
///       }
///     }
///     return Extraction(template: [UInt8(sum / (image.width * image.height))])
///   }
/// }
///
/// private struct Comparer: TemplateComparer {
///   func prepare(_ template: TemplateView) -> UInt8 {
///     template.bytes.unsafeLoad(fromByteOffset: 0, as: UInt8.self)
///   }
///   func similarity(_ probe: UInt8, _ reference: UInt8) -> Float {
///     1 - abs(Float(probe) - Float(reference)) / 255
///   }
/// }
///
/// private let export = PluginExport(Brightness.self, provides: [.faceExtractor, .matcher])
///
/// @c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { export.entry }
/// ```
///
/// A plugin must not use Foundation (it costs tens of milliseconds of start-up), the main actor or the main
/// queue (a host may serve neither), and its library is never unloaded.
public protocol Plugin: Sendable {
  /// Who the plugin is; equal to its manifest, field by field. Of a ``PluginOfMany``: who the library is.
  static var identity: PluginIdentity { get }

  /// Opens the plugin for one host; called once for each `open`, so several may live side by side.
  /// Light work only: models and devices belong to the sessions. Whatever starts a thread must have ended
  /// it when it is released.
  init(host: Host) throws(PluginFailure)
}

/// Who a plugin is. Each text is UTF-8 without a null, at most 255 bytes.
public struct PluginIdentity: Sendable, Hashable {
  /// Reverse-DNS: `org.example.my-matcher`.
  public let id: String
  /// A semantic version: `1.0.0`.
  public let version: String
  public let vendor: String

  public init(id: String, version: String, vendor: String) {
    self.id = id
    self.version = version
    self.vendor = vendor
  }
}
