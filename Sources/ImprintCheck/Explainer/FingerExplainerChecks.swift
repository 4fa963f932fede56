// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
internal import ImprintRuntime

/// Checks of plugins with `imprint.finger-explainer/1`, of each format that it explains. Templates are the
/// plugin's own; where it makes none, only synthetic bytes are explained.
enum FingerExplainerChecks: AbilityCheckGroup {
  typealias Probe = ExplainerProbe

  static let ability = AbilityID.fingerExplainer
  static let group = CheckGroup("explainer", "Explanations of comparisons of two fingers.")

  static let all: [ConformanceCheck] = [
    refusesOptions, refusesSizes, ofTheComparison, addsUp, makesSense, sameExplanation, sameAfterRestart,
    shortBuffer, refusesTemplates, mutatedTemplates,
  ]

  /// A check of each format, with an explainer of its own.
  private static func checkEach(
    _ what: String, _ title: String, rules: [String] = [],
    _ run: @escaping @Sendable (Probe, inout CheckRandom) throws -> Void
  ) -> ConformanceCheck {
    ConformanceCheck(group, what, title, rules: rules, deadline: .seconds(60), scope: scope) {
      subject, random in
      try inTurn(Probe.all(subject.open()) { subject.note($0) }) { try run($0, &random) }
    }
  }

  static let refusesOptions = checkEach(
    "refuses-options", "Options out of range are refused, and no explainer is created.", rules: ["R-22"]
  ) { probe, _ in
    func refused(_ name: [UInt8], threads: UInt32 = 1, _ wanted: [imp_status], _ what: String) throws {
      try probe.calls.make(name) { Probe.options($0, threads: threads) }.ended()
        .expectRefused(wanted, Probe.create, "for \(what)")
    }
    let name = probe.matcher.name
    try refused(Array(name.utf8), threads: 0, [IMP_E_ARGUMENT], "threads 0 (from 1)")
    for other in ["no.such-format", name + "x", "x" + name, String(repeating: "x", count: 5000)] {
      try refused(
        Array(other.utf8), [IMP_E_UNSUPPORTED],
        "the format \(other.prefix(80).debugDescription), which it does not compare,")
    }
    for garbage in [[], [0xFF, 0xFE, 0x80]] as [[UInt8]] {
      try refused(
        garbage, [IMP_E_UNSUPPORTED, IMP_E_ARGUMENT],
        "a format's name \(garbage.isEmpty ? "of 0 bytes" : "that is not UTF-8")")
    }
  }

  static let refusesSizes = refusesWrongSizes { subject, plugin, change in
    var wrongs: [WrongSize] = []
    for probe in try Probe.all(plugin, note: { subject.note($0) }) {
      let creation = try probe.calls.make(Array(probe.matcher.name.utf8)) { text in
        var options = Probe.options(text, threads: 1)
        Probe.Options.wrong(by: change)(&options)
        return options
      }.ended()
      wrongs.append(WrongSize(Probe.create, "imp_finger_explainer_options", creation.answer))
      let stock = try probe.matcher.stock(1)
      let explained = try probe.explain(
        stock.templates[0], stock.templates[0], change: imp_finger_explanation.wrong(by: change))
      wrongs.append(WrongSize(Probe.explain, "imp_finger_explanation", explained.answer))
    }
    return wrongs
  }

  /// Each of some templates with each, explained.
  private static func eachPair(
    _ probe: Probe, _ body: (_ words: String, _ pair: ([UInt8], [UInt8]), ExplainedRoom) throws -> Void
  ) throws {
    let templates = try probe.matcher.templates(4)
    for first in templates.indices {
      for second in templates.indices {
        let words = "for the templates of pictures \(first) and \(second)"
        probe.matcher.note("explain: \(words)")
        let explained = try probe.explain(templates[first], templates[second])
        try expectSuccess(explained.answer, Probe.explain, words)
        try body(words, (templates[first], templates[second]), explained)
      }
    }
  }

  static let ofTheComparison = checkEach(
    "similarity-is-compares", "The similarity that is explained is exactly that of compare.", rules: ["R-54"]
  ) { probe, _ in
    try eachPair(probe) { words, pair, explained in
      let compared = try probe.matcher.similarity(pair.0, pair.1, words)
      try expect(
        explained.said.similarity.bitPattern == compared.bitPattern,
        "\(words) it explains a similarity of \(explained.said.similarity), and compare gives \(compared) "
          + "(R-54).", place: Probe.explain)
    }
  }

  static let addsUp = checkEach(
    "shares-add-up", "The shares of an explanation add up to its similarity.", rules: ["R-55"]
  ) { probe, _ in
    try eachPair(probe) { words, _, explained in
      let shares = try explained.read().shares.map { Double($0.value) }
      let (sum, magnitude) = (shares.reduce(0, +), shares.reduce(0) { $0 + abs($1) })
      try expect(
        abs(sum - Double(explained.said.similarity)) <= magnitude / 10_000,
        "\(words) the shares add up to \(sum), and the similarity is \(explained.said.similarity) (R-55).",
        place: Probe.explain)
    }
  }

  static let makesSense = checkEach(
    "explanations-make-sense",
    "Minutiae, shares and motion have values in their ranges, and a share is of minutiae that are there."
  ) { probe, _ in
    try eachPair(probe) { words, _, explained in
      guard let wrong = try ExplanationRules.problem(of: explained) else { return }
      throw CheckFailure("\(words) \(wrong).", place: Probe.explain)
    }
  }

  /// The answer for templates, valid or not, as bytes.
  static func answers(_ probe: Probe, _ one: [UInt8], _ templates: [[UInt8]]) throws -> [UInt8] {
    try templates.flatMap { other in
      let explained = try probe.explain(one, other)
      let status = bytes(of: explained.answer.status)
      return explained.answer.status == IMP_OK ? status + explained.all : status
    }
  }

  static let sameExplanation = checkEach(
    "same-templates-same-explanation",
    "Two templates have the same explanation each time, by each explainer and in any buffer.",
    rules: ["R-14"]
  ) { probe, _ in
    let stock = try probe.matcher.stock(3)
    let (one, other) = (stock.templates[0], stock.templates[1])
    guard let second = try ExplainerProbe(probe.matcher) else {
      throw CheckFailure("it explains \(probe.matcher.name) only once.", place: Probe.create)
    }
    let expected = try answers(probe, one, [other])
    _ = try answers(second, stock.templates[2], stock.templates)
    for (explainer, whose) in [(probe, "the same explainer"), (second, "another explainer")] {
      for filling in [0, 0xFF] as [UInt8] {
        let made = try explainer.explain(one, other, LentRoom(filling: filling))
        let status = bytes(of: made.answer.status)
        let found = made.answer.status == IMP_OK ? status + made.all : status
        guard let difference = Difference.words(expected, found) else { continue }
        throw CheckFailure(
          "by \(whose), in a buffer filled with \(filling), the same templates have another explanation: "
            + "\(difference) (R-14).", place: Probe.explain)
      }
    }
    try stock.expectReal()
  }

  static let sameAfterRestart = sameAfterRestart(
    "Explanations are the same in another process.", Probe.explain
  ) { subject, made in
    for probe in try Probe.all(subject.open(), note: { subject.note($0) }) {
      let templates = try probe.matcher.templates(3)
      for template in templates { made += try answers(probe, template, templates) }
    }
  }

  static let shortBuffer = checkEach(
    "short-buffer-then-enough",
    "If the buffer is too short it returns the required size and writes nothing; the same call with a larger "
      + "one succeeds.", rules: ["R-01"]
  ) { probe, _ in
    let templates = try probe.matcher.templates(2)
    let whole = try probe.explain(templates[0], templates[1])
    try expectSuccess(whole.answer, Probe.explain, "for a buffer of the longest explanation")
    try ShortRoom.expectThenEnough(
      Probe.explain, whole.buffer.content, of: "an explanation", note: probe.matcher.note
    ) { try probe.explain(templates[0], templates[1], $0) }
  }

  static let refusesTemplates = checkEach(
    "refuses-templates",
    "Truncated and foreign templates, and those of other versions, are refused, and outputs stay untouched.",
    rules: ["R-17"]
  ) { probe, random in
    let stock = try probe.matcher.stock(1)
    let (template, own) = (stock.templates[0], probe.matcher.version)
    func refused(
      _ bytes: [UInt8], _ words: String, version: UInt32? = nil, _ wanted: [imp_status]
    ) throws {
      for isProbe in [true, false] {
        let what = "for a template \(words) as \(isProbe ? "probe" : "reference")"
        probe.matcher.note("explain: \(what)")
        let made =
          isProbe
          ? try probe.explain(bytes, template, versions: (version ?? own, own))
          : try probe.explain(template, bytes, versions: (own, version ?? own))
        try made.expectRefused(wanted, Probe.explain, what)
      }
    }
    let failures = MatcherChecks.templateFailures
    try refused([], "of 0 bytes", failures + [IMP_E_ARGUMENT])
    for length in Set([1, template.count / 2, template.count - 1]).sorted() where length > 0 {
      try refused(Array(template[..<length]), "cut to \(length) of \(template.count) bytes", failures)
    }
    for kind in MatcherChecks.foreign(to: template, &random) { try refused(kind.bytes, kind.words, failures) }
    for version in probe.matcher.unreadVersions {
      // An invalid template may be refused as such.
      try refused(
        template, "of version \(version), which it does not read,", version: version,
        stock.reason == nil ? [IMP_E_TEMPLATE_VERSION] : failures)
    }
    try stock.expectReal()
  }

  private static let mutations = 2000

  static let mutatedTemplates = checkEach(
    "survives-mutated-templates",
    "2,000 mutated templates are explained or refused; none crashes the process.",
    rules: ["R-17"]
  ) { probe, random in
    let stock = try probe.matcher.stock(2)
    for round in 0..<mutations {
      let bytes = MatcherChecks.mutated(stock.templates[round % 2], &random)
      let what = "for template \(round) of the mutated ones (\(bytes.count) bytes)"
      probe.matcher.note("explain: \(what)")
      let made =
        round % 3 == 0
        ? try probe.explain(stock.templates[0], bytes) : try probe.explain(bytes, stock.templates[0])
      try expect(
        made.answer, isOneOf: [IMP_OK, IMP_E_ARGUMENT] + MatcherChecks.templateFailures, Probe.explain, what)
      guard made.answer.status == IMP_OK, let wrong = try ExplanationRules.problem(of: made) else { continue }
      throw CheckFailure("\(what) \(wrong).", place: Probe.explain)
    }
    try stock.expectReal()
  }
}
