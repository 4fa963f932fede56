// SPDX-License-Identifier: Apache-2.0
public import ImprintMatching

/// Why templates are not enrolled for a user.
public struct EnrollmentError: ExplainedError, Hashable {
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// Some of them seem to be of another person than the user, or than the others.
    case otherPerson = "other-person"
  }

  public let code: Code
  public let place: String
  public let reason: String
  public let remedy: String
  /// The mismatching ones, by index into the templates, with their similarity.
  public let strangers: [Resemblance.Stranger]

  static func otherPerson(
    _ strangers: [Resemblance.Stranger], of count: Int, threshold: Score, isKnown: Bool
  ) -> EnrollmentError {
    let which = strangers.map { "sample \($0.template + 1) of \(count) has score \($0.score)" }
    return EnrollmentError(
      code: .otherPerson, place: "enrolment",
      reason:
        "\(which.joined(separator: ", ")), but more than \(threshold) is needed: it appears to be "
        + "a different person from " + (isKnown ? "the one enrolled as this user." : "the other samples."),
      remedy:
        "Enrol another person as another user. If it is the same person, give a better picture, or confirm it with "
        + "--anyway (in an application: anyway: true).", strangers: strangers)
  }
}
