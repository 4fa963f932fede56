// SPDX-License-Identifier: Apache-2.0

/// References that the pictures of an evaluation are compared with, where those are not the pictures' own
/// templates: of another release of the extractor, or fused of several pictures.
public struct ReferenceSet: Sendable {
  /// One reference.
  public struct Entry: Sendable {
    public let template: Template
    /// The person, as numbered in the evaluation's list.
    public let subject: UInt32
    /// Indices of the pictures that it is of: they are no probes of this person.
    public let pictures: Set<Int>

    init(template: Template, subject: UInt32, pictures: Set<Int>) {
      self.template = template
      self.subject = subject
      self.pictures = pictures
    }
  }

  public let entries: [Entry]
  /// How many people have no reference, since their templates do not agree with each other, or a list of
  /// templates has none of theirs.
  public let left: Int

  /// The number of references of each subject.
  func countOfSubject(_ subjects: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: subjects)
    for entry in entries { counts[Int(entry.subject)] += 1 }
    return counts
  }
}

extension ReferenceSet {
  /// The templates that another release made of the same pictures, as ``EvaluationRun/templateList`` wrote
  /// them.
  /// - Parameter list: a line for each picture: path, tab, the envelope in hexadecimal digits.
  /// - Throws: ``EvaluationError`` `brokenTemplates` with the line; ``TemplateError`` of an envelope.
  public init(list: String, place: String, of pairs: EvaluationPairs) throws {
    let numbers = Dictionary(
      pairs.images.indices.map { (pairs.images[$0].path, $0) }, uniquingKeysWith: { first, _ in first })
    var (entries, seen): ([Entry], Set<Int>) = ([], [])
    for (index, line) in list.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty {
      let linePlace = "\(place):\(index + 1)"
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      guard fields.count == 2, let bytes = decoded(hexadecimal: fields[1].utf8) else {
        throw EvaluationError.brokenTemplates(
          linePlace, "it is not a path, a tab and a template in hexadecimal digits.")
      }
      guard let picture = numbers[String(fields[0])], seen.insert(picture).inserted else {
        throw EvaluationError.brokenTemplates(
          linePlace, "its picture is not in the list of pairs, or has a template already.")
      }
      entries.append(
        Entry(
          template: try TemplateEnvelope.decode(bytes, place: linePlace),
          subject: pairs.images[picture].subject, pictures: [picture]))
    }
    let people = Set(entries.map(\.subject))
    self.init(entries: entries, left: pairs.subjects - people.count)
  }
}

extension EvaluationRun {
  /// All templates, for ``ReferenceSet/init(list:place:of:)`` of another run. They are biometric data: who
  /// keeps them answers for them.
  public var templateList: String {
    zip(pairs.images, templates).reduce(into: "") { list, entry in
      guard let template = entry.1 else { return }
      list += entry.0.path + "\t"
      for byte in TemplateEnvelope.encode(template) {
        list += (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
      list += "\n"
    }
  }
}

extension EvaluationError {
  static func brokenTemplates(_ place: String, _ reason: String) -> EvaluationError {
    EvaluationError(
      .brokenTemplates, place: place, reason: reason,
      remedy: "Write the list anew with sdkctl evaluate references --save FILE, of the same pairs.")
  }
}

/// - Returns: `nil` where it is no even number of digits.
private func decoded(hexadecimal digits: some Collection<UInt8>) -> [UInt8]? {
  guard digits.count.isMultiple(of: 2) else { return nil }
  var (bytes, high): ([UInt8], UInt8?) = ([], nil)
  bytes.reserveCapacity(digits.count / 2)
  for digit in digits {
    let value: UInt8
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
    default: return nil
    }
    if let first = high { bytes.append(first << 4 | value) }
    high = high == nil ? value : nil
  }
  return bytes
}
