// SPDX-License-Identifier: Apache-2.0
import ImprintFingerCapture
import ImprintMatching
import ImprintModel
import Testing

@testable import ImprintRuntime

/// Templates of fingers in files, and why they are alike.
@Suite struct FingerFileTests {
  @Test(arguments: [
    ("FMR\0 20\0", FingerTemplateType.isoRecord), ("IMFC\u{1}", .isoCompactCard),
  ])
  func whatHasAMarkOfItsOwnIsATemplateWithoutEnvelope(bytes: String, type: FingerTemplateType) throws {
    let template = try Template(fingerFile: Array(bytes.utf8), place: "file")
    #expect(template.payload == Array(bytes.utf8) && template.modality == .finger)
    #expect(template.format.algorithm == type.rawValue && template.format.version == 1)
  }

  @Test func anEnvelopeIsReadAndOneOfAnotherModalityIsRefused() throws {
    let format = try #require(TemplateFormat(algorithm: "example.any", version: 3))
    for modality in [Modality.finger, .voice] {
      let template = try #require(
        Template(format: format, modality: modality, site: .unknown, quality: 7, payload: [1, 2]))
      let bytes = TemplateEnvelope.encode(template)
      guard modality != .finger else {
        #expect(try Template(fingerFile: bytes, place: "file").format == format)
        continue
      }
      let error = #expect(throws: TemplateError.self) { try Template(fingerFile: bytes, place: "file") }
      #expect(error?.code == .otherModality && error?.place == "file")
    }
  }

  @Test func otherBytesAndMoreThanATemplateMayHaveAreRefused() {
    let other = #expect(throws: TemplateError.self) { try Template(fingerFile: [1, 2, 3], place: "file") }
    #expect(other?.code == .notATemplate)
    let long = Array("FMR".utf8) + [UInt8](repeating: 0, count: Template.maximumPayload)
    let error = #expect(throws: TemplateError.self) { try Template(fingerFile: long, place: "file") }
    #expect(error?.code == .damaged)
  }

  @Test func aMatcherThatExplainsNothingSaysSo() async throws {
    let format = try #require(
      TemplateFormat(algorithm: FingerTemplateType.isoCompactCard.rawValue, version: 1))
    let template = try #require(
      Template(format: format, modality: .finger, site: .unknown, quality: nil, payload: [9]))
    let matcher = DrawnMatcher.matcher()
    let error = await #expect(throws: PluginCallError.self) {
      try await matcher.explainFingers(template, with: template)
    }
    #expect(error?.code == .unsupported && error?.place == "dev.example.drawn")
  }
}
