// SPDX-License-Identifier: Apache-2.0

/// A list of pictures to compare in pairs, with their subjects.
public struct EvaluationPairs: Sendable {
  /// One line: two pictures, by index into ``EvaluationPairs/images``.
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

  public let pairs: [Pair]
  public let images: [Picture]
  /// Different people.
  public let subjects: Int

  /// The maximum length of a list, in lines.
  public static let maximumLines = 2_000_000

  /// Reads a list: a header line with `pathA,pathB,same` and optionally `subjectA,subjectB`; further columns
  /// are ignored. `same` is 1 or 0. Fields hold no comma and no quote.
  ///
  /// Without subject columns a picture's folder is its subject, as in most published sets; if that
  /// contradicts `same`, the list is refused.
  /// - Throws: ``EvaluationError`` `brokenPairs` or `subjectsDisagree`, with the line.
  public init(csv: String, place: String) throws(EvaluationError) {
    var lines = csv.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }[...]
    let header = (lines.popFirst() ?? "").split(separator: ",", omittingEmptySubsequences: false)
    guard let first = header.firstIndex(of: "pathA"), let second = header.firstIndex(of: "pathB"),
      let same = header.firstIndex(of: "same")
    else {
      throw Self.broken(place, 1, "the header does not have the columns pathA, pathB and same.")
    }
    guard lines.count <= Self.maximumLines else {
      throw Self.broken(place, 1, "it has more than \(Self.maximumLines) lines.")
    }
    let labels = (header.firstIndex(of: "subjectA"), header.firstIndex(of: "subjectB"))
    var reader = Reader()
    for (index, line) in lines.enumerated() where !line.isEmpty {
      let number = index + 2
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard fields.count == header.count else {
        throw Self.broken(place, number, "it has \(fields.count) fields, and the header \(header.count).")
      }
      guard !fields[first].isEmpty, !fields[second].isEmpty else {
        throw Self.broken(place, number, "a path is empty.")
      }
      guard fields[same] == "1" || fields[same] == "0" else {
        throw Self.broken(place, number, "'same' is '\(fields[same])', not 1 or 0.")
      }
      try reader.add(
        reference: (fields[first], labels.0.map { fields[$0] }),
        probe: (fields[second], labels.1.map { fields[$0] }), isGenuine: fields[same] == "1",
        place: "\(place):\(number)")
    }
    guard !reader.pairs.isEmpty else { throw Self.broken(place, 2, "it has no pairs.") }
    pairs = reader.pairs
    images = reader.images
    subjects = reader.subjects.count
  }

  private static func broken(_ place: String, _ line: Int, _ reason: String) -> EvaluationError {
    EvaluationError(
      .brokenPairs, place: "\(place):\(line)", reason: reason,
      remedy: "Write lines such as: ada/1.jpg,ada/2.jpg,1")
  }
}

/// Numbers pictures and subjects in order of first occurrence.
private struct Reader {
  var pairs: [EvaluationPairs.Pair] = []
  var images: [EvaluationPairs.Picture] = []
  var subjects: [String: UInt32] = [:]
  private var known: [String: Int] = [:]

  mutating func add(
    reference: (path: String, label: String?), probe: (path: String, label: String?), isGenuine: Bool,
    place: String
  ) throws(EvaluationError) {
    let a = try image(reference, place: place)
    let b = try image(probe, place: place)
    guard (images[a].subject == images[b].subject) == isGenuine else {
      throw EvaluationError(
        .subjectsDisagree, place: place,
        reason: "'same' is \(isGenuine ? 1 : 0), and the two pictures' "
          + (reference.label == nil ? "folders say otherwise." : "subjects say otherwise."),
        remedy: "Add the columns subjectA and subjectB, which say who is on each picture.")
    }
    pairs.append(EvaluationPairs.Pair(reference: a, probe: b, isGenuine: isGenuine))
  }

  private mutating func image(
    _ named: (path: String, label: String?), place: String
  ) throws(EvaluationError) -> Int {
    let folder = named.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let label = named.label ?? folder.joined(separator: "/")
    let subject = subjects[label] ?? UInt32(subjects.count)
    subjects[label] = subject
    if let index = known[named.path] {
      guard images[index].subject == subject else {
        throw EvaluationError(
          .subjectsDisagree, place: place,
          reason: "an earlier line names another person for a picture of it.",
          remedy: "Give every picture one person.")
      }
      return index
    }
    known[named.path] = images.count
    images.append(EvaluationPairs.Picture(path: named.path, subject: subject))
    return images.count - 1
  }
}
