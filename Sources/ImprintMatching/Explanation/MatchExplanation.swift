// SPDX-License-Identifier: Apache-2.0

/// Why a verification or a search came out as it did: what was asked, which threshold that is, every score
/// with its calibration, what each sample is, and what was passed over.
///
/// For people it is its ``description``; for programs ``json``, or `Codable` with the same keys. It holds no
/// template's bytes, and of users what the application calls them.
public struct MatchExplanation: Sendable, Hashable, Codable {
  /// The words are stable, as are those of all enums here.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// One person against one reference.
    case authentication
    /// One person in a gallery.
    case identification
  }

  public let kind: Kind
  /// Whether there is a match: of a search, at least one.
  public let isMatch: Bool
  /// Who compared: the plugin's id.
  public let plugin: String
  /// The name of the format that it compared.
  public let format: String
  public let modality: String
  public let asked: Asked
  /// Why the algorithm is not meant for ``Asked/use``; `nil` where it is, or where none was stated.
  public let otherUse: Warning?
  public let threshold: Threshold
  /// The candidate's templates, all of them, as they were given.
  public let candidates: [Sample]
  /// The reference's, likewise; of a search none: there may be a million.
  public let references: [Sample]
  /// Of a verification every pair that has a score, of a search the people returned, best first.
  public internal(set) var compared: [Compared]
  /// The calibrations that the scores came of.
  public let calibrations: [UsedCalibration]
  /// By side and reason.
  public internal(set) var passedOver: [PassedOver]
  /// Of a search: how many references were compared.
  public let searched: Int?

  /// What was asked for.
  public struct Asked: Sendable, Hashable, Codable {
    public enum Policy: String, Sendable, Hashable, Codable {
      case threshold
      case matchingThreshold = "matching-threshold"
      case falseMatchRate = "false-match-rate"
      case falsePositiveIdentificationRate = "false-positive-identification-rate"
    }

    public let policy: Policy
    /// The score, the units or the rate.
    public let value: Double
    /// Of a false positive identification rate: the gallery that the caller stated.
    public let gallery: Int?
    public let requireCalibrated: Bool
    public let minimumQuality: Int
    public let sites: SiteRule
    /// Of a search.
    public let maximumCandidates: Int?
    /// What the comparison is of; `nil` where it was not stated.
    public let use: ComparisonUse?
    public let otherUses: UseRule
  }

  /// What the result does not promise, though it was made.
  public struct Warning: Sendable, Hashable, Codable {
    /// The error's that it would be by ``UseRule/refuse``.
    public let code: String
    public let reason: String
    public let remedy: String
  }

  /// What a score has to exceed.
  public struct Threshold: Sendable, Hashable, Codable {
    public let score: Double
    /// The same on the scale of ``MatchingThreshold``, between two of which it may lie.
    public let matchingThreshold: Double
    /// Of one comparison.
    public let falseMatchRate: Double
    /// How many comparisons were made.
    public let comparisons: Int
    /// The chance that any of them is a false match, if they were independent.
    public let falseMatchRateOfAll: Double
    /// Whether the rate is beyond what a calibration measured.
    public let isExtrapolated: Bool
  }

  /// What is known of a template.
  public struct Sample: Sendable, Hashable, Codable {
    /// Its format with the version: `imprint.face-f6/2`.
    public let format: String
    public let modality: String
    /// ``BodySite/name``.
    public let site: String
    /// 0...100; `nil` where it was not measured.
    public let quality: Int?
    /// How many of the person's samples it was made from.
    public let samples: Int
    /// Which plugin made it, with its version; `nil` where it does not say.
    public let maker: String?
  }

  /// A comparison that has a score.
  public struct Compared: Sendable, Hashable, Codable {
    /// Of a verification: index into ``candidates``.
    public let candidate: Int?
    /// Of a verification: index into ``references``.
    public let reference: Int?
    /// Of a search: what the application calls the person.
    public let user: String?
    public let score: Double
    /// Raw.
    public let similarity: Double
    /// Whether the score is strictly above the threshold.
    public let isMatch: Bool
    /// Whether the score is beyond what its calibration measured.
    public let isExtrapolated: Bool
    /// ``UsedCalibration/number``.
    public let calibration: Int
    /// Of a search: the qualities of that person's references, where they were given with it.
    public internal(set) var qualities: [Int?]?
  }

  /// A calibration, and what it was measured on.
  public struct UsedCalibration: Sendable, Hashable, Codable {
    /// Its index in the manifest.
    public let number: Int
    /// The pairs of templates that it is of.
    public let pair: String
    public let date: String
    public let population: String
    public let subjects: Int
    public let impostorComparisons: Int
    /// Scores beyond this one are extrapolated.
    public let supportedUpTo: Double
  }

  /// What was not compared, for one reason.
  public struct PassedOver: Sendable, Hashable, Codable {
    public enum Side: String, Sendable, Hashable, Codable {
      case candidate
      case reference
      /// One candidate with one or several references.
      case pair
    }

    public let side: Side
    /// How many templates or pairs.
    public var count: Int
    /// Indices into the candidate's templates: the first ``most``.
    public var candidates: [Int]
    /// Indices into the references, or into all references of a search, one after the other: the first
    /// ``most``.
    public var references: [Int]
    /// Of a search, whose they are: the first ``most``.
    public var users: [String]
    /// The error's.
    public let code: String
    public let reason: String
    public let remedy: String

    /// How many are named.
    public static let most = 100
  }
}
