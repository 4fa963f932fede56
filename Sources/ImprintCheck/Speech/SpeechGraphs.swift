// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// Graphs, right and wrong ones.
extension SpeechRecognizerChecks {
  private static let create = Probe.place("create")

  static let takesGraphs = graphCheck(
    "takes-graphs", "Every graph that is right and within the bundle's limits is taken.", rules: ["R-52"]
  ) { plugin, bundle, _, note in
    for graph in right(bundle) {
      note("create: for \(graph.what)")
      let probe = try SpeechProbe(plugin, bundle, graph)
      let voice = DrawnSound.person(1, rate: bundle.rate, frames: bundle.rate)
      _ = try probe.utterance(voice)
    }
  }

  /// Unusual graphs.
  private static func right(_ bundle: SpeechFacts) -> [CheckGraph] {
    var made: [CheckGraph] = []
    for case let graph? in bundle.graphs {
      made.append(graph)
      var upper = graph
      upper.language = bundle.language.uppercased()
      upper.bundle = bundle.name
      made.append(upper)
      var one = graph
      one.words = [
        (
          String(repeating: "ä", count: 47) + "x",
          (0..<UInt8(min(16, graph.symbols.count))).map { [UInt8](repeating: $0, count: 64) }
        )
      ]
      one.symbols = graph.symbols
      switch one.content {
      case .model: one.content = .model(order: 1)
      case .phrases: one.content = .phrases([(-100, [0])])
      }
      made.append(one)
    }
    if let small = bundle.graphs.compactMap(\.self).first(where: { $0.phrases == nil }) {
      var long = CheckGraph(bundle, words: 1, .model(order: Int(bundle.raw.order)))
      long.symbols = small.symbols
      // 3 of order 1, 3 of order 2, and one of each above.
      if bundle.raw.ngrams >= 9 { made.append(long) }
    }
    return made
  }

  static let refusesGraphs = graphCheck(
    "refuses-graphs",
    "A graph that is damaged, newer, foreign or too large, or has a symbol that the bundle does not know, is "
      + "refused with its own status, and no recogniser is created.", rules: ["R-22", "R-52"]
  ) { plugin, bundle, random, note in
    func refused(_ bytes: [UInt8], _ wanted: imp_status, _ what: String) throws {
      note("create: for \(what)")
      try SpeechProbe.create(plugin, bundle, bytes).ended().expectRefused(
        [wanted], create, "for \(what) (R-52)")
    }
    if !bundle.can(IMP_SPEECH_CAN_OPEN) { try refused([], IMP_E_UNSUPPORTED, "no graph") }
    try refused(Array("\\data\\\nngram 1=3\n".utf8), IMP_E_GRAPH_DAMAGED, "an ARPA file")
    for case let graph? in bundle.graphs {
      try damaged(graph, &random, refused)
      var other = graph
      other.version = 2
      try refused(other.bytes, IMP_E_GRAPH_VERSION, "a graph of version 2")
      other = graph
      other.language = bundle.language.lowercased() == "tlh" ? "vo" : "tlh"
      try refused(other.bytes, IMP_E_GRAPH_FOREIGN, "a graph of another language")
      other = graph
      other.bundle = bundle.name == "x" ? "y" : "x"
      try refused(other.bytes, IMP_E_GRAPH_FOREIGN, "a graph for another bundle")
      other = graph
      other.symbols[other.symbols.count - 1] = "\u{10FFFD}?"
      try refused(other.bytes, IMP_E_GRAPH_SYMBOL, "a graph with a symbol that the bundle does not know")
      try tooLarge(bundle, graph, refused)
    }
    // Of one without symbols there is nothing to make a graph of.
    guard !bundle.symbols.isEmpty else { return }
    let model = CheckGraph(bundle, words: 1, .model(order: 1))
    if !bundle.can(IMP_SPEECH_CAN_MODEL) {
      try refused(model.bytes, IMP_E_UNSUPPORTED, "a model, which the bundle does not take")
    }
    if !bundle.can(IMP_SPEECH_CAN_PHRASES) {
      var phrases = model
      phrases.content = .phrases([(0, [0])])
      try refused(phrases.bytes, IMP_E_UNSUPPORTED, "phrases, which the bundle does not take")
    }
  }

  private static func damaged(
    _ graph: CheckGraph, _ random: inout CheckRandom,
    _ refused: ([UInt8], imp_status, String) throws -> Void
  ) throws {
    let bytes = graph.bytes
    func damaged(_ bytes: [UInt8], _ what: String) throws {
      try refused(bytes, IMP_E_GRAPH_DAMAGED, "\(graph.what) \(what)")
    }
    for count in [1, 8, 35, 36, 39, bytes.count / 2, bytes.count - 4, bytes.count - 1] {
      try damaged(Array(bytes.prefix(count)), "cut to \(count) bytes")
    }
    for count in [40, bytes.count / 2, bytes.count - 5] {
      try damaged(CheckGraph.sealed(Array(bytes.prefix(count))), "cut to \(count) bytes, and summed anew,")
    }
    try damaged(bytes + [0], "with a byte more")
    try damaged(CheckGraph.sealed(bytes.dropLast(4) + [0]), "with a byte more that is summed")
    for _ in 0..<16 {
      var flipped = bytes
      // Not the version: another one is for others to read.
      let place = Int.random(in: 10..<bytes.count, using: &random)
      flipped[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      try damaged(flipped, "with byte \(place) changed")
    }
    // The most that a field can hold, once each: lengths, counts and reserved fields.
    for place in [16, 20, 24, 28, 32, 33, 34] {
      var wrong = Array(bytes.dropLast(4))
      wrong[place] = 0xFF
      if place < 28 { wrong[place + 3] = 0xFF }
      try damaged(CheckGraph.sealed(wrong), "whose head says \(wrong[place]) at byte \(place)")
    }
    if let word = graph.texts.first,
      let place = bytes.firstRange(of: [UInt8(word.utf8.count)] + Array(word.utf8))
    {
      var wrong = Array(bytes.dropLast(4))
      wrong[place.lowerBound + 1] = 0xFF
      try damaged(CheckGraph.sealed(wrong), "with a word that is not UTF-8")
    }
    for (what, change) in spoilt {
      var wrong = graph
      change(&wrong)
      try damaged(wrong.bytes, what)
    }
  }

  private static let spoilt: [(String, @Sendable (inout CheckGraph) -> Void)] = [
    ("with a word twice", { $0.words.append($0.words[$0.words.count - 1]) }),
    ("with a word of white space", { $0.words[0].text = " " }),
    ("with an empty word", { $0.words[0].text = "" }),
    ("with words in another order", { $0.words = [("~", $0.words[0].spoken), ("!", $0.words[0].spoken)] }),
    ("with a word <s>", { $0.words = [("<s>", $0.words[0].spoken)] }),
    ("with a word that nobody can say", { $0.words[0].spoken = [] }),
    ("with a pronunciation twice", { $0.words[0].spoken.append($0.words[0].spoken[0]) }),
    ("with a pronunciation of 65 symbols", { $0.words[0].spoken = [[UInt8](repeating: 0, count: 65)] }),
    ("with symbols that it does not have", { $0.words[0].spoken = [[UInt8($0.symbols.count)]] }),
    ("with a language that is no tag", { $0.language = "en_US" }),
    (
      "with a weight that is no number",
      { graph in
        graph.weight = .nan
        if graph.phrases != nil { graph.content = .phrases([(.nan, [0])]) }
      }
    ),
  ]

  private static func tooLarge(
    _ bundle: SpeechFacts, _ graph: CheckGraph, _ refused: ([UInt8], imp_status, String) throws -> Void
  ) throws {
    let (words, order) = (Int(bundle.raw.words), Int(bundle.raw.order))
    // Of larger ones the graph itself would take long to make.
    if words < 5000 {
      var large = CheckGraph(bundle, words: words + 1, .model(order: 1))
      if graph.phrases != nil { large.content = .phrases([(0, [0])]) }
      try refused(large.bytes, IMP_E_GRAPH_TOO_LARGE, "a graph of \(words + 1) words")
    }
    if graph.phrases == nil, order < 5 {
      let large = CheckGraph(bundle, words: 1, .model(order: order + 1))
      try refused(large.bytes, IMP_E_GRAPH_TOO_LARGE, "a model of order \(order + 1)")
    }
    if let phrases = graph.phrases, bundle.raw.phrases < 1000 {
      var large = graph
      // Of a different length each.
      large.content = .phrases(
        (0...Int(bundle.raw.phrases)).map { number in
          (0, (0..<10).map { number >> $0 & 1 }.map { min($0, graph.words.count - 1) })
        })
      if graph.words.count > 1 {
        try refused(large.bytes, IMP_E_GRAPH_TOO_LARGE, "\(bundle.raw.phrases + 1) phrases, not \(phrases),")
      }
    }
  }

  /// A check of each bundle, with graphs of its own.
  private static func graphCheck(
    _ what: String, _ title: String, rules: [String],
    _ run:
      @escaping @Sendable (
        ProbePlugin, SpeechFacts, inout CheckRandom, (String) -> Void
      ) throws -> Void
  ) -> ConformanceCheck {
    ConformanceCheck(group, what, title, rules: rules, deadline: .seconds(60), scope: scope) {
      subject, random in
      let plugin = try subject.open()
      for entry in try Probe.list(plugin).whole() {
        try run(plugin, SpeechFacts(entry), &random) { subject.note($0) }
      }
    }
  }
}
