// SPDX-License-Identifier: Apache-2.0

extension EvaluationPairs {
  /// Reads a list: a header line with `pathA,pathB,same` and optionally `subjectA,subjectB`; further columns
  /// are ignored. `same` is 1 or 0. Fields hold no comma and no quote.
  ///
  /// Without subject columns a picture's folder is its subject, as in most published sets; if that
  /// contradicts `same`, the list is refused.
  /// - Throws: ``EvaluationError`` `brokenPairs` or `subjectsDisagree`, with the line.
  public init(csv: String, place: String) throws(EvaluationError) {
    let lines = try PairLines(csv, place: place)
    guard let same = lines.column("same"), lines.column("pathA") != nil, lines.column("pathB") != nil else {
      throw PairLines.broken(place, 1, "the header does not have the columns pathA, pathB and same.")
    }
    let pairs = try lines.read { fields, number throws(EvaluationError) in
      guard fields[same] == "1" || fields[same] == "0" else {
        throw PairLines.broken(place, number, "'same' is '\(fields[same])', not 1 or 0.")
      }
      return fields[same] == "1"
    }
    try self.init(pairs, lines.hasLabels ? .columns : .folders)
  }

  /// Reads a list of genuine pairs and one of impostor pairs, each with two paths a line between which there
  /// is a comma, a tab or spaces; or with a header `pathA,pathB`, and then commas, and optionally the columns
  /// `subjectA,subjectB`.
  ///
  /// Without subject columns in both, a picture's folder is its subject; if that contradicts the lists,
  /// genuine pairs say who is who: ``Labelling/genuinePairs``.
  /// - Throws: ``EvaluationError`` `brokenPairs` or `subjectsDisagree`, with the line.
  public init(
    genuine: (text: String, place: String), impostor: (text: String, place: String)
  ) throws(EvaluationError) {
    let lists = (
      genuine: try PairLines(genuine.text, place: genuine.place),
      impostor: try PairLines(impostor.text, place: impostor.place)
    )
    let pairs =
      try lists.genuine.read { _, _ in true } + lists.impostor.read { _, _ in false }
    if lists.genuine.hasLabels, lists.impostor.hasLabels {
      try self.init(pairs, .columns)
      return
    }
    do throws(EvaluationError) {
      try self.init(pairs, .folders)
    } catch {
      guard error.code == .subjectsDisagree else { throw error }
      try self.init(pairs, .genuinePairs)
    }
  }

  private init(_ lines: [PairLines.Line], _ labelling: Labelling) throws(EvaluationError) {
    let joined = labelling == .genuinePairs ? JoinedPictures(lines) : nil
    var numbering = Numbering()
    for line in lines {
      func label(_ side: PairLines.Side) -> String {
        switch labelling {
        case .columns: side.label ?? ""
        case .folders: Self.folder(of: side.path)
        case .genuinePairs: joined?.first(of: side.path) ?? side.path
        }
      }
      try numbering.add(line, label(line.reference), label(line.probe), by: labelling)
    }
    self.init(
      pairs: numbering.pairs, isAllAgainstAll: false, images: numbering.images, names: numbering.names,
      labelling: labelling)
  }

  private static func folder(of path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
  }
}

/// The lines of a list of pairs.
private struct PairLines {
  struct Side {
    let path: String
    let label: String?
  }

  struct Line {
    let reference: Side
    let probe: Side
    let isGenuine: Bool
    /// The file and the line's number.
    let place: String
  }

  private let header: [String]
  private let lines: ArraySlice<Substring>
  private let place: String

  init(_ text: String, place: String) throws(EvaluationError) {
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }[...]
    let first = lines.first ?? ""
    header = first.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    if header.contains("pathA") || header.contains("pathB") || header.contains("same") { lines.removeFirst() }
    guard lines.count <= EvaluationPairs.maximumLines else {
      throw Self.broken(place, 1, "it has more than \(EvaluationPairs.maximumLines) lines.")
    }
    self.lines = lines
    self.place = place
  }

  func column(_ name: String) -> Int? { header.firstIndex(of: name) }

  var hasLabels: Bool { column("subjectA") != nil && column("subjectB") != nil }

  /// - Parameter isGenuine: of a line's fields and its number.
  func read(
    _ isGenuine: ([String], Int) throws(EvaluationError) -> Bool
  ) throws(EvaluationError) -> [Line] {
    let columns = column("pathA").flatMap { first in column("pathB").map { (first, $0) } }
    var read: [Line] = []
    read.reserveCapacity(lines.count)
    for (index, line) in zip(lines.indices, lines) where !line.allSatisfy(\.isWhitespace) {
      let number = index + 1
      let fields = columns == nil ? try Self.twoPaths(line, place, number) : Self.fields(line)
      let (first, second) = columns ?? (0, 1)
      guard columns == nil || fields.count == header.count else {
        throw Self.broken(place, number, "it has \(fields.count) fields, and the header \(header.count).")
      }
      guard !fields[first].isEmpty, !fields[second].isEmpty else {
        throw Self.broken(place, number, "a path is empty.")
      }
      read.append(
        Line(
          reference: Side(path: fields[first], label: column("subjectA").map { fields[$0] }),
          probe: Side(path: fields[second], label: column("subjectB").map { fields[$0] }),
          isGenuine: try isGenuine(fields, number), place: "\(place):\(number)"))
    }
    guard !read.isEmpty else { throw Self.broken(place, lines.startIndex + 1, "it has no pairs.") }
    return read
  }

  private static func fields(_ line: Substring) -> [String] {
    line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  private static func twoPaths(
    _ line: Substring, _ place: String, _ number: Int
  ) throws(EvaluationError) -> [String] {
    for separator in ["\t", ",", " "] as [Character] {
      let parts = line.split(separator: separator).map { $0.trimmingSpaces }
      if parts.count == 2 { return parts }
    }
    throw broken(place, number, "it does not have two paths.")
  }

  static func broken(_ place: String, _ line: Int, _ reason: String) -> EvaluationError {
    EvaluationError(
      .brokenPairs, place: "\(place):\(line)", reason: reason,
      remedy:
        "Write lines such as: ada/1.jpg,ada/2.jpg,1 below the header pathA,pathB,same; or, in a list of "
        + "genuine or of impostor pairs, two paths a line.")
  }
}

extension Substring {
  fileprivate var trimmingSpaces: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}

/// Pictures that genuine pairs join, directly or through others.
private struct JoinedPictures {
  private var parents: [String: String] = [:]

  init(_ lines: [PairLines.Line]) {
    for line in lines where line.isGenuine {
      let (one, other) = (root(line.reference.path), root(line.probe.path))
      if one != other { parents[other] = one }
    }
    for path in Array(parents.keys) { parents[path] = root(path) }
  }

  /// One picture for all that are joined.
  func first(of path: String) -> String { parents[path] ?? path }

  private mutating func root(_ path: String) -> String {
    var top = path
    while let parent = parents[top], parent != top { top = parent }
    // Shortens the way for the next one.
    var next = path
    while let parent = parents[next], parent != top, next != top {
      parents[next] = top
      next = parent
    }
    return top
  }
}

/// Numbers pictures and subjects in order of first occurrence.
private struct Numbering {
  var pairs: [EvaluationPairs.Pair] = []
  var images: [EvaluationPairs.Picture] = []
  var names: [String] = []
  private var subjects: [String: UInt32] = [:]
  private var known: [String: Int] = [:]

  mutating func add(
    _ line: PairLines.Line, _ reference: String, _ probe: String, by labelling: EvaluationPairs.Labelling
  ) throws(EvaluationError) {
    let a = try image(line.reference.path, of: reference, place: line.place)
    let b = try image(line.probe.path, of: probe, place: line.place)
    guard (images[a].subject == images[b].subject) == line.isGenuine else {
      let contradiction =
        switch labelling {
        case .folders: "the two pictures' folders say otherwise."
        case .columns: "the two pictures' subjects say otherwise."
        case .genuinePairs: "genuine pairs join the two pictures."
        }
      throw EvaluationError(
        .subjectsDisagree, place: line.place,
        reason: "the pair is \(line.isGenuine ? "genuine" : "an impostor's"), and \(contradiction)",
        remedy: "Add the columns subjectA and subjectB, which say who is on each picture.")
    }
    pairs.append(EvaluationPairs.Pair(reference: a, probe: b, isGenuine: line.isGenuine))
  }

  private mutating func image(
    _ path: String, of label: String, place: String
  ) throws(EvaluationError) -> Int {
    if subjects[label] == nil {
      subjects[label] = UInt32(names.count)
      names.append(label)
    }
    let subject = subjects[label] ?? 0
    if let index = known[path] {
      guard images[index].subject == subject else {
        throw EvaluationError(
          .subjectsDisagree, place: place,
          reason: "an earlier line names another person for a picture of it.",
          remedy: "Give every picture one person.")
      }
      return index
    }
    known[path] = images.count
    images.append(EvaluationPairs.Picture(path: path, subject: subject))
    return images.count - 1
  }
}
