// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls
public import ImprintLicense
public import ImprintModel

/// Makes templates of images, and compares templates, by one plugin's algorithm.
///
/// Extraction is one at a time: the actor serialises it, on a thread of its own. Comparing is open to any
/// thread at once, and blocks it: a task that compares with somebody else's plugin does so in
/// ``withoutBlocking(_:)``. Raw similarities are the algorithm's own; a calibration maps them to scores.
public actor Matcher {
  /// The id of the plugin behind it.
  public nonisolated let pluginID: String
  /// What the algorithm is.
  public nonisolated let info: MatcherInfo
  private let matcher: PluginObject<imp_matcher_ability>
  private let thread: PluginThread
  private let verification: OperationGate?
  private let identification: OperationGate?

  public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// Makes a matcher as ``init(_:threads:)`` does, and blocks no thread of the caller's meanwhile.
  public static func make(_ plugin: OpenPlugin, threads: Int = 1) async throws(PluginCallError) -> Matcher {
    try await PluginWork.run { () throws(PluginCallError) in try Matcher(plugin, threads: threads) }
  }

  /// Makes a matcher. Light: what only extract needs is loaded by the first extract. Blocks the calling
  /// thread.
  /// - Parameter threads: 1...the manifest's `concurrency.threads`.
  /// - Throws: ``PluginCallError`` `unsupported` for a plugin without `imprint.matcher/1`; `argument`,
  ///   `memory`, `file`.
  public init(_ plugin: OpenPlugin, threads: Int = 1) throws(PluginCallError) {
    guard let info = plugin.matcherInfo else {
      throw .missingAbility(plugin: plugin.id, ability: IMP_MATCHER_ID)
    }
    var options = imp_matcher_options(
      size: UInt32(MemoryLayout<imp_matcher_options>.size),
      threads: try plugin.checkedThreads(threads, function: "matcher.create"))
    matcher = try PluginObject(
      of: plugin, imp_matcher_ability.self, function: "matcher.create", destroy: \.destroy
    ) { $0.pointee.create($1, &options, $2) }
    thread = try PluginThread.start(for: plugin, "matcher.create")
    self.info = info
    pluginID = plugin.id
    verification = plugin.gate(of: .verification)
    // Else one with many would be a way around one with one.
    identification = plugin.gate(of: .identification) ?? verification
  }

  deinit {
    thread.stop()
  }

  /// Does work that compares, on a thread of its own: ``compare(probe:reference:)`` and
  /// ``compareMany(probe:gallery:)`` wait for the plugin, and the threads that all tasks share are few. Some
  /// 50 µs on top, so once for many comparisons.
  public nonisolated func withoutBlocking<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable (Matcher) throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    try await PluginWork.run { () throws(Failure) in try work(self) }
  }

  /// Asks whether the licence covers an operation now, so that it can be refused before work is done for it.
  /// ``compare(probe:reference:)`` and ``compareMany(probe:gallery:)`` ask by themselves. Any thread.
  /// - Throws: ``PluginCallError`` `entitlement`, which names the feature.
  public nonisolated func checkEntitlement(
    for operation: LicensedOperation
  ) throws(PluginCallError) {
    try gate(of: operation)?.pass("matcher")
  }

  private nonisolated func gate(of operation: LicensedOperation) -> OperationGate? {
    switch operation {
    case .verification: verification
    case .identification: identification
    // A matcher has no part in captures.
    case .liveness, .recording: nil
    }
  }

  /// Makes a template of one face. The same input gives the same bytes.
  /// - Parameter face: The face, as the tracker found it in this image; may be `nil` where
  ///   ``MatcherInfo/needsFace`` is false.
  /// - Throws: ``PluginCallError`` `no-subject`, `quality`, `sample`, `many-subjects` where the image does
  ///   not do; `model`, `file`; `entitlement` where the licence has ended meanwhile; `internal` where the
  ///   answer is not what the contract allows, and `state` from then on.
  public func extract(image: Image, face: Face?) throws(PluginCallError) -> Extraction {
    let function = "matcher.extract"
    guard face != nil || !info.needsFace else {
      throw PluginCallError(
        status: IMP_E_NO_SUBJECT, plugin: pluginID, function: function, words: "no face was given.")
    }
    return try matcher.extracted(
      function, version: info.writesVersion, most: info.templateBytesMaximum, fixed: info.templateBytesFixed
    ) { extract(image, face, $0, $1) }
  }

  /// Compares two templates: higher is more alike. It is ``LicensedOperation/verification``. Any thread;
  /// O(template), no allocation.
  /// - Returns: A finite number within ``MatcherInfo/similarities``.
  /// - Throws: ``PluginCallError`` `template-format`, `template-version`, `template-damaged`; `entitlement`;
  ///   `internal` where the answer is not what the contract allows.
  public nonisolated func compare(
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
    guard info.similarities.contains(similarity) else {
      throw matcher.misbehaved("matcher.compare", outside(similarity))
    }
    return similarity
  }

  /// Compares a template with each of a gallery: element i is what ``compare(probe:reference:)`` gives.
  /// It is ``LicensedOperation/identification``. Any thread; O(gallery), in the calling thread.
  /// - Returns: As many as the gallery has; `nil` for one that cannot be read.
  /// - Throws: ``PluginCallError`` `template-…` about the probe, `argument` about the gallery, `entitlement`,
  ///   `internal`.
  public nonisolated func compareMany(
    probe: TemplatePayload, gallery: GalleryBuffer
  ) throws(PluginCallError) -> [Float?] {
    try compareMany(probe: probe, gallery: gallery, as: .identification)
  }

  /// The same for an operation that is not a search, such as measuring an algorithm: there the pairs count,
  /// and they are compared in one call because that is faster. Only this package decides what a call is.
  package nonisolated func compareMany(
    probe: TemplatePayload, gallery: GalleryBuffer, as operation: LicensedOperation
  ) throws(PluginCallError) -> [Float?] {
    try gate(of: operation)?.pass("matcher.compare_many")
    guard gallery.count > 0 else { return [] }
    // What the plugin leaves out must not pass for a template that cannot be read.
    var similarities = [Float](repeating: .infinity, count: gallery.count)
    try matcher.callFromAnyThread("matcher.compare_many") {
      probe.bytes.lend { probeBytes in
        lend(gallery) { lent in
          similarities.withUnsafeMutableBufferPointer {
            matcher.table.pointee.compare_many(
              matcher.object, probeBytes, probe.version, lent, $0.baseAddress)
          }
        }
      }
    }
    if let wrong = similarities.first(where: { !$0.isNaN && !info.similarities.contains($0) }) {
      throw matcher.misbehaved("matcher.compare_many", outside(wrong))
    }
    return similarities.map { $0.isNaN ? nil : $0 }
  }

  private func extract(
    _ image: Image, _ face: Face?, _ buffer: UnsafeMutablePointer<imp_buffer>,
    _ result: UnsafeMutablePointer<imp_extraction>
  ) -> imp_status {
    let table = matcher.table.pointee
    guard let face else {
      return image.lend { table.extract(matcher.object, $0, nil, nil, 0, buffer, result) }
    }
    var lent = LentFaces([face])
    return image.lend { image in
      lent.lend { list in
        table.extract(
          matcher.object, image, list.pointee.faces, list.pointee.landmarks, list.pointee.landmark_count,
          buffer, result)
      }
    }
  }

  private nonisolated func lend(
    _ gallery: GalleryBuffer, _ body: (UnsafePointer<imp_gallery>) -> imp_status
  ) -> imp_status {
    let isFixed = gallery.uniformLength != nil && gallery.uniformLength == info.templateBytesFixed
    return gallery.bytes.lend { bytes in
      gallery.offsets.withUnsafeBufferPointer { offsets in
        var lent = imp_gallery(
          size: UInt32(MemoryLayout<imp_gallery>.size), version: gallery.version,
          count: UInt64(gallery.count), data: bytes, offsets: isFixed ? nil : offsets.baseAddress)
        return body(&lent)
      }
    }
  }

  private nonisolated func outside(_ similarity: Float) -> String {
    "the similarity \(similarity) is outside "
      + "\(info.similarities.lowerBound)...\(info.similarities.upperBound), which it states."
  }
}
