// SPDX-License-Identifier: Apache-2.0
public import ImprintMatching

/// Which groups people belong to, as rates may differ between them: a table with a line for each person.
public struct SubjectGroups: Sendable, Hashable {
  /// The table's columns besides the first.
  public let attributes: [String]
  /// By person, then by attribute; an empty value is not stated.
  public let values: [String: [String]]

  /// The most different values of an attribute.
  public static let mostValues = 64
  private static let mostLines = 1_000_000

  /// Reads a table: a header line `person,<attribute>,…`, then a line for each person, named as their folder
  /// or in the list. Fields hold no comma and no quote; an empty one is not stated.
  /// - Throws: ``EvaluationError`` `brokenGroups`, with the line.
  public init(csv: String, place: String) throws(EvaluationError) {
    let lines = csv.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    let header = lines.first.map(Self.fields) ?? []
    guard header.first == "person", header.count > 1, !header.contains("") else {
      throw Self.broken(place, 1, "the header is not 'person' with at least one attribute behind it.")
    }
    guard Set(header).count == header.count else { throw Self.broken(place, 1, "two columns have one name.") }
    guard lines.count <= Self.mostLines else {
      throw Self.broken(place, 1, "it has more than \(Self.mostLines) lines.")
    }
    var values: [String: [String]] = [:]
    var seen = [Set<String>](repeating: [], count: header.count - 1)
    for (index, line) in lines.enumerated().dropFirst() where !line.allSatisfy(\.isWhitespace) {
      let fields = Self.fields(line)
      guard fields.count == header.count else {
        throw Self.broken(
          place, index + 1, "it has \(fields.count) fields, and the header \(header.count).")
      }
      guard values.updateValue(Array(fields.dropFirst()), forKey: fields[0]) == nil else {
        throw Self.broken(place, index + 1, "an earlier line is of the same person.")
      }
      for (column, value) in fields.dropFirst().enumerated() {
        seen[column].insert(value)
        guard seen[column].count <= Self.mostValues else {
          throw Self.broken(
            place, index + 1, "'\(header[column + 1])' has more than \(Self.mostValues) values.")
        }
      }
    }
    attributes = Array(header.dropFirst())
    self.values = values
  }

  /// - Throws: ``EvaluationError`` `brokenGroups` where it names none of these people.
  public func check(names: [String], place: String) throws(EvaluationError) {
    guard !names.contains(where: { values[$0] != nil }) else { return }
    throw EvaluationError(
      .brokenGroups, place: place,
      reason: "it names none of the \(names.count) people, the first of whom is '\(names.first ?? "")'.",
      remedy: "Name people in its first column as their folders are called, or as the list's columns do.")
  }

  private static func fields(_ line: Substring) -> [String] {
    line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  private static func broken(_ place: String, _ line: Int, _ reason: String) -> EvaluationError {
    EvaluationError(
      .brokenGroups, place: "\(place):\(line)", reason: reason,
      remedy: "Write a header such as person,sex,age and then a line for each person: ada,female,30-39")
  }
}
