// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import Testing

@Suite struct TemplateRefusalTests {
  @Test func anotherAlgorithmIsRefusedNamingBoth() throws {
    let error = TemplateError.otherAlgorithm(
      found: try TemplateSamples.format("acme.face-9", version: 2), expected: "imprint.face-f6")
    #expect(error.code == .otherAlgorithm)
    #expect(error.reason.contains("acme.face-9") && error.reason.contains("imprint.face-f6"))
  }

  @Test func aNewerVersionAsksForAnUpdateAndAnOlderOneForEnrollment() throws {
    let newer = TemplateError.otherVersion(found: try TemplateSamples.format(version: 9), reads: 2...3)
    let older = TemplateError.otherVersion(found: try TemplateSamples.format(version: 1), reads: 2...3)
    #expect(newer.code == .otherVersion && older.code == .otherVersion)
    #expect(newer.reason.contains("9") && newer.remedy != older.remedy)
  }

  @Test(arguments: ["", "Face", "face f6", "face/f6", "gesicht-ä", String(repeating: "a", count: 64)])
  func algorithmNamesOutsideTheAlphabetAreRefused(name: String) {
    #expect(TemplateFormat(algorithm: name, version: 1) == nil)
  }

  @Test func formatVersionZeroIsRefused() {
    #expect(TemplateFormat(algorithm: "a", version: 0) == nil)
  }

  @Test func payloadsOutsideTheLimitsAreRefused() throws {
    let format = try TemplateSamples.format()
    for length in [0, Template.maximumPayload + 1] {
      let payload = [UInt8](repeating: 0, count: length)
      #expect(
        Template(format: format, modality: .face, site: .face, quality: nil, payload: payload) == nil)
    }
    #expect(Template(format: format, modality: .face, site: .face, quality: 101, payload: [1]) == nil)
  }
}
