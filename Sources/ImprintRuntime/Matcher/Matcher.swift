// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
public import ImprintLicense
internal import ImprintManifest

/// Compares templates of one format, and fuses several into one, by one plugin's algorithm.
///
/// Any number of threads may compare at once, each blocked meanwhile: a task that compares with a third
/// party's plugin does so in ``withoutBlocking(_:)``. Raw similarities are the algorithm's own; a calibration
/// maps them to scores. It keeps the plugin open, and destroys the C object when released.
public final class Matcher: WaitsForPlugin {
  /// The id of the plugin behind it.
  public let pluginID: String
  /// The same with its version, as templates state who made them.
  public let maker: TemplateMaker?
  /// What it compares.
  public let format: MatcherFormat
  let matcher: PluginObject<imp_matcher_ability>
  private let verification: OperationGate?
  private let identification: OperationGate?

  /// The most templates that are fused at once.
  public static let mostFused = 64

  /// The formats that a plugin compares. Blocks the calling thread until the plugin answers.
  /// - Throws: ``PluginCallError`` `unsupported` for a plugin without `imprint.matcher/2`; `internal` where
  ///   the answer is not what the contract allows.
  @available(*, noasync)
  public static func formats(of plugin: OpenPlugin) throws(PluginCallError) -> [MatcherFormat] {
    try ListedFormats(of: plugin).list
  }

  /// The format of that name, or the only one.
  static func format(
    _ name: String?, of plugin: OpenPlugin
  ) throws(PluginCallError) -> MatcherFormat {
    try ListedFormats(of: plugin).chosen(name)
  }

  /// Makes a matcher as ``init(_:format:threads:)`` does, without blocking the caller's thread.
  public static func make(
    _ plugin: OpenPlugin, format: String? = nil, threads: Int = 1
  ) async throws(PluginCallError) -> Matcher {
    try await PluginWork.run { () throws(PluginCallError) in
      try Matcher(plugin, format: format, threads: threads)
    }
  }

  /// Makes a matcher. Blocks the calling thread.
  /// - Parameters:
  ///   - format: The name of one that ``formats(of:)`` returns; `nil` where the plugin compares only one.
  ///   - threads: 1...the manifest's `concurrency.threads`.
  /// - Throws: ``PluginCallError`` `unsupported` for a plugin without `imprint.matcher/2`, or without that
  ///   format; `argument`, `model`, `file`, `memory`, `entitlement`.
  @available(*, noasync)
  public init(
    _ plugin: OpenPlugin, format: String? = nil, threads: Int = 1
  ) throws(PluginCallError) {
    self.format = try Self.format(format, of: plugin)
    matcher = try .make(of: plugin, self.format, threads: threads)
    pluginID = plugin.id
    maker = TemplateMaker(id: plugin.id, version: plugin.manifest.version)
    verification = plugin.gate(of: .verification)
    // Else a 1:N comparison would circumvent the gate of 1:1.
    identification = plugin.gate(of: .identification) ?? verification
  }

  /// Checks whether the licence covers an operation now, so that it can be refused before work is done for
  /// it. ``compare(probe:reference:)`` and ``compareMany(probe:gallery:)`` check by themselves. Any thread.
  /// - Throws: ``PluginCallError`` `entitlement`, which names the feature.
  public func checkEntitlement(
    for operation: LicensedOperation
  ) throws(PluginCallError) {
    try gate(of: operation)?.pass("matcher")
  }

  private func gate(of operation: LicensedOperation) -> OperationGate? {
    switch operation {
    case .verification: verification
    case .identification: identification
    // A matcher takes no part in captures.
    case .liveness, .recording: nil
    }
  }

  /// Compares two templates: higher is more alike. It is ``LicensedOperation/verification``. Any thread;
  /// O(template), no allocation.
  /// - Returns: A finite number within ``MatcherFormat/similarities``.
  /// - Throws: ``PluginCallError`` `template-format`, `template-version`, `template-damaged`; `entitlement`;
  ///   `internal` where the answer is not what the contract allows.
  @available(*, noasync)
  public func compare(
    probe: TemplatePayload, reference: TemplatePayload
  ) throws(PluginCallError) -> Float {
    try verification?.pass("matcher.compare")
    var similarity = Float.nan
    try matcher.callFromAnyThread("matcher.compare") {
      probe.bytes.lend { left in
        reference.bytes.lend { right in
          matcher.table.pointee.compare(
            matcher.object, left, probe.version, right, reference.version, &similarity)
        }
      }
    }
    guard format.similarities.contains(similarity) else {
      throw matcher.misbehaved("matcher.compare", outside(similarity))
    }
    return similarity
  }

  /// Compares a template with each of a gallery: element i is what ``compare(probe:reference:)`` returns.
  /// It is ``LicensedOperation/identification``. Any thread; O(gallery), in the calling thread.
  /// - Returns: One for each template of the gallery; `nil` for one that cannot be read.
  /// - Throws: ``PluginCallError`` `template-…` about the probe, `argument` about the gallery, `entitlement`,
  ///   `internal`.
  @available(*, noasync)
  public func compareMany(
    probe: TemplatePayload, gallery: GalleryBuffer
  ) throws(PluginCallError) -> [Float?] {
    try compareMany(probe: probe, gallery: gallery, as: .identification)
  }

  /// The same for an operation that is not a search, such as measuring an algorithm: there the pairs are what
  /// counts, and comparing them in one call is merely faster. Only this package decides which operation a
  /// call is.
  @available(*, noasync)
  package func compareMany(
    probe: TemplatePayload, gallery: GalleryBuffer, as operation: LicensedOperation
  ) throws(PluginCallError) -> [Float?] {
    try similarities(of: probe, to: gallery, as: operation).map { $0.isNaN ? nil : $0 }
  }

  /// The same, NaN for a template that cannot be read: of a million, half the memory and one pass less.
  @available(*, noasync)
  package func similarities(
    of probe: TemplatePayload, to gallery: GalleryBuffer, as operation: LicensedOperation
  ) throws(PluginCallError) -> [Float] {
    try gate(of: operation)?.pass("matcher.compare_many")
    guard gallery.count > 0 else { return [] }
    // An element that the plugin does not write must not pass for an unreadable template.
    var similarities = [Float](repeating: .infinity, count: gallery.count)
    try matcher.callFromAnyThread("matcher.compare_many") {
      probe.bytes.lend { probeBytes in
        gallery.lend(fixed: format.templateBytesFixed) { lent in
          similarities.withUnsafeMutableBufferPointer {
            matcher.table.pointee.compare_many(
              matcher.object, probeBytes, probe.version, lent, $0.baseAddress)
          }
        }
      }
    }
    if let wrong = similarities.first(outside: format.similarities) {
      throw matcher.misbehaved("matcher.compare_many", outside(wrong))
    }
    return similarities
  }

  /// Fuses several templates of one person into one: 1...``mostFused``. Their order does not matter. Any
  /// thread.
  /// - Throws: ``PluginCallError`` `templates-disagree` where they do not agree, as when one is another
  ///   person's; `template-…` where one cannot be read; `unsupported` where ``MatcherFormat/fusesVersion`` is
  ///   `nil`; `argument`, `entitlement`, `internal`.
  @available(*, noasync)
  public func fuse(_ templates: GalleryBuffer) throws(PluginCallError) -> Fusion {
    let function = "matcher.fuse"
    try matcher.plugin.opening?.pass(function)
    guard let writes = format.fusesVersion else {
      throw PluginCallError(
        status: IMP_E_UNSUPPORTED, plugin: pluginID, function: function,
        words: "it does not fuse templates of \(format.algorithm).")
    }
    guard (1...Self.mostFused).contains(templates.count) else {
      throw .argument(
        plugin: pluginID, function: function,
        "\(templates.count) templates were given; 1 to \(Self.mostFused) can be fused.")
    }
    var fusion = imp_fusion(
      size: UInt32(MemoryLayout<imp_fusion>.size), version: 0, count: 0, quality: -1)
    var payload = [UInt8](repeating: 0, count: format.templateBytesMaximum)
    var length = 0
    try matcher.callFromAnyThread(function) {
      templates.lend(fixed: format.templateBytesFixed) { lent in
        payload.withUnsafeMutableBufferPointer { room in
          var buffer = imp_buffer(data: room.baseAddress, capacity: room.count, length: 0)
          defer { length = buffer.length }
          return matcher.table.pointee.fuse(matcher.object, lent, &buffer, &fusion)
        }
      }
    }
    do {
      return try Fusion(payload[...], length: length, fusion, of: templates.count, format, writes: writes)
    } catch {
      throw matcher.misbehaved(function, error.sentence)
    }
  }

  /// Makes an empty gallery of its templates, prepared by the same plugin.
  /// - Parameter form: one that the plugin searches; `nil` for the first exact one.
  /// - Throws: as ``PreparedGallery/init(_:format:form:threads:)``.
  @available(*, noasync)
  package func preparedGallery(form: String? = nil) throws(PluginCallError) -> PreparedGallery {
    try PreparedGallery(matcher.plugin, format: format.algorithm, form: form)
  }

  /// The forms that the plugin searches templates of this format in; none where it searches none.
  /// - Throws: ``PluginCallError`` `internal` where the answer is not what the contract allows.
  @available(*, noasync)
  package func searchForms() throws(PluginCallError) -> [SearchForm] {
    do throws(PluginCallError) {
      return try SearchForm.listed(by: matcher.plugin).filter { $0.algorithm == format.algorithm }
    } catch {
      if error.code == .unsupported { return [] }
      throw error
    }
  }

  private func outside(_ similarity: Float) -> String {
    "the similarity \(similarity) is outside the stated range "
      + "\(format.similarities.lowerBound)...\(format.similarities.upperBound)."
  }
}

extension [Float] {
  /// The first number that is not within a range; NaN is none. Several are looked at together.
  fileprivate func first(outside range: ClosedRange<Float>) -> Float? {
    withUnsafeBytes { bytes in
      let (low, high) = (
        SIMD16<Float>(repeating: range.lowerBound), SIMD16<Float>(repeating: range.upperBound)
      )
      let step = 16 * MemoryLayout<Float>.size
      let whole = bytes.count / step * step
      var odd = SIMDMask<SIMD16<Int32>>(repeating: false)
      for start in stride(from: 0, to: whole, by: step) {
        let values = bytes.loadUnaligned(fromByteOffset: start, as: SIMD16<Float>.self)
        odd .|= (values .< low) .| (values .> high)
      }
      let rest = any(odd) ? self[...] : self[(whole / MemoryLayout<Float>.size)...]
      return rest.first { !$0.isNaN && !range.contains($0) }
    }
  }
}
