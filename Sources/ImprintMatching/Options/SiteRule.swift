// SPDX-License-Identifier: Apache-2.0

/// Which templates are compared by where on the body they are of (F100). The words are stable.
public enum SiteRule: String, Sendable, Hashable, Codable, CaseIterable {
  /// Those of one site, and those where one of the two is unknown: two fingers of a person are as different
  /// as those of two people, so that comparing them could only give a false match.
  case same
  /// All, for templates whose sites may be wrong, such as of a hand that was taken for the other.
  case any

  func allows(_ probe: BodySite, _ reference: BodySite) -> Bool {
    switch self {
    case .same: probe.mayBe(reference)
    case .any: true
    }
  }
}

/// What is asked of templates beside their format, before they are compared.
struct MatchConditions {
  /// Of what they have to be; `nil`: their format says it.
  var modality: Modality?
  /// 0...100; a quality that was not measured is not below it.
  var minimumQuality = 0
  var sites = SiteRule.any

  /// Why a template is passed over; `nil` where it is compared.
  func refusal(of template: Template, by matcher: TemplateMatcher) -> TemplateError? {
    if let modality, template.modality != modality {
      return .otherModality(found: template.modality, wanted: modality)
    }
    do {
      try matcher.check(template)
    } catch {
      return error
    }
    guard let quality = template.quality, quality < minimumQuality else { return nil }
    return .lowQuality(Int(quality), minimum: minimumQuality)
  }
}
