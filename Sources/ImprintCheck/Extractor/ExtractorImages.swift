// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// Checks of extractors from images.
extension ExtractorCheckGroup {
  /// - Parameter sample: A sample with such an image.
  static func takesAnySize(
    _ formats: [CheckImage.Format],
    _ sample: @escaping @Sendable (CheckPicture, Contract.Format) -> Contract.Sample
  ) -> ConformanceCheck {
    check(
      "takes-any-image-size", "Images of every size get a template or a typed failure.",
      rules: ["R-22", "R-24"]
    ) { probe, _ in
      let sizes = [
        (1, 1), (1, 2), (2, 1), (1, 64), (64, 1), (2, 2), (3, 5), (7, 7), (8, 8), (15, 17), (16, 16),
        (31, 33), (65535, 1), (1, 65535), (641, 3), (333, 257),
      ]
      for format in formats {
        for (width, height) in sizes {
          let picture = CheckPicture.shaded(width: width, height: height, format: format) { x, y in
            UInt8(truncatingIfNeeded: x &* 31 ^ y &* 57)
          }
          probe.note("extract: \(picture.words)")
          let answer = try probe.extract(sample(picture, probe.format)).answer
          try expect(answer, isOneOf: [IMP_OK] + Contract.refusals, call, "for \(picture.words)")
        }
      }
    }
  }

  /// - Parameter blurred: The same sample, blurred with this radius in pixels.
  static func qualityFalls(
    _ blurred: @escaping @Sendable (Contract.Sample, _ radius: Int) -> Contract.Sample
  ) -> ConformanceCheck {
    check(
      "quality-falls-with-blur",
      "If quality is measured, a blurred picture does not score higher than a sharp one."
    ) { probe, _ in
      for person in 0..<3 {
        let sharp = probe.sample(person)
        let extraction = try probe.extract(sharp)
        guard extraction.answer.status == IMP_OK else { _ = try probe.template(of: sharp); continue }
        let before = extraction.said.quality
        guard before >= 0 else { throw CheckSkip("it computes no quality score.") }
        for radius in [2, 5] {
          let blurred = try probe.extract(blurred(sharp, radius))
          // No template at all counts as a low quality.
          guard blurred.answer.status == IMP_OK else { continue }
          let after = blurred.said.quality
          try expect(
            after <= before + 1,
            "the quality increased from \(before) to \(after) when the picture was blurred over "
              + "\(2 * radius + 1) pixels; it must not increase.", place: call)
        }
      }
    }
  }
}
