// SPDX-License-Identifier: Apache-2.0
public import ImprintModel
public import ImprintRuntime

/// One touch of the sensor that was good enough.
public struct FingerPress: Sendable, Hashable {
  /// The finger that was asked for; ``ImprintModel/BodySite/unknown`` where none was.
  public let site: BodySite
  public let picture: FingerPicture
  /// `nil` where none was asked for.
  public let template: Template?

  public init(site: BodySite, picture: FingerPicture, template: Template?) {
    self.site = site
    self.picture = picture
    self.template = template
  }

  /// The reader's own verdict, as it is.
  public var liveness: FingerLiveness { picture.raw.liveness }

  /// What the best of several are chosen by, higher is better: the extractor's quality; without one, area and
  /// contrast. The same for all presses of one operation, which has one extractor or none.
  var rank: Int { picture.quality ?? picture.measures.area * picture.measures.contrast / 100 }
}

extension [FingerPress] {
  /// The best of them, in the order of the presses; of equals the first ones.
  func best(_ count: Int) -> [FingerPress] {
    let order = indices.sorted { (self[$1].rank, $0) < (self[$0].rank, $1) }
    return order.prefix(count).sorted().map { self[$0] }
  }
}
