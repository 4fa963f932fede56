// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest

/// What must hold for plugins with `imprint.matcher/1`.
enum MatcherChecks {
  static let all: [ConformanceCheck] =
    [describes, options, sizeFields]
    + [imageSizes, imageLayouts, plainImages]
    + [sameTemplate, sameAfterRestart, templateLength, templateVersion, qualityInRange, qualityFalls]
    + [truncatedTemplates, foreignTemplates, otherVersions, mutatedTemplates]
    + [similarityInRange, selfMatch, symmetric, scoresDistinct]
    + [searchEqualsCompare, searchEmpty, searchDamaged, searchShapes]

  static let scope = CheckScope("plugins with imprint.matcher/1") {
    $0.provides(AbilityID.matcher)
  }

  static func check(
    _ what: String, _ title: String, rules: [String] = [], deadline: Duration = .seconds(20),
    _ run: @escaping @Sendable (MatcherProbe, inout CheckRandom) throws -> Void
  ) -> ConformanceCheck {
    ConformanceCheck(.matcher, what, title, rules: rules, deadline: deadline, scope: scope) {
      subject, random in
      try run(MatcherProbe(subject.open(), note: { subject.note($0) }), &random)
    }
  }

  /// The failures that mean "this template is of no use", in the header's words.
  static let templateFailures = [IMP_E_TEMPLATE_FORMAT, IMP_E_TEMPLATE_VERSION, IMP_E_TEMPLATE_DAMAGED]
  /// The failures that mean "no template of this image".
  static let extractionFailures = [IMP_E_IMAGE, IMP_E_NO_FACE, IMP_E_QUALITY, IMP_E_MANY_FACES]
}
