// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
internal import ImprintModel
internal import ImprintRuntime

extension CheckGroup {
  public static let face = CheckGroup("face", "Images of faces to templates.")
}

/// What must hold for plugins with `imprint.face-extractor/1`, beside what holds of every extractor.
enum FaceExtractorChecks: ExtractorCheckGroup {
  typealias Contract = FaceContract
  typealias Probe = ExtractorProbe<FaceContract>

  static let ability = AbilityID.faceExtractor
  static let group = CheckGroup.face

  static let images: (@Sendable (ProbePlugin) throws -> ImageTaker)? = { plugin in
    let probe = try Probe(plugin)
    return ImageTaker(call: call) { lent, _ in
      let extraction = try probe.extract(lent)
      return (extraction.answer, extraction.answer.status == IMP_OK ? extraction.payload : [])
    }
  }

  static let all: [ConformanceCheck] = ofExtractors + [anySize, anyFace, withoutFace, qualityFalls]

  static let anySize = check(
    "takes-any-image-size", "Images of every size get a template or a typed failure.",
    rules: ["R-22", "R-24"]
  ) { probe, _ in
    let sizes = [
      (1, 1), (1, 2), (2, 1), (1, 64), (64, 1), (2, 2), (3, 5), (7, 7), (8, 8), (15, 17), (16, 16), (31, 33),
      (65535, 1), (1, 65535), (641, 3), (333, 257),
    ]
    for format in [CheckImage.Format.grey8, .rgb24] {
      for (width, height) in sizes {
        let picture = CheckPicture.shaded(width: width, height: height, format: format) { x, y in
          UInt8(truncatingIfNeeded: x &* 31 ^ y &* 57)
        }
        probe.note("extract: \(picture.words)")
        let answer = try probe.extract(picture).answer
        try expect(answer, isOneOf: [IMP_OK] + Contract.refusals, call, "for \(picture.words)")
      }
    }
  }

  static let anyFace = check(
    "takes-any-face",
    "A face of any values gets a template or a typed failure, and nothing beyond it is read.",
    rules: ["R-02", "R-22"]
  ) { probe, _ in
    for face in try Contract.strangeFaces() {
      probe.note("extract: a face \(face.words)")
      let answer = try probe.extract(face.lent).answer
      try expect(
        answer, isOneOf: [IMP_OK, IMP_E_ARGUMENT] + Contract.refusals, call, "for a face \(face.words),")
    }
  }

  static let withoutFace = check(
    "takes-an-image-alone",
    "Where its format needs no face, an image alone gets a template or a typed failure.",
    of: SomeFormats("all of its formats need a face.") { $0.needs_face == 0 }
  ) { probe, _ in
    for person in 0..<3 {
      let picture = CheckPicture.person(person)
      let what = "for \(picture.words) without a face"
      probe.note("extract: \(what)")
      let answer = try probe.extract(LentPicture(imageOf: picture)).answer
      try expect(answer, isOneOf: [IMP_OK] + Contract.refusals, call, what)
    }
  }

  static let qualityFalls = check(
    "quality-falls-with-blur", "Where quality is measured, a blurred picture is not better than a sharp one."
  ) { probe, _ in
    for person in 0..<3 {
      let sharp = CheckPicture.person(person)
      let extraction = try probe.extract(sharp)
      guard extraction.answer.status == IMP_OK else { _ = try probe.template(of: sharp); continue }
      let before = extraction.said.quality
      guard before >= 0 else { throw CheckSkip("it measures no quality.") }
      for radius in [2, 5] {
        let blurred = try probe.extract(sharp.blurred(radius: radius))
        // No template of it at all is a low quality as well.
        guard blurred.answer.status == IMP_OK else { continue }
        let after = blurred.said.quality
        try expect(
          after <= before + 1,
          "the quality rose from \(before) to \(after) when the picture was blurred over "
            + "\(2 * radius + 1) pixels; it is to fall.", place: call)
      }
    }
  }

  static func transcript(_ subject: CheckSubject, _ found: FoundPlugin) -> AbilityTranscript {
    AbilityTranscript { transcript, plugin in
      let formats = try FaceExtractor.formats(of: plugin)
      transcript.add("formats: \(formats)")
      for format in formats {
        let extractor = try await FaceExtractor.make(plugin, format: format.template.algorithm)
        for (person, (image, face)) in people.enumerated() {
          await transcript.note("extract of person \(person)") {
            Transcript.words(try await extractor.extract(try image.value, face: face.value))
          }
        }
        let blank = CheckPicture.shaded(width: 96, height: 96) { _, _ in 90 }.image
        await transcript.note("extract of a blank image") {
          "\(try await extractor.extract(try blank.value, face: nil).payload.bytes.count) bytes"
        }
      }
    }
  }

  static func payloads(_ plugin: OpenPlugin, _ format: String) async throws -> [TemplatePayload] {
    let formats = try FaceExtractor.formats(of: plugin).map(\.template.algorithm)
    guard formats.contains(format) else { return [] }
    let extractor = try await FaceExtractor.make(plugin, format: format)
    var payloads: [TemplatePayload] = []
    for (image, face) in people {
      let made = try? await extractor.extract(try image.value, face: face.value)
      if let made { payloads.append(made.payload) }
    }
    return payloads
  }

  private static var people: [(CheckImage, DrawnFace)] {
    var random = CheckRandom(seed: 4, check: "isolation")
    return (0..<3).map { _ in DrawnPerson(&random).picture(&random) }
  }
}
