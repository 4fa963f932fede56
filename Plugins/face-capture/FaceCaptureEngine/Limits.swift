// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// What the measures of the methods are held against, at a security level.
struct Limits {
  let shape: ShapeWatch.Limits
  /// The calibrated score that two images of one person have at least.
  let person: Int

  init(_ security: FaceCaptureOptions.Security) {
    switch security {
    case .low: self.init(shape: .init(live: 0.3, fake: 0.1, correlation: 0.5), person: 2100)
    case .medium: self.init(shape: .init(live: 0.35, fake: 0.12, correlation: 0.55), person: 2300)
    case .high: self.init(shape: .init(live: 0.4, fake: 0.15, correlation: 0.6), person: 2500)
    }
  }

  private init(shape: ShapeWatch.Limits, person: Int) {
    self.shape = shape
    self.person = person
  }
}
