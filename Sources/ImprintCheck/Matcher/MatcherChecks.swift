// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
internal import ImprintRuntime

extension CheckGroup {
  public static let matcher = CheckGroup("matcher", "Images to templates, templates to similarities.")
}

/// What must hold for plugins with `imprint.matcher/1`.
enum MatcherChecks: AbilityCheckGroup {
  static let ability = AbilityID.matcher
  static let group = CheckGroup.matcher

  static let all: [ConformanceCheck] =
    [describes, options, sizeFields]
    + [imageSizes, imageLayouts, plainImages]
    + [sameTemplate, sameAfterRestart, templateLength, templateVersion, qualityInRange, qualityFalls]
    + [truncatedTemplates, foreignTemplates, otherVersions, mutatedTemplates]
    + [similarityInRange, selfMatch, symmetric, scoresDistinct]
    + [searchEqualsCompare, searchEmpty, searchDamaged, searchShapes]

  static func check(
    _ what: String, _ title: String, rules: [String] = [], deadline: Duration = .seconds(20),
    _ run: @escaping @Sendable (MatcherProbe, inout CheckRandom) throws -> Void
  ) -> ConformanceCheck {
    ConformanceCheck(group, what, title, rules: rules, deadline: deadline, scope: scope) {
      subject, random in
      try run(MatcherProbe(subject.open(), note: { subject.note($0) }), &random)
    }
  }

  /// The failures that mean "this template is of no use", in the header's words.
  static let templateFailures = [IMP_E_TEMPLATE_FORMAT, IMP_E_TEMPLATE_VERSION, IMP_E_TEMPLATE_DAMAGED]
  /// The failures that mean "no template of this image".
  static let extractionFailures = [IMP_E_SAMPLE, IMP_E_NO_SUBJECT, IMP_E_QUALITY, IMP_E_MANY_SUBJECTS]

  static func work(_ plugin: ProbePlugin, _ subject: CheckSubject) throws -> AbilityWork {
    AbilityWork(
      make: { _ = try MatcherProbe(plugin) },
      once: {
        let probe = try MatcherProbe(plugin)
        let answer = try probe.extract(.person(0))
        if answer.answer.status == IMP_OK { _ = try probe.compare(answer.payload, answer.payload) }
      },
      repeated: {
        let probe = try MatcherProbe(plugin)
        let template = try probe.template(of: .person(0))
        return RepeatedCall(name: "matcher.compare", count: 4000) {
          _ = try probe.compare(template, template)
        }
      },
      separation: {
        let (first, second) = (try MatcherProbe(plugin), try MatcherProbe(plugin))
        let alone = try first.template(of: .person(1))
        for person in [0, 2, 3] { _ = try second.template(of: .person(person)) }
        try AbilityWork.same(
          alone, try first.template(of: .person(1)), "matcher.extract", "another matcher extracted templates")
      })
  }
  static let trials = AbilityTrials(
    images: { plugin in
      let probe = try MatcherProbe(plugin)
      return ImageTaker(call: "matcher.extract") { lent, _ in
        let extraction = try probe.extract(lent)
        return (extraction.answer, extraction.answer.status == IMP_OK ? extraction.payload : [])
      }
    },
    outputs: writesInBounds,
    creation: { plugin in
      let table = try plugin.table(IMP_MATCHER_ID, as: imp_matcher_ability.self)
      return ObjectMaker(
        "matcher.create",
        { (imp_matcher_options(size: structSize(imp_matcher_options.self), threads: 1), []) },
        create: { table.create(plugin.plugin, $0, $1) }, destroy: { table.destroy($0) })
    },
    objects: { plugin in
      ObjectTrial(call: "matcher.extract") { threads in
        let probe = try MatcherProbe(plugin, threads: threads)
        return (0..<3).map { CheckPicture.person($0) }.map { picture in { try probe.template(of: picture) } }
      }
    },
    template: givenUp)

  static func transcript(_ subject: CheckSubject, _ found: FoundPlugin) throws -> AbilityTranscript {
    AbilityTranscript { transcript, plugin in
      let matcher = try Matcher(plugin)
      var random = CheckRandom(seed: 1, check: "isolation")
      var templates: [TemplatePayload] = []
      for person in 0..<3 {
        let (image, face) = DrawnPerson(&random).picture(&random)
        var made: Extraction?
        await transcript.note("extract of person \(person)") {
          let extraction = try await matcher.extract(image: try image.value, face: face.value)
          made = extraction
          return Transcript.words(extraction)
        }
        if let made { templates.append(made.payload) }
      }
      for probe in templates {
        for (index, reference) in templates.enumerated() {
          await transcript.note("compare with \(index)") {
            Transcript.bits(try matcher.compare(probe: probe, reference: reference))
          }
        }
        var damaged = probe.bytes
        if !damaged.isEmpty { damaged.removeLast() }
        await transcript.note("compare with a shortened one") {
          Transcript.bits(
            try matcher.compare(
              probe: probe, reference: TemplatePayload(bytes: damaged, version: probe.version)))
        }
        var gallery = GalleryBuffer(version: probe.version)
        for template in templates + templates { gallery.append(template.bytes) }
        await transcript.note("compare_many") {
          try matcher.compareMany(probe: probe, gallery: gallery).map(Transcript.bits).joined(separator: " ")
        }
      }
    }
  }
}
