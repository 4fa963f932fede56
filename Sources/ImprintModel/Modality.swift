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
}
