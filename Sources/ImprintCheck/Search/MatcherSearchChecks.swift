// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
internal import ImprintRuntime

/// Checks of plugins with `imprint.matcher-search/1`, of each form that it lists. Templates are the plugin's
/// own; where it makes none, only synthetic bytes are prepared.
enum MatcherSearchChecks: ListingCheckGroup {
  typealias Probe = SearchProbe

  static let ability = AbilityID.matcherSearch
  static let group = CheckGroup(
    "search", "Searches (1:N) of prepared templates.")

  static let all: [ConformanceCheck] =
    ofListing + [refusesBlocks]
    + [sameEntries, sameAfterRestart, shortBuffer, preparesShapes, marksDamaged]
    + [equalsCompare, findsItself, bestOfGroups, livingAlone, keepsToLeast]
    + [refusesQueries, refusesProbes, mutatedTemplates]
    + [changesMeanwhile, blockOnlyRead, blockGivenBack, nothingKept]

  /// Puts the entries of readable templates into the block, live.
  static func fill(_ probe: Probe, _ stock: MatcherProbe.Stock) throws {
    if stock.reason == nil { try probe.fill(stock.templates) { UInt32($0 / 2) } }
  }

  /// The answer for templates, valid or not, as bytes: their entries, and the most similar one.
  static func answers(_ probe: Probe, _ one: [UInt8], _ templates: [[UInt8]]) throws -> [UInt8] {
    let made = try probe.prepare(probe.matcher.gallery(templates))
    let found = try probe.search(one)
    var all = bytes(of: made.answer.status) + made.statuses.flatMap { bytes(of: $0) }
    if made.answer.status == IMP_OK { all += made.buffer.room.content }
    return all + bytes(of: found.answer.status) + found.hits.flatMap { bytes(of: $0) }
  }

  // MARK: What checks of all kinds do with it

  static func work(_ plugin: ProbePlugin, of form: Entry) -> AbilityWork {
    func filled() throws -> (Probe, [[UInt8]]) {
      let probe = try Probe(plugin, form)
      let stock = try probe.matcher.stock(4)
      try fill(probe, stock)
      return (probe, stock.templates)
    }
    return AbilityWork(
      make: { _ = try Probe(plugin, form) },
      once: {
        let (probe, templates) = try filled()
        _ = try answers(probe, templates[0], templates)
      },
      repeated: {
        let (probe, templates) = try filled()
        let template = try GuardedMemory(templates[0])
        let gallery = try probe.matcher.gallery([templates[1]])
        return RepeatedCall(name: "matcher-search.search", count: 4000) {
          _ = try probe.prepare(gallery)
          _ = try probe.search(template)
        }
      },
      separation: {
        let (first, templates) = try filled()
        let second = try first.again()
        try AbilityWork.expectApart(
          { try answers(first, templates[1], templates) }, "matcher-search.search", "another search was used"
        ) {
          for other in templates { _ = try answers(second, other, templates.reversed()) }
        }
      })
  }

  static let trials = AbilityTrials(
    images: nil,
    outputs: { plugin, note in
      for form in try Probe.list(plugin).whole() {
        let probe = try Probe(plugin, form, note: note)
        let stock = try probe.matcher.stock(3)
        try fill(probe, stock)
        for side in [GuardedMemory.Side.end, .start] {
          note("prepare: a buffer for exactly 3 entries, a guard page at its \(side)")
          _ = try probe.prepare(probe.matcher.gallery(stock.templates), LentRoom(side: side))
          note("search: an array for exactly 2 hits, a guard page at its \(side)")
          _ = try probe.search(stock.templates[0], room: 2, side: side)
        }
      }
    },
    creation: { try makers($0) },
    objects: { plugin in
      try forEach(plugin) { form -> ObjectTrial in
        let first = try Probe(plugin, form)
        let (stock, version) = (try first.matcher.stock(3), first.matcher.version)
        return ObjectTrial(call: "matcher-search.search") { threads in
          let probe = try Probe(plugin, form, threads: threads)
          probe.matcher.version = version
          try fill(probe, stock)
          return stock.templates.map { one in
            {
              if stock.reason == nil { _ = try probe.hits(one, "for one of its own templates") }
              return try answers(probe, one, stock.templates)
            }
          }
        }
      }
    },
    templates: { plugin in try forEach(plugin) { form in { try givenUp(Probe(plugin, form)) } } })

  /// Prepares a template of a drawn person, and searches for it. Copies of it, and its entry in the block,
  /// lie only in guarded memory, which is released.
  private static func givenUp(_ probe: Probe) throws -> [GivenUpTemplate] {
    // A different one from the extractor's and the matcher's own trials.
    let made = try probe.matcher.made(2)
    let template = try GuardedMemory(made.buffer.room.bytes.prefix(made.length))
    let gallery = MatcherProbe.Gallery(
      data: template, offsets: [0, UInt64(made.length)], count: 1, version: probe.matcher.version)
    let prepared = try probe.prepare(gallery)
    try expectSuccess(prepared.answer, "matcher-search.prepare", "for its own template")
    probe.block.set(0, to: prepared.buffer.room.bytes, group: 0)
    let found = try probe.search(template, used: 1)
    try expectSuccess(found.answer, "matcher-search.search", "for its own template")
    return [
      GivenUpTemplate(maker: "matcher-search", memory: made.buffer.room, count: made.length),
      GivenUpTemplate(maker: "matcher-search", memory: prepared.buffer.room, count: prepared.length),
    ]
  }

  static func transcript(_ subject: CheckSubject, _ found: FoundPlugin) throws -> AbilityTranscript {
    AbilityTranscript { transcript, plugin in
      let forms = try await plugin.withoutBlocking { try PreparedGallery.forms(of: $0) }
      transcript.add("forms: \(forms)")
      for form in forms {
        let gallery = try await PreparedGallery.make(plugin, format: form.algorithm, form: form.name)
        let made = try await TemplateSource.payloads(plugin, found, form.algorithm)
        var random = CheckRandom(seed: 1, check: "isolation")
        let madeUp = TemplatePayload(
          bytes: random.bytes(gallery.format.templateBytesFixed ?? 64),
          version: gallery.format.readsVersions.upperBound)
        await search(gallery, made + [madeUp], &transcript)
      }
    }
  }

  private static func search(
    _ gallery: PreparedGallery, _ templates: [TemplatePayload], _ transcript: inout Transcript
  ) async {
    var buffer = GalleryBuffer(version: templates[0].version)
    for template in templates + templates { buffer.append(template.bytes) }
    await transcript.note("prepare") {
      try await gallery.withoutBlocking { [buffer] in
        try $0.add(buffer, groups: (0..<UInt32(buffer.count)).map { $0 / 2 })
      }
      .map { $0 == nil ? "-" : "+" }.joined()
    }
    for probe in templates {
      await transcript.note("search") {
        try await gallery.withoutBlocking { try $0.search(probe, most: 8) }.map {
          "\($0.group): \(Transcript.bits($0.similarity))"
        }
        .joined(separator: " ")
      }
    }
  }
}
