// SPDX-License-Identifier: Apache-2.0

/// A feature that a licence grants and a plugin's manifest asks for under `features`.
///
/// An open set: a manifest may name one unknown to this build, and the provider decides by the name alone.
public struct LicenseFeature: RawRepresentable, Sendable, Hashable, Codable, CustomStringConvertible {
  /// The word in manifests and licences, such as `VERIF`.
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Capture of faces.
  public static let faceCapture = LicenseFeature(rawValue: "MORPHOFACS")
  /// One-to-one comparison.
  public static let verification = LicenseFeature(rawValue: "VERIF")
  /// One-to-many search.
  public static let identification = LicenseFeature(rawValue: "IDENT")
  /// Matching of images.
  public static let imageMatching = LicenseFeature(rawValue: "MIMA")
  /// The core of the smart capture.
  public static let captureCore = LicenseFeature(rawValue: "MSC_CORE")
  /// Liveness detection (PAD) in the smart capture.
  public static let captureLiveness = LicenseFeature(rawValue: "MSC_LIVENESS")
  /// Recording of what a capture saw.
  public static let captureDump = LicenseFeature(rawValue: "MSC_DUMP")

  /// The features this build has a name for.
  public static let known: [LicenseFeature] = [
    .faceCapture, .verification, .identification, .imageMatching, .captureCore, .captureLiveness,
    .captureDump,
  ]

  public var description: String { rawValue }
}
