// SPDX-License-Identifier: Apache-2.0

extension BodySite {
  /// The ten fingers, from the right thumb to the left little finger.
  public static let tenFingers: [BodySite] = rightFingers + leftFingers

  private static let rightFingers: [BodySite] = [
    .rightThumb, .rightIndex, .rightMiddle, .rightRing, .rightLittle,
  ]
  private static let leftFingers: [BodySite] = [
    .leftThumb, .leftIndex, .leftMiddle, .leftRing, .leftLittle,
  ]

  /// The single fingers that are pressed where it is asked for: itself where it is one, or where nobody knows
  /// which; those of a hand or a slap from thumb to little finger, each unknown of a hand that is; none of
  /// what is no finger.
  public var fingers: [BodySite] {
    switch self {
    case .unknown, .rightThumb, .rightIndex, .rightMiddle, .rightRing, .rightLittle, .leftThumb, .leftIndex,
      .leftMiddle, .leftRing, .leftLittle:
      [self]
    case .rightFour: Array(Self.rightFingers.dropFirst())
    case .leftFour: Array(Self.leftFingers.dropFirst())
    case .bothThumbs: [.rightThumb, .leftThumb]
    case .rightHand: Self.rightFingers
    case .leftHand: Self.leftFingers
    case .unknownHand: Array(repeating: .unknown, count: Self.rightFingers.count)
    case .face, .voice: []
    }
  }

  /// Whether it is one of the ten fingers.
  public var isFinger: Bool { Self.tenFingers.contains(self) }

  /// Whether it is one of the three hands.
  public var isHand: Bool { self == .rightHand || self == .leftHand || self == .unknownHand }
}
