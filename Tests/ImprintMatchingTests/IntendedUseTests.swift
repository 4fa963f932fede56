// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import Testing

@testable import ImprintMatching

/// Comparisons that an algorithm is meant for, and others.
@Suite struct IntendedUseTests {
  private static let sketch = ComparisonUse("selfie-to-sketch")

  /// A matcher for selfies; another of the installation is for documents.
  private func matcher(
    _ own: [ComparisonUse] = [.selfieToSelfie],
    where isUsable: @escaping @Sendable (String) -> Bool = { _ in true }
  ) throws -> TemplateMatcher {
    TemplateMatcher(
      algorithm: FakeAlgorithm(), calibrations: try fakeTable(),
      intendedUses: IntendedUses(
        own: own,
        others: [
          .init(plugin: "org.example.portraits", format: "example.portraits", uses: [.selfieToDocument]),
          .init(plugin: "org.example.selfies", format: "example.selfies", uses: [.selfieToSelfie]),
        ]),
      isUsable: isUsable)
  }

  private func ada() throws -> (BiometricCandidate, BiometricReference<String>) {
    let templates = [try fakeTemplate(9)]
    return (
      BiometricCandidate(templates: templates), BiometricReference(user: "ada", templates: templates)
    )
  }

  @Test func aUseThatItIsMeantForAndNoneAtAllAreNotWarnedOf() throws {
    let (candidate, reference) = try ada()
    for use in [nil, ComparisonUse.selfieToSelfie] {
      for rule in UseRule.allCases {
        let result = try matcher().authenticateBlocking(
          AuthenticationOptions(modality: .face, policy: .falseMatchRate(1e-2), use: use, otherUses: rule),
          candidate: candidate, reference: reference)
        #expect(result.isMatch && result.otherUse == nil && result.explanation.otherUse == nil)
      }
    }
  }

  @Test func anotherUseIsWarnedOfAndTheResultIsTheSame() throws {
    let (candidate, reference) = try ada()
    let policy = MatchPolicy.falseMatchRate(1e-2)
    let plain = try matcher().authenticateBlocking(
      AuthenticationOptions(modality: .face, policy: policy), candidate: candidate, reference: reference)
    let warned = try matcher().authenticateBlocking(
      AuthenticationOptions(modality: .face, policy: policy, use: .selfieToDocument), candidate: candidate,
      reference: reference)
    #expect(warned.comparison == plain.comparison)
    let warning = try #require(warned.otherUse)
    #expect(warning.code == .otherUse && warning.place == "dev.example.fake")
    #expect(warning.reason.contains("selfie-to-selfie") && warning.reason.contains("selfie-to-document"))
    #expect(warning.remedy.contains("org.example.portraits"))
    #expect(!warning.remedy.contains("org.example.selfies"))
    #expect(warned.explanation.otherUse?.remedy == warning.remedy)
    let search = IdentificationOptions(modality: .face, policy: policy, use: .selfieToDocument)
    let gallery = Gallery(reference.templates.map { (id: "ada", template: $0) }, for: try matcher())
    for found in [
      try matcher().identifyBlocking(search, candidate: candidate, references: [reference]),
      try matcher().identifyBlocking(search, candidate: candidate, in: gallery),
    ] {
      #expect(found.matches.map(\.id) == ["ada"] && found.otherUse == warning)
      #expect(found.explanation.otherUse?.code == "other-use")
    }
  }

  @Test func anotherUseIsRefusedWhereThatIsAsked() throws {
    let (candidate, reference) = try ada()
    var errors: [MatchingError?] = []
    errors.append(
      #expect(throws: MatchingError.self) {
        try matcher().authenticateBlocking(
          AuthenticationOptions(modality: .face, use: .selfieToDocument, otherUses: .refuse),
          candidate: candidate, reference: reference)
      })
    errors.append(
      #expect(throws: MatchingError.self) {
        try matcher().identifyBlocking(
          IdentificationOptions(modality: .face, use: .selfieToDocument, otherUses: .refuse),
          candidate: candidate, references: [reference])
      })
    for error in errors {
      #expect(error?.code == .otherUse && error?.remedy.contains("org.example.portraits") == true)
    }
  }

  @Test func whereNoneIsMeantForItTheRemedyDoesNotNameOne() throws {
    let warning = try #require(try matcher().check(Self.sketch, by: .warn))
    #expect(warning.reason.contains("selfie-to-sketch") && warning.remedy.contains("No installed plugin"))
    #expect(!warning.remedy.contains("org.example"))
  }

  @Test func oneThatCouldNotBeOpenedIsNotNamed() throws {
    let matcher = try matcher(where: { $0 != "org.example.portraits" })
    let warning = try #require(try matcher.check(.selfieToDocument, by: .warn))
    #expect(warning.remedy.contains("No installed plugin") && !warning.remedy.contains("org.example"))
  }

  @Test func aManifestThatSaysNothingIsMeantForNothing() throws {
    let warning = try #require(try matcher([]).check(.selfieToSelfie, by: .warn))
    #expect(warning.reason.contains("does not say") && warning.remedy.contains("org.example.selfies"))
  }
}
