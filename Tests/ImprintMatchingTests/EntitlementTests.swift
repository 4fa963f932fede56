// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintModel
import Testing

@testable import ImprintMatching
@testable import ImprintRuntime

/// Which operation each use of a matcher is.
@Suite struct EntitlementTests {
  private func matcher(refusing operation: LicensedOperation) throws -> TemplateMatcher {
    var algorithm = FakeAlgorithm()
    algorithm.refused = operation
    return TemplateMatcher(algorithm: algorithm, calibrations: try fakeTable())
  }

  private func gallery(_ values: UInt8...) throws -> [(id: Int, template: Template)] {
    try values.enumerated().map { ($0.offset, try fakeTemplate($0.element)) }
  }

  @Test func severalTemplatesOfOneUserAreVerification() throws {
    let templates = [try fakeTemplate(9), try fakeTemplate(10)]
    let matcher = try matcher(refusing: .identification)
    #expect(try matcher.authenticateBlocking(candidates: templates, references: templates).pairs.count == 4)
    let error = #expect(throws: PluginCallError.self) {
      try self.matcher(refusing: .verification).authenticateBlocking(
        candidates: templates, references: templates)
    }
    #expect(error?.code == .entitlement)
  }

  @Test func aSearchIsIdentification() throws {
    let people = try gallery(9, 100)
    let matcher = try matcher(refusing: .verification)
    #expect(try matcher.identifyBlocking(candidates: [fakeTemplate(9)], gallery: people).searched == 2)
    let error = #expect(throws: PluginCallError.self) {
      try self.matcher(refusing: .identification).identifyBlocking(
        candidates: [fakeTemplate(9)], gallery: people)
    }
    #expect(error?.code == .entitlement)
  }

  @Test func aSearchAmongNobodyIsIdentificationToo() throws {
    #expect(throws: PluginCallError.self) {
      try matcher(refusing: .identification).identifyBlocking(
        candidates: [fakeTemplate(9)], gallery: gallery())
    }
  }

  @Test func measuringAnAlgorithmIsVerification() async throws {
    let evaluator = Evaluator(try matcher(refusing: .identification))
    let pairs = try EvaluationPairs(csv: "pathA,pathB,same\na/1,a/2,1\na/1,b/1,0\n", place: "pairs.csv")
    let run = try await evaluator.evaluate(pairs, acquire: { _ in .template(try fakeTemplate(7)) })
    #expect(try await evaluator.impostorsAllAgainstAll(run).count == 2)
  }
}
