// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
internal import ImprintRuntime

/// Checks of plugins with `imprint.face-extractor/1`, in addition to those of every extractor.
enum FaceExtractorChecks: ExtractorCheckGroup {
  typealias Contract = FaceContract

  static let ability = AbilityID.faceExtractor
  static let group = CheckGroup("face", "Feature extraction: images of faces to templates.")

  static let images: (@Sendable (Probe) -> ImageTaker)? = { probe in
    ImageTaker(call: call) { lent, _ in
      let extraction = try probe.extract(lent)
      return (extraction.answer, extraction.answer.status == IMP_OK ? extraction.payload : [])
    }
  }

  static let all: [ConformanceCheck] =
    ofExtractors + [
      takesAnySize([.grey8, .rgb24]) { picture, _ in picture }, anyFace, withoutFace,
      qualityFalls { $0.blurred(radius: $1) },
    ]

  static let anyFace = check(
    "takes-any-face",
    "A face with any values gets a template or a typed failure, and is read within bounds.",
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
    "If its format needs no face, an image alone gets a template or a typed failure.",
    of: SomeEntries("all of its formats need a face.") { $0.needs_face == 0 }
  ) { probe, _ in
    for person in 0..<3 {
      let picture = CheckPicture.person(person)
      let what = "for \(picture.words) without a face"
      probe.note("extract: \(what)")
      let answer = try probe.extract(LentPicture(imageOf: picture)).answer
      try expect(answer, isOneOf: [IMP_OK] + Contract.refusals, call, what)
    }
  }

  static func extract(_ extractor: FaceExtractor, _ person: Int) async throws -> Extraction {
    var random = CheckRandom(seed: UInt64(person), check: "isolation")
    let (image, face) = DrawnPerson(&random).picture(&random)
    return try await extractor.extract(try image.value, face: face.value)
  }

  static func extractNobody(_ extractor: FaceExtractor) async throws -> Extraction {
    let blank = CheckPicture.shaded(width: 96, height: 96) { _, _ in 90 }.image
    return try await extractor.extract(try blank.value, face: nil)
  }
}
