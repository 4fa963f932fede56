// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// Its use of borrowed memory.
extension MatcherChecks {
  static let nothingKept = check(
    "nothing-is-kept", "No memory lent for a call is accessed after the call has returned.",
    rules: ["R-02"]
  ) { probe, _ in
    let stock = try probe.stock(3)
    let templates = stock.templates.filter { $0.count == stock.templates[0].count }
    // At distinct addresses, all at the same time. They are retained, so that the addresses are not reused,
    // and then protected, so that an access raises a signal.
    let own = try templates.map { try GuardedMemory($0) }
    let expected = try own.map { one in try own.map { try answers(probe, one, $0) } }
    for memory in own { memory.forbid() }
    let (first, second) = (try GuardedMemory(templates[0]), try GuardedMemory(templates[0]))
    for one in templates.indices {
      for other in templates.indices {
        probe.note("templates \(one) and \(other), at the addresses of previous ones")
        first.bytes.copyBytes(from: templates[one])
        second.bytes.copyBytes(from: templates[other])
        guard let place = Difference.words(expected[one][other], try answers(probe, first, second)) else {
          continue
        }
        throw CheckFailure(
          "two templates at the addresses of two previous ones got different answers than elsewhere: "
            + "\(place) (R-02).",
          place: "matcher.compare")
      }
    }
    withExtendedLifetime(own) {}
    try stock.expectReal()
  }

  /// The answer for two templates at their addresses, as bytes.
  private static func answers(
    _ probe: Probe, _ one: GuardedMemory, _ other: GuardedMemory
  ) throws -> [UInt8] {
    let gallery = Probe.Gallery(
      data: other, offsets: [0, UInt64(other.bytes.count)], count: 1, version: probe.version)
    let (answer, similarity) = try probe.compare(one, other)
    let found = try probe.search(one, gallery).similarities
    return bytes(of: answer.status) + bytes(of: similarity) + found.flatMap { bytes(of: $0) }
      + answers(of: try probe.fuse(gallery))
  }

  /// The answer for templates, valid or not, as bytes.
  static func answers(_ probe: Probe, _ one: [UInt8], _ templates: [[UInt8]]) throws -> [UInt8] {
    let gallery = try probe.gallery(templates)
    let (answer, found) = try probe.search(one, gallery)
    var all = bytes(of: answer.status) + found.flatMap { bytes(of: $0) }
    for other in templates {
      let (answer, similarity) = try probe.compare(one, other)
      all += bytes(of: answer.status) + bytes(of: similarity)
    }
    return all + answers(of: try probe.fuse(gallery))
  }

  private static func answers(of fused: FilledRoom<imp_fusion>) -> [UInt8] {
    let status = bytes(of: fused.answer.status)
    return fused.answer.status == IMP_OK ? status + bytes(of: fused.said) + fused.payload : status
  }

  static let outputsUntouched = check(
    "failure-leaves-outputs", "A call that fails leaves its outputs untouched.", rules: ["R-17", "R-22"]
  ) { probe, random in
    let stock = try probe.stock(1)
    let template = stock.templates[0]
    let useless: [(words: String, bytes: [UInt8])] = [
      ("no bytes", []), ("a truncated template", template.dropLast()),
      ("random bytes", random.bytes(template.count)),
    ]
    for (words, bytes) in useless {
      for (one, other) in [(bytes, template), (template, bytes)] {
        let (answer, similarity) = try probe.compare(one, other)
        try expect(
          answer.status == IMP_OK || similarity.bitPattern == Probe.unset.bitPattern,
          "for \(words) it returned \(answer.words) but wrote \(similarity) as the similarity "
            + "(R-17, R-22).", place: "matcher.compare")
      }
      let (answer, found) = try probe.search(bytes, probe.gallery([template]))
      try expect(
        answer.status == IMP_OK || found[0].bitPattern == Probe.unset.bitPattern,
        "for \(words) it returned \(answer.words) but wrote similarities (R-17, R-22).",
        place: "matcher.compare_many")
      try unfused("a template and \(words)", try probe.fuse(probe.gallery([template, bytes])))
    }
    try unfused("no template", try probe.fuse(probe.gallery([])))
    let many = [[UInt8]](repeating: template, count: 65)
    try unfused("65 templates", try probe.fuse(probe.gallery(many)))
    // Or a format without fusion.
    try unfused("one template", try probe.fuse(probe.gallery([template])))
    try stock.expectReal()
  }

  private static func unfused(_ words: String, _ made: FilledRoom<imp_fusion>) throws {
    if made.answer.status != IMP_OK { try made.expectUntouched("matcher.fuse", "for \(words)") }
  }
}
