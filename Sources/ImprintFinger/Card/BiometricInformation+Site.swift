// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// Which finger a card compares: bits 1 and 2 of the subtype say the hand, bits 3 to 5 the finger.
/// - SeeAlso: ISO/IEC 7816-11; ISO/IEC 19785-3.
extension BiometricInformation {
  private static let thumbToLittle: [[BodySite]] = [
    [.rightThumb, .rightIndex, .rightMiddle, .rightRing, .rightLittle],
    [.leftThumb, .leftIndex, .leftMiddle, .leftRing, .leftLittle],
  ]

  /// The finger; unknown where the card does not say it, or says something else than one finger of one hand.
  public var site: BodySite {
    guard let subtype, subtype & 0xE0 == 0, (1...2).contains(subtype & 0x03),
      (1...5).contains(subtype >> 2)
    else { return .unknown }
    return Self.thumbToLittle[Int(subtype & 0x03) - 1][Int(subtype >> 2) - 1]
  }

  /// The subtype of one of the ten fingers; `nil` for another site.
  public static func subtype(of site: BodySite) -> UInt8? {
    for (hand, fingers) in thumbToLittle.enumerated() {
      if let finger = fingers.firstIndex(of: site) { return UInt8((finger + 1) << 2 | (hand + 1)) }
    }
    return nil
  }
}
