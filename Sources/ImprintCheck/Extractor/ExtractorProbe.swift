// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// One extractor of one format, called through its C table with guarded memory. Destroyed when released. Not
/// thread-safe.
final class ExtractorProbe<Contract: ExtractorContract>: FormatProbe<Contract>, @unchecked Sendable {
  typealias Sample = Contract.Sample
  typealias Lent = Contract.Lent
  typealias Extraction = FilledRoom<imp_extraction>

  static var call: String { place("extract") }

  func sample(_ person: Int) -> Sample { Contract.sample(person, for: format) }

  /// Makes a template.
  func extract(
    _ lent: Lent, _ room: LentRoom = LentRoom(), change: (inout imp_extraction) -> Void = { _ in }
  ) throws -> Extraction {
    try filling("extract", room, change) { Contract.extract(table, object, lent, $0, $1) }
  }

  func extract(_ sample: Sample) throws -> Extraction {
    let lent = try Lent(sample)
    defer { withExtendedLifetime(lent) {} }
    return try extract(lent)
  }

  /// The result for a sample that it must accept.
  /// - Throws: ``CheckSkip`` where it does not accept drawn samples.
  func made(of lent: Lent, _ words: String) throws -> Extraction {
    let extraction = try extract(lent)
    if Contract.refusals.contains(extraction.answer.status) {
      throw CheckSkip(
        "it makes no template of a drawn \(Contract.words.subject): \(extraction.answer.words). "
          + "There is nothing to examine.")
    }
    try expectSuccess(extraction.answer, Self.call, "for \(words)")
    return extraction
  }

  func made(of sample: Sample) throws -> Extraction {
    let lent = try Lent(sample)
    defer { withExtendedLifetime(lent) {} }
    return try made(of: lent, sample.words)
  }

  /// The template of a sample that it must accept.
  func template(of sample: Sample) throws -> [UInt8] { try made(of: sample).payload }
}
