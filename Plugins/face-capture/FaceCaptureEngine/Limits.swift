// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// What the measures of the methods are held against, at a security level.
///
/// Those of `shape`, `light` and `surroundings` were chosen on renderings of 60, 40 and 30 people by the
/// puppet's renderer (docs/proposals/0006-face-capture.md, "Methods", "Light" and "Surroundings"), those of
/// `artefacts` on 40 ("Artefacts"); nobody's real captures were among them. Those of `shape` and
/// `surroundings` hold on 60 others (docs/reference/liveness-limits.md). What all come to on 103 people is
/// docs/reference/liveness.md.
struct Limits {
  let shape: ShapeWatch.Limits
  let light: LightWatch.Limits
  let surroundings: SurroundingsWatch.Limits
  let artefacts: ArtefactWatch.Limits
  /// The calibrated score that two images of one person have at least.
  let person: Int

  init(_ security: FaceCaptureOptions.Security) {
    switch security {
    case .low:
      self.init(
        shape: .init(live: 0.3, fake: 0.1, correlation: 0.5),
        light: .init(gain: 0.015, correlation: 0.85, strange: (size: 0.12, correlation: 0.2)),
        surroundings: .init(gain: 0.7, correlation: 0.75),
        artefacts: .init(peak: 2.2), person: 2100)
    case .medium:
      self.init(
        shape: .init(live: 0.35, fake: 0.12, correlation: 0.55),
        light: .init(gain: 0.02, correlation: 0.9, strange: (size: 0.1, correlation: 0.25)),
        surroundings: .init(gain: 0.65, correlation: 0.7),
        artefacts: .init(peak: 2), person: 2300)
    case .high:
      self.init(
        shape: .init(live: 0.4, fake: 0.15, correlation: 0.6),
        light: .init(gain: 0.025, correlation: 0.93, strange: (size: 0.08, correlation: 0.3)),
        surroundings: .init(gain: 0.6, correlation: 0.65),
        artefacts: .init(peak: 1.8), person: 2500)
    }
  }

  private init(
    shape: ShapeWatch.Limits, light: LightWatch.Limits, surroundings: SurroundingsWatch.Limits,
    artefacts: ArtefactWatch.Limits, person: Int
  ) {
    self.shape = shape
    self.light = light
    self.surroundings = surroundings
    self.artefacts = artefacts
    self.person = person
  }
}
