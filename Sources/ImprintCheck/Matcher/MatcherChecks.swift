// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
internal import ImprintRuntime

/// Checks of plugins with `imprint.matcher/2`, of each format that it lists. Where it makes no templates of a
/// format itself, only synthetic bytes are compared.
enum MatcherChecks: FormatCheckGroup {
  typealias Contract = MatcherContract
  typealias Probe = MatcherProbe

  static let ability = AbilityID.matcher
  static let group = CheckGroup(
    "matcher", "Comparison of templates, and fusion of several templates into one.")

  static let all: [ConformanceCheck] =
    ofFormats + [sameAfterRestart, nothingKept, outputsUntouched]
    + [truncatedTemplates, foreignTemplates, otherVersions, mutatedTemplates]
    + [similarityInRange, selfMatch, symmetric, scoresDistinct]
    + [searchEqualsCompare, searchEmpty, searchDamaged, searchShapes]
    + [fusesNone, fusesGalleries, fusionInRange, comparesFused, anyOrder, shortBuffer, dirtyRoom]

  /// The failures that mean "this template is of no use", in the header's words.
  static let templateFailures = [IMP_E_TEMPLATE_FORMAT, IMP_E_TEMPLATE_VERSION, IMP_E_TEMPLATE_DAMAGED]

  static func wrongSizes(_ probe: Probe, by change: Int) throws -> [WrongSize] {
    let stock = try probe.stock(1)
    var gallery = try probe.gallery(stock.templates)
    var answers: [WrongSize] = []
    if probe.fuses {
      let fused = try probe.fuse(gallery, change: imp_fusion.wrong(by: change))
      answers.append(WrongSize("matcher.fuse", "imp_fusion", fused.answer))
    }
    gallery.size = UInt32(Int(gallery.size) + change)
    if probe.fuses {
      answers.append(WrongSize("matcher.fuse", "imp_gallery", try probe.fuse(gallery).answer))
    }
    // Else the probe may be refused before the gallery is examined.
    if stock.reason == nil {
      let found = try probe.search(stock.templates[0], gallery)
      answers.append(WrongSize("matcher.compare_many", "imp_gallery", found.answer))
    }
    return answers
  }

  static let sameAfterRestart = sameAfterRestart(
    "Similarities and fused templates are the same in another process.", "matcher.compare"
  ) { probe in
    let templates = try probe.templates(3)
    return try templates.flatMap { try answers(probe, $0, templates) }
  }

  static func work(_ plugin: ProbePlugin, of format: Entry) -> AbilityWork {
    AbilityWork(
      make: { _ = try Probe(plugin, format) },
      once: {
        let probe = try Probe(plugin, format)
        let templates = try probe.stock(2).templates
        _ = try answers(probe, templates[0], templates)
      },
      repeated: {
        let probe = try Probe(plugin, format)
        let templates = try probe.stock(2).templates
        return RepeatedCall(name: "matcher.compare", count: 4000) {
          _ = try probe.compare(templates[0], templates[1])
        }
      },
      separation: {
        let (first, second) = (try Probe(plugin, format), try Probe(plugin, format))
        let templates = try first.stock(4).templates
        try AbilityWork.expectApart(
          { try answers(first, templates[1], templates) }, "matcher.compare",
          "another matcher compared templates"
        ) {
          for other in templates { _ = try answers(second, other, templates.reversed()) }
        }
      })
  }

  static let trials = AbilityTrials(
    images: nil,
    outputs: { plugin, note in
      for format in try Probe.list(plugin).whole() {
        let probe = try Probe(plugin, format, note: note)
        let templates = try probe.stock(3).templates
        note("matcher.compare_many: an array of exactly as many similarities as the gallery has templates")
        _ = try probe.search(templates[0], probe.gallery(templates))
        let gallery = try probe.gallery([templates[0]])
        try probe.expectInBounds("fuse") { try probe.fuse(gallery, $0) }
      }
    },
    creation: { try makers($0) },
    objects: { plugin in
      try forEach(plugin) { format -> ObjectTrial in
        let first = try Probe(plugin, format)
        let (stock, version) = (try first.stock(3), first.version)
        return ObjectTrial(call: "matcher.compare") { threads in
          let probe = try Probe(plugin, format, threads: threads)
          probe.version = version
          return stock.templates.map { one in
            {
              if stock.reason == nil { _ = try probe.similarity(one, one) }
              return try answers(probe, one, stock.templates)
            }
          }
        }
      }
    },
    templates: { plugin in try forEach(plugin) { format in { try givenUp(Probe(plugin, format)) } } })

  /// Compares and fuses a template of a drawn person. Copies of it lie only in guarded memory, which is
  /// released.
  private static func givenUp(_ probe: Probe) throws -> [GivenUpTemplate] {
    // A different one from the extractor's own trial, to show which of the two leaves something.
    let made = try probe.made(1)
    let count = made.length
    let template = try GuardedMemory(made.buffer.room.bytes.prefix(count))
    let twice = try GuardedMemory(count: 2 * count)
    for place in [0, count] {
      UnsafeMutableRawBufferPointer(rebasing: twice.bytes[place..<place + count])
        .copyMemory(from: UnsafeRawBufferPointer(template.bytes))
    }
    let gallery = Probe.Gallery(
      data: twice, offsets: [0, UInt64(count), UInt64(2 * count)], count: 2, version: probe.version)
    try expectSuccess(
      try probe.compare(template, template).answer, "matcher.compare", "for its own template")
    try expectSuccess(
      try probe.search(template, gallery).answer, "matcher.compare_many", "for its own template")
    var all = [GivenUpTemplate(maker: "matcher", memory: made.buffer.room, count: count)]
    if probe.fuses {
      let fused = try probe.fuse(gallery)
      try expectSuccess(fused.answer, "matcher.fuse", "for its own template, twice")
      all.append(GivenUpTemplate(maker: "matcher", memory: fused.buffer.room, count: fused.length))
    }
    return all
  }

  static func transcript(_ subject: CheckSubject, _ found: FoundPlugin) throws -> AbilityTranscript {
    AbilityTranscript { transcript, plugin in
      let formats = try await plugin.withoutBlocking { try Matcher.formats(of: $0) }
      transcript.add("formats: \(formats)")
      for format in formats {
        let matcher = try await Matcher.make(plugin, format: format.algorithm)
        let made = try await TemplateSource.payloads(plugin, found, format.algorithm)
        await compare(made, matcher, &transcript)
        var random = CheckRandom(seed: 1, check: "isolation")
        let madeUp = TemplatePayload(
          bytes: random.bytes(format.templateBytesFixed ?? 64), version: format.readsVersions.upperBound)
        await compare([madeUp], matcher, &transcript)
      }
    }
  }

  private static func compare(
    _ templates: [TemplatePayload], _ matcher: Matcher, _ transcript: inout Transcript
  ) async {
    guard let version = templates.first?.version else { return }
    var gallery = GalleryBuffer(version: version)
    for template in templates + templates { gallery.append(template.bytes) }
    for probe in templates {
      let shortened = TemplatePayload(bytes: probe.bytes.dropLast(), version: version)
      for (index, reference) in (templates + [shortened]).enumerated() {
        await transcript.note("compare with \(index)") {
          Transcript.bits(
            try await matcher.withoutBlocking { try $0.compare(probe: probe, reference: reference) })
        }
      }
      await transcript.note("compare_many") {
        try await matcher.withoutBlocking { [gallery] in try $0.compareMany(probe: probe, gallery: gallery) }
          .map(Transcript.bits).joined(separator: " ")
      }
    }
    await transcript.note("fuse") {
      let fused = try await matcher.withoutBlocking { [gallery] in try $0.fuse(gallery) }
      return
        "\(Transcript.hash(fused.payload.bytes)) of \(fused.count) with quality "
        + "\(Transcript.bits(fused.quality))"
    }
  }
}
