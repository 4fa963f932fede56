// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

extension TemplateExtractor {
  /// The origin of its templates, as used by calibrations.
  public nonisolated var origin: TemplateOrigin { TemplateOrigin(format: format.template, maker: maker) }

  /// The extracted template, in its envelope.
  fileprivate nonisolated func template(
    of extraction: Extraction, _ site: BodySite, _ created: Int64?
  ) throws(MatchingError) -> Template {
    try Template(
      extraction, of: Format.modality, at: site, in: format.template, by: pluginID, maker: maker,
      created: created)
  }
}

extension FaceExtractor {
  /// Makes a template of one face, in its envelope.
  /// - Parameters:
  ///   - face: as tracked in this very image; `nil` only if the format needs none.
  ///   - created: when the sample was captured, in seconds since 1970; `nil` if unknown.
  /// - Throws: ``PluginCallError`` `no-subject`, `quality` or `sample` if this sample is unusable, others if
  ///   the plugin fails; ``MatchingError`` `brokenAlgorithm`.
  /// - Complexity: one run of the algorithm's model; extractions of one extractor are serialized.
  public nonisolated func template(
    of image: Image, face: Face?, created: Int64? = nil
  ) async throws -> Template {
    try template(of: await extract(image, face: face), .face, created)
  }
}

extension VoiceExtractor {
  /// Makes a template of one speaker's sound, in its envelope.
  /// - Parameters:
  ///   - samples: as ``VoiceExtractor/extract(_:)`` takes them.
  ///   - created: when the sample was captured, in seconds since 1970; `nil` if unknown.
  /// - Throws: ``PluginCallError`` `quality` or `sample` if this sound is unusable, others if the plugin
  ///   fails; ``MatchingError`` `brokenAlgorithm`.
  public nonisolated func template(of samples: [Float], created: Int64? = nil) async throws -> Template {
    try template(of: await extract(samples), .voice, created)
  }
}

extension FingerExtractor {
  /// Makes a template of one finger's print, in its envelope, with the finger position.
  /// - Parameters:
  ///   - image: as ``FingerExtractor/extract(_:finger:)`` takes it.
  ///   - finger: its metadata.
  ///   - created: when the sample was captured, in seconds since 1970; `nil` if unknown.
  /// - Throws: ``PluginCallError`` `no-subject`, `quality`, `many-subjects`, `sample` or `argument` if this
  ///   print is unusable, others if the plugin fails; ``MatchingError`` `brokenAlgorithm`.
  public nonisolated func template(
    of image: Image, finger: Finger = Finger(), created: Int64? = nil
  ) async throws -> Template {
    try template(of: await extract(image, finger: finger), finger.position, created)
  }
}

extension TemplateMatcher {
  /// Makes one template of several of one person, all of one version. Their order does not matter. It says
  /// who made it where this very plugin made all of them; a calibration is of what its maker fused itself.
  /// - Parameter created: when the samples were taken, in seconds since 1970; `nil` where it is not known.
  /// - Throws: ``TemplateError`` about one of them, or `otherVersion` where they are of several;
  ///   ``MatchingError`` `noTemplates`, `brokenAlgorithm`; ``PluginCallError`` `templates-disagree` where one
  ///   seems to be another person's, `unsupported` where ``MatcherFormat/fusesVersion`` is `nil`, others
  ///   where the plugin fails.
  ///
  /// Blocks the calling thread: a task awaits ``fuse(_:created:)``.
  @available(*, noasync)
  public func fuseBlocking(_ templates: [Template], created: Int64? = nil) throws -> Template {
    guard let version = templates.first?.format.version else { throw MatchingError.noTemplates("templates") }
    var gallery = GalleryBuffer(version: version)
    for template in templates {
      try check(template)
      guard template.format.version == version else {
        throw TemplateError.otherVersion(found: template.format, reads: version...version)
      }
      gallery.append(template.payload)
    }
    let fusion = try algorithm.fuse(gallery)
    guard let made = TemplateFormat(algorithm: format.algorithm, version: fusion.payload.version) else {
      throw MatchingError.brokenAlgorithm(pluginID, "format \(format.algorithm)/\(fusion.payload.version)")
    }
    let (maker, samples) = origin(of: templates, fused: fusion)
    let sites = Set(templates.map(\.site))
    return try Template(
      Extraction(payload: fusion.payload, quality: fusion.quality), of: format.modality,
      at: sites.count == 1 ? sites.first ?? .unknown : .unknown, in: made, by: pluginID, maker: maker,
      samples: min(samples, Int(UInt16.max)), created: created)
  }

  /// ``fuseBlocking(_:created:)`` on a thread of its own.
  public func fuse(_ templates: [Template], created: Int64? = nil) async throws -> Template {
    try await withoutBlocking { try $0.fuseBlocking(templates, created: created) }
  }

  /// Whose a fused template is, and of how many samples: of the one that was taken as it is; else this
  /// plugin's, where its very version made them all, as nothing in a template says who fused it. Which were
  /// left out nobody says: where that makes a difference, it is nobody's and of two samples or more, so that
  /// no calibration takes it for something that it is not.
  private func origin(
    of templates: [Template], fused: Fusion
  ) -> (maker: TemplateMaker?, samples: Int) {
    if fused.count == 1 {
      let taken = Set(templates.filter { TemplatePayload($0) == fused.payload }.map(\.origin))
      if taken.count == 1, let origin = taken.first { return (origin.maker, origin.samples) }
    }
    let fewest = templates.map(\.samples).sorted().prefix(fused.count).reduce(0, +)
    let isClear =
      fused.count > 1 && (fused.count == templates.count || Set(templates.map(\.samples)).count == 1)
    guard isClear, Set(templates.map(\.maker)) == [algorithm.maker] else { return (nil, max(fewest, 2)) }
    return (algorithm.maker, fewest)
  }
}

extension Template {
  /// A plugin's template, in its envelope.
  init(
    _ extraction: Extraction, of modality: Modality, at site: BodySite, in format: TemplateFormat,
    by plugin: String, maker: TemplateMaker?, samples: Int = 1, created: Int64?
  ) throws(MatchingError) {
    guard
      let template = Template(
        format: format, modality: modality, site: site,
        quality: extraction.quality.map { UInt8(min(max($0, 0), 100).rounded()) },
        created: created == 0 ? nil : created, maker: maker, samples: samples,
        payload: extraction.payload.bytes)
    else { throw .brokenAlgorithm(plugin, "format \(format), \(extraction.payload.bytes.count) bytes") }
    self = template
  }
}

extension MatchingError {
  fileprivate static func brokenAlgorithm(_ plugin: String, _ what: String) -> MatchingError {
    MatchingError(
      .brokenAlgorithm, place: plugin, reason: "what it made cannot be put into a template: \(what).",
      remedy: "Report this to the plugin's vendor.")
  }
}
