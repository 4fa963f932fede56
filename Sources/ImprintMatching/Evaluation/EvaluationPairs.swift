// SPDX-License-Identifier: Apache-2.0

/// Which pictures are compared, and who is on each: listed pairs, or every picture with every other one.
public struct EvaluationPairs: Sendable {
  /// One listed pair: two pictures, by index into ``EvaluationPairs/images``.
  public struct Pair: Sendable, Hashable {
    public let reference: Int
    public let probe: Int
    public let isGenuine: Bool
  }

  /// One picture, listed once.
  public struct Picture: Sendable, Hashable {
    /// As in the list, relative to the images' root.
    public let path: String
    /// Number of the person, 0..<``EvaluationPairs/subjects``.
    public let subject: UInt32
  }

  /// How it is known who is on a picture.
  public enum Labelling: String, Sendable, Hashable {
    /// By the folder that it lies in.
    case folders
    /// By the list's columns.
    case columns
    /// Pictures that genuine pairs join are of one person, all others of different people.
    case genuinePairs = "genuine-pairs"
  }

  /// In the list's order; none where every picture is compared with every other one.
  public let pairs: [Pair]
  /// Whether every picture is compared with every other one, once.
  public let isAllAgainstAll: Bool
  public let images: [Picture]
  /// What each person is called, by number.
  public let names: [String]
  public let labelling: Labelling

  /// Different people.
  public var subjects: Int { names.count }

  /// The maximum length of a list, in lines.
  public static let maximumLines = 2_000_000

  /// Every picture with every other one, once.
  /// - Parameters:
  ///   - people: each with the paths of their pictures, in the order in which they are numbered.
  ///   - place: what an error calls them, such as the folder.
  /// - Throws: ``EvaluationError`` `tooFewPeople` for fewer than two with a picture, `tooManyComparisons`.
  public init(
    people: [(name: String, paths: [String])], place: String
  ) throws(EvaluationError) {
    let people = people.filter { !$0.paths.isEmpty }
    guard people.count > 1 else { throw .tooFewPeople(people.count, place) }
    let images = people.enumerated().flatMap { number, person in
      person.paths.map { Picture(path: $0, subject: UInt32(number)) }
    }
    try EvaluationError.checkComparisons(of: images.count, place: place)
    self.init(
      pairs: [], isAllAgainstAll: true, images: images, names: people.map(\.name), labelling: .folders)
  }

  init(pairs: [Pair], isAllAgainstAll: Bool, images: [Picture], names: [String], labelling: Labelling) {
    self.pairs = pairs
    self.isAllAgainstAll = isAllAgainstAll
    self.images = images
    self.names = names
    self.labelling = labelling
  }
}
