// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
internal import ImprintRuntime

/// Checks of plugins with `imprint.finger-extractor/1`, in addition to those of every extractor.
enum FingerExtractorChecks: ExtractorCheckGroup {
  typealias Contract = FingerContract

  static let ability = AbilityID.fingerExtractor
  static let group = CheckGroup("finger", "Feature extraction: images of fingers to templates.")

  static let images: (@Sendable (Probe) -> ImageTaker)? = { probe in
    let prints = (0..<2).map { probe.sample($0) }
    return ImageTaker(call: call, pictures: prints.map(\.picture)) { lent, _ in
      let extraction = try probe.extract(LentPrint(prints[0], in: lent))
      return (extraction.answer, extraction.answer.status == IMP_OK ? extraction.payload : [])
    }
  }

  static let all: [ConformanceCheck] =
    ofExtractors + [
      takesAnySize([.grey8]) { .of($0, resolution: $1.usual) }, everyResolution, anyFinger,
      qualityFalls { print, radius in
        DrawnPrint(picture: print.picture.blurred(radius: radius), what: print.what)
      },
    ]

  /// Beyond these, a check's image would show less than a few ridges, or more than a hand.
  private static let drawn: ClosedRange<UInt32> = 8000...60_000

  static let everyResolution = check(
    "takes-its-resolutions", "Images of the lowest and the highest resolution of its format are accepted."
  ) { probe, _ in
    for resolution in [probe.format.resolution_min, probe.format.resolution_max]
    where drawn.contains(resolution) {
      let print = DrawnPrint.person(0, resolution: Int(resolution))
      probe.note("extract: \(print.words)")
      let wanted = [IMP_OK] + Contract.refusals.filter { $0 != IMP_E_SAMPLE }
      try expect(try probe.extract(print).answer, isOneOf: wanted, call, "for \(print.words)")
    }
  }

  static let anyFinger = check(
    "takes-any-finger",
    "The stated finger position and impression do not decide whether a template is made."
  ) { probe, _ in
    let print = probe.sample(0)
    let unknown = print.changed { $0.impression = UInt32(IMP_IMPRESSION_UNKNOWN) }
    let plain = try probe.extract(unknown).answer
    let positions = (0...10).map { position in print.changed { $0.position = position } }
    let impressions = ([0, 1, 2, 3, 4, 5, 6, 7, 8, 24, 28] as [UInt32]).map { impression in
      print.changed { $0.impression = impression }
    }
    for known in positions + impressions {
      let what = "for position \(known.position) and impression \(known.impression)"
      probe.note("extract: \(what)")
      let answer = try probe.extract(known).answer
      try expect(
        answer.status == plain.status,
        "\(what) it returned \(answer.words); the same print of an unknown finger got \(plain.words).",
        place: call)
    }
  }

  static func extract(_ extractor: FingerExtractor, _ person: Int) async throws -> Extraction {
    let print = DrawnPrint.person(person, resolution: resolution(of: extractor))
    return try await extractor.extract(try print.value, finger: Finger(position: .rightIndex))
  }

  static func extractNobody(_ extractor: FingerExtractor) async throws -> Extraction {
    let blank = DrawnPrint.of(
      CheckPicture.shaded(width: 96, height: 96) { _, _ in 230 }, resolution: resolution(of: extractor))
    return try await extractor.extract(try blank.value)
  }

  private static func resolution(of extractor: FingerExtractor) -> Int {
    min(max(19_685, extractor.format.resolutions.lowerBound), extractor.format.resolutions.upperBound)
  }
}
