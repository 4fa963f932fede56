// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension MatcherChecks {
  static let truncatedTemplates = check(
    "refuses-truncated-templates", "A truncated template, and one with trailing bytes, is refused.",
    rules: ["R-17"]
  ) { probe, random in
    let stock = try probe.stock(1)
    let template = stock.templates[0]
    let lengths =
      template.count <= 600
      ? Array(1..<template.count)
      : Array(Set((0..<600).map { _ in Int.random(in: 1..<template.count, using: &random) })).sorted()
    for length in lengths {
      try refused(
        probe, Array(template[..<length]), beside: template, "cut to \(length) of \(template.count) bytes")
    }
    for more in [1, 4, template.count] where probe.format.template_bytes_fixed > 0 {
      try refused(
        probe, template + [UInt8](repeating: 0, count: more), beside: template,
        "with \(more) bytes more at its end")
    }
    try refused(probe, [], beside: template, "of 0 bytes", or: [IMP_E_ARGUMENT])
    try stock.expectReal()
  }

  static let foreignTemplates = check(
    "refuses-foreign-templates", "Bytes that are not a template of the format are refused.", rules: ["R-17"]
  ) { probe, random in
    let template = try probe.stock(1).templates[0]
    for kind in foreign(to: template, &random) {
      try refused(probe, kind.bytes, beside: template, kind.words)
    }
  }

  /// Invalid templates of a valid length.
  static func foreign(
    to template: [UInt8], _ random: inout CheckRandom
  ) -> [(words: String, bytes: [UInt8])] {
    let count = template.count
    let text = Array("Any text will do. ".utf8)
    return [
      ("of zeros", [UInt8](repeating: 0, count: count)),
      ("of 255s", [UInt8](repeating: 255, count: count)),
      ("of text", (0..<count).map { text[$0 % text.count] }),
      ("of random bytes", random.bytes(count)),
      ("with its bytes in reverse order", template.reversed()),
      (
        "with another algorithm's first 8 bytes",
        Array((Array("FOREIGN1".utf8) + template.dropFirst(8)).prefix(count))
      ),
    ]
  }

  static let otherVersions = check(
    "refuses-other-versions",
    "A template of an unsupported version is refused with IMP_E_TEMPLATE_VERSION.",
    rules: ["R-17"]
  ) { probe, _ in
    let stock = try probe.stock(1)
    let template = stock.templates[0]
    // An invalid template may be refused as such.
    let wanted = stock.reason == nil ? [IMP_E_TEMPLATE_VERSION] : templateFailures
    for version in probe.unreadVersions {
      try refused(
        probe, template, beside: template, version: version,
        "of version \(version), which it does not read,", wanted)
    }
    try refused(
      probe, template, beside: template, version: 0, "of version 0", wanted, or: [IMP_E_ARGUMENT])
    try stock.expectReal()
  }

  /// As probe, as reference, and among those to fuse.
  private static func refused(
    _ probe: Probe, _ bytes: [UInt8], beside template: [UInt8], version: UInt32? = nil, _ words: String,
    _ wanted: [imp_status] = templateFailures, or more: [imp_status] = []
  ) throws {
    let own = probe.version
    for isProbe in [true, false] {
      let what = "for a template \(words) as \(isProbe ? "probe" : "reference")"
      probe.note("compare: \(what)")
      let (answer, similarity) =
        isProbe
        ? try probe.compare(bytes, template, versions: (version ?? own, own))
        : try probe.compare(template, bytes, versions: (own, version ?? own))
      let said = answer.status == IMP_OK ? "\(what) it gave similarity \(similarity):" : what
      try expect(answer, isOneOf: wanted + more, "matcher.compare", said)
    }
    guard probe.fuses else { return }
    probe.note("fuse: a template \(words)")
    let gallery = try probe.gallery(version == nil ? [template, bytes] : [bytes], version: version)
    try expect(
      try probe.fuse(gallery).answer, isOneOf: wanted + more, "matcher.fuse", "for a template \(words)")
  }

  /// The number of templates mutated.
  private static let mutations = 10_000

  static let mutatedTemplates = check(
    "survives-mutated-templates",
    "10,000 mutated templates are compared, fused or refused; none crashes the process.",
    rules: ["R-16", "R-17", "R-19"]
  ) { probe, random in
    let stock = try probe.stock(2)
    let templates = stock.templates
    for round in 0..<mutations {
      let bytes = mutated(templates[round % 2], &random)
      let (answer, similarity): (CallAnswer, Float)
      switch round % 5 {
      case 0: (answer, similarity) = try probe.compare(bytes, templates[0])
      case 1: (answer, similarity) = try probe.compare(templates[0], bytes)
      case 2: (answer, similarity) = try probe.compare(bytes, bytes)
      case 3:
        let found = try probe.search(templates[0], probe.gallery([bytes]))
        // In a search an unreadable template is NaN.
        let isRead = found.answer.status == IMP_OK && !(found.similarities.first?.isNaN ?? true)
        (answer, similarity) = (found.answer, isRead ? found.similarities[0] : probe.format.similarity_min)
      default:
        let fused = try probe.fuse(probe.gallery([bytes, templates[0]]))
        (answer, similarity) = (fused.answer, probe.format.similarity_min)
      }
      let what = "for template \(round) of the mutated ones (\(bytes.count) bytes)"
      let fusing = round % 5 == 4 ? [IMP_E_UNSUPPORTED, IMP_E_TEMPLATES_DISAGREE] : []
      try expect(
        answer, isOneOf: [IMP_OK, IMP_E_ARGUMENT] + templateFailures + fusing,
        fusing.isEmpty ? "matcher.compare" : "matcher.fuse", what)
      guard answer.status == IMP_OK else { continue }
      try expectInRange(similarity, probe.format, what)
    }
    try stock.expectReal()
  }

  static func mutated(_ template: [UInt8], _ random: inout CheckRandom) -> [UInt8] {
    var bytes = template
    for _ in 0...Int.random(in: 0..<4, using: &random) {
      guard !bytes.isEmpty else { break }
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch UInt8.random(in: 0..<10, using: &random) {
      case 0: bytes.removeLast(bytes.count - place)
      case 1: bytes.insert(UInt8.random(in: .min ... .max, using: &random), at: place)
      case 2: bytes.remove(at: place)
      case 3: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
      case 4: bytes[min(place, 31)] = UInt8.random(in: .min ... .max, using: &random)
      case 5:
        for index in place..<min(place + 4, bytes.count) { bytes[index] = 0xFF }
      case 6: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
      default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
    }
    return bytes
  }

  static func expectInRange(_ similarity: Float, _ format: imp_matcher_format, _ what: String) throws {
    let (low, high) = (format.similarity_min, format.similarity_max)
    try expect(
      similarity.isFinite && similarity >= low && similarity <= high,
      "\(what) the similarity is \(similarity); a finite one in \(low)...\(high) was listed (R-16).",
      place: "matcher.compare")
  }
}
