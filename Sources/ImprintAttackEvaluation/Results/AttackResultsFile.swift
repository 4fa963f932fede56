// SPDX-License-Identifier: Apache-2.0

/// A file of results: JSON Lines, the first of which is the run and every other one a result.
///
/// It is appended to as results come, a line at a time. Whatever stands behind the last line feed was cut
/// when its writer ended; it does not count, and the evaluation goes on behind ``wholeBytes``.
public struct AttackResultsFile: Sendable {
  /// Of a file, of its first line, and of any other.
  public static let maximumBytes = 1 << 30
  public static let maximumHeaderBytes = 8 << 20
  public static let maximumLineBytes = 65_536

  public let evaluation: AttackEvaluation
  /// Bytes up to the last line's end: where to go on writing, after the rest was taken off.
  public let wholeBytes: Int
  /// Whether there is a rest that was cut.
  public let isCut: Bool
  /// Results that occur again, exactly; they count once.
  public let repeated: Int

  /// The first line, with its line feed.
  /// - Throws: ``AttackEvaluationError`` `brokenResults` for a run with an empty or too long text.
  public static func header(_ run: AttackRun) throws(AttackEvaluationError) -> String {
    try run.check()
    return (["format": format, "version": version] as JSONValue).adding(run.json).text + "\n"
  }

  /// A result's line, with its line feed. What an evaluation has accepted is read back.
  public static func line(_ result: PresentationResult) -> String { result.json.text + "\n" }

  /// Reads a file. Bytes are untrusted.
  /// - Parameter place: the file's name, for errors, which add the line.
  /// - Throws: ``AttackEvaluationError``.
  /// - Complexity: O(bytes).
  public init(parsing bytes: [UInt8], place: String) throws(AttackEvaluationError) {
    guard bytes.count <= Self.maximumBytes else {
      throw AttackEvaluationError(
        .limit, place: place, reason: "it has more than \(Self.maximumBytes) bytes.",
        remedy: "Evaluate parts of the data, and report them apart.")
    }
    var evaluation: AttackEvaluation?
    var (start, number, repeated) = (0, 1, 0)
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      let place = "\(place):\(number)"
      let value = try Self.value(bytes[start..<end], place: place, isFirst: number == 1)
      if number == 1 {
        evaluation = try AttackEvaluation(Self.run(value, place: place))
      } else if try evaluation?.add(Self.result(value, place: place), place: place) == false {
        repeated += 1
      }
      start = end + 1
      number += 1
    }
    guard let evaluation else {
      throw AttackEvaluationError(
        .noHeader, place: place, reason: "it has no whole line, so nothing says what the results are of.",
        remedy: "Begin the evaluation anew.")
    }
    self.evaluation = evaluation
    wholeBytes = start
    isCut = start < bytes.count
    self.repeated = repeated
  }

  private static let format = "imprint.attack-results"
  private static let version = 1

  private static func value(
    _ line: ArraySlice<UInt8>, place: String, isFirst: Bool
  ) throws(AttackEvaluationError) -> JSONValue {
    let limit = isFirst ? maximumHeaderBytes : maximumLineBytes
    guard line.count <= limit else {
      throw AttackEvaluationError(
        .limit, place: place, reason: "the line has more than \(limit) bytes.",
        remedy: "Remove the line, and make its result again.")
    }
    do {
      return try JSONValue(parsing: Array(line), limits: .init(bytes: limit, depth: 4))
    } catch {
      throw broken("\(place), \(error.place)", error.reason)
    }
  }

  private static func run(_ value: JSONValue, place: String) throws(AttackEvaluationError) -> AttackRun {
    do throws(ResultFields.Problem) {
      let fields = try ResultFields(value, "the first line")
      guard case .string(format) = fields.optional("format") else {
        throw ResultFields.Problem(.noHeader, "the first line does not say that these are results.")
      }
      guard case .integer(version) = fields.optional("version") else {
        throw ResultFields.Problem(.otherVersion, "its format is of another version than \(version).")
      }
      return try AttackRun(value)
    } catch {
      throw AttackEvaluationError(
        error.code, place: place, reason: error.reason,
        remedy: "Give a file that an evaluation of liveness has written, of this release.")
    }
  }

  private static func result(
    _ value: JSONValue, place: String
  ) throws(AttackEvaluationError) -> PresentationResult {
    do throws(ResultFields.Problem) {
      return try PresentationResult(value)
    } catch {
      throw broken(place, error.reason)
    }
  }

  private static func broken(_ place: String, _ reason: String) -> AttackEvaluationError {
    AttackEvaluationError(
      .brokenResults, place: place, reason: reason, remedy: "Remove the line, and make its result again.")
  }
}
