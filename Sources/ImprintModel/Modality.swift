// SPDX-License-Identifier: Apache-2.0

/// The biometric characteristic that is measured. Raw values are stored in templates and never change.
public enum Modality: UInt8, Sendable, Hashable, Codable, CaseIterable {
  case face = 1
  case finger = 2
  case voice = 3

  /// The word used in manifests and on the command line.
  public var name: String {
    switch self {
    case .face: "face"
    case .finger: "finger"
    case .voice: "voice"
    }
  }

  /// The modality with that ``name``, if there is one.
  public init?(name: some StringProtocol) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}

/// Where on the body a sample was taken (F100). Raw values are stored in templates and never change;
/// fingers have the numbers of ISO/IEC 19794-2.
public enum BodySite: UInt8, Sendable, Hashable, Codable, CaseIterable {
  case unknown = 0
  case rightThumb = 1
  case rightIndex = 2
  case rightMiddle = 3
  case rightRing = 4
  case rightLittle = 5
  case leftThumb = 6
  case leftIndex = 7
  case leftMiddle = 8
  case leftRing = 9
  case leftLittle = 10
  case rightFour = 13
  case leftFour = 14
  case bothThumbs = 15
  case face = 32
  case voice = 33
  /// Of hands no template is made: a capture that is asked for one takes its fingers (``fingers``).
  case rightHand = 34
  case leftHand = 35
  /// A hand, nobody knows which.
  case unknownHand = 36
}

extension BodySite {
  /// The word used in reports: `right-index`.
  public var name: String {
    switch self {
    case .unknown: "unknown"
    case .rightThumb: "right-thumb"
    case .rightIndex: "right-index"
    case .rightMiddle: "right-middle"
    case .rightRing: "right-ring"
    case .rightLittle: "right-little"
    case .leftThumb: "left-thumb"
    case .leftIndex: "left-index"
    case .leftMiddle: "left-middle"
    case .leftRing: "left-ring"
    case .leftLittle: "left-little"
    case .rightFour: "right-four"
    case .leftFour: "left-four"
    case .bothThumbs: "both-thumbs"
    case .face: "face"
    case .voice: "voice"
    case .rightHand: "right-hand"
    case .leftHand: "left-hand"
    case .unknownHand: "unknown-hand"
    }
  }

  /// The site with that ``name``, if there is one.
  public init?(name: some StringProtocol) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }

  /// The modality of samples that are taken there; `nil` where nobody knows where that was.
  public var modality: Modality? {
    switch self {
    case .unknown: nil
    case .rightThumb, .rightIndex, .rightMiddle, .rightRing, .rightLittle, .leftThumb, .leftIndex,
      .leftMiddle, .leftRing, .leftLittle, .rightFour, .leftFour, .bothThumbs, .rightHand, .leftHand,
      .unknownHand:
      .finger
    case .face: .face
    case .voice: .voice
    }
  }

  /// Whether two samples can be of the same place: of equal sites, or where one is unknown. A slap of several
  /// fingers is none of them: what was enrolled of one finger is compared with that finger.
  public func mayBe(_ other: BodySite) -> Bool {
    self == other || self == .unknown || other == .unknown
  }
}
