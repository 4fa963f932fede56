// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// Images for face extractors.
enum FaceContract: ExtractorContract {
  typealias Table = imp_face_extractor_ability
  typealias Sample = CheckPicture
  typealias Lent = LentPicture

  static let name = "face-extractor"
  static let modality = Modality.face
  static let sampleStruct = "imp_image"
  static let words = (sample: "image", subject: "face")

  static func extract(
    _ table: Table, _ extractor: OpaquePointer, _ lent: LentPicture,
    _ payload: UnsafeMutablePointer<imp_buffer>, _ extraction: UnsafeMutablePointer<imp_extraction>
  ) -> imp_status {
    table.extract(
      extractor, lent.image, lent.face, lent.landmarks, lent.landmarkCount, payload, extraction)
  }

  static func problem(of format: Format) -> String? {
    format.needs_face <= 1 ? nil : "needs_face \(format.needs_face); 0 or 1 is expected"
  }

  // MARK: Pictures

  static func sample(_ person: Int, for format: Format) -> CheckPicture { .person(person) }

  static func samplesOfAllLengths(_ person: Int, for format: Format) -> [CheckPicture] {
    [.person(person), .person(person, format: .grey8), CheckPicture.person(person).blurred(radius: 3)]
  }

  /// Images that show nothing, with a face where one would be.
  static func samplesOfNobody(for format: Format, _ random: inout CheckRandom) -> [CheckPicture] {
    let grain = random.bytes(4096)
    let lights: [(Int, Int) -> UInt8] = [
      { _, _ in 0 }, { _, _ in 255 }, { _, _ in 128 }, { x, _ in x < 80 ? 0 : 255 },
      { x, y in x == 80 && y == 80 ? 255 : 0 }, { x, y in grain[(x &* 61 &+ y &* 997) % grain.count] },
    ]
    return lights.map { CheckPicture.shaded(width: 160, height: 160, format: .rgb24, $0) }
  }

  static func others(for format: Format) throws -> [OtherSample<LentPicture>] {
    let picture = CheckPicture.person(1)
    let wanted = [IMP_E_SAMPLE, IMP_E_ARGUMENT]
    var others = try WrongImage.all.map { wrong in
      OtherSample("an image with \(wrong.words)", wanted, try LentPicture(picture, change: wrong.change))
    }
    if format.needs_face == 1 {
      others.append(
        OtherSample(
          "an image without a face, which it needs,", [IMP_E_NO_SUBJECT, IMP_E_ARGUMENT],
          try LentPicture(imageOf: picture)))
    }
    for change in [-8, 8] {
      let lent = try LentPicture(picture, offset: nil, changeFace: imp_face.wrong(by: change))
      others.append(OtherSample("a face whose size field is not its size", [IMP_E_ABI], lent))
    }
    return others
  }

  /// Faces with values that no tracker reports, with a valid image: code that uses them refuses them.
  static func strangeFaces() throws -> [(words: String, lent: LentPicture)] {
    func strange(
      _ words: String, hasLandmarks: Bool = true, _ change: (inout imp_face) -> Void = { _ in }
    ) throws -> (words: String, lent: LentPicture) {
      let picture = CheckPicture.person(1)
      return (
        words, try LentPicture(picture, offset: nil, hasLandmarks: hasLandmarks, changeFace: change)
      )
    }
    return try [
      strange("with landmarks out of range") { $0.landmark_first = 1 },
      strange("with more landmarks than exist") { $0.landmark_count += 1 },
      strange("whose landmark_first is the maximum") { $0.landmark_first = .max },
      strange("whose landmark_count is the maximum") { $0.landmark_count = .max },
      strange("with landmarks but no array", hasLandmarks: false),
      strange("without landmarks") { $0.landmark_count = 0 },
      strange("of an undefined landmark model") { $0.landmark_model = 99 },
      strange("whose box starts at NaN") { $0.box.x = .nan },
      strange("whose box is infinitely wide") { $0.box.width = .infinity },
      strange("whose box has a negative width") { $0.box.width = -1 },
      strange("whose box is far from the image") { ($0.box.x, $0.box.y) = (1e30, -1e30) },
      strange("whose eyes are at NaN") { ($0.left_eye.x, $0.right_eye.y) = (.nan, .nan) },
    ]
  }
}

extension imp_face_format: ExtractedFormatStruct {
  var needsFace: Bool { needs_face != 0 }
}

extension CheckPicture: DrawnSample {}
