// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest

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
  static let extractionFailures = [IMP_E_IMAGE, IMP_E_NO_FACE, IMP_E_QUALITY, IMP_E_MANY_FACES]

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
}
