// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// What is to be drawn over a preview: two bars, and what the person should do.
public struct FingerOverlay: Sendable, Hashable {
  /// The bar of quality, 0...100: of the image that it is drawn over.
  public internal(set) var quality = 0
  /// The bar of area, 0...100.
  public internal(set) var area = 0
  /// The last that was said.
  public internal(set) var feedback: FingerFeedback?
  /// Whether a finger is on the sensor, as far as the reader tells.
  public internal(set) var isCovered = false
  /// The finger that is taken now.
  public internal(set) var site = BodySite.unknown
  /// So many presses of it are there.
  public internal(set) var done = 0

  public init() {}

  /// Takes in the next event of an operation; what nothing is drawn of changes nothing. O(1).
  public mutating func hear(_ event: FingerEvent) {
    switch event {
    case .sensor(let isCovered): self.isCovered = isCovered
    case .feedback(let feedback):
      self.feedback = feedback
      guard case .place(let site) = feedback, site != self.site else { return }
      (self.site, done) = (site, 0)
    case .image(let picture): (quality, area) = (picture.qualityBar, picture.areaBar)
    case .progress(let site, let done, _): (self.site, self.done) = (site, done)
    case .chosen, .sound, .vibration: break
    }
  }
}
