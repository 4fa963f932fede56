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
      // What is behind a version is for those who know it: its length and checksum are none.
      let garbage: [UInt8] = (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
      let foreign = Array(other.bytes.prefix(10)) + garbage
      try refused(foreign, IMP_E_GRAPH_VERSION, "a graph of version 2 with garbage behind")
      try refused(Array(other.bytes.prefix(36)), IMP_E_GRAPH_VERSION, "the head of a graph of version 2")
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
    guard !bundle.symbols.isEmpty, bundle.isWithinContract else { return }
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
    let own = graph.phrases == nil ? spoiltModels : spoiltPhrases
    for (what, change) in spoilt + own {
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
    ("of kind 3", { $0.kind = 3 }), ("with a word with U+FEFF", { $0.words[0].text += "\u{FEFF}" }),
    (
      "with symbols in another order",
      { graph in
        // Each once, whatever they are.
        graph.symbols = ["b", "a"]
        for index in graph.words.indices { graph.words[index].spoken = [[0]] }
      }
    ), ("with a weight that is no number", { $0.weigh(.nan) }),
    ("with a weight of minus zero", { $0.weigh(-0.0) }),
    ("with an infinite weight", { $0.weigh(-.infinity) }), ("with a weight of 101", { $0.weigh(101) }),
  ]

  /// Of models alone.
  private static let spoiltModels: [(String, @Sendable (inout CheckGraph) -> Void)] = [
    ("with a probability above 1", { $0.weight = 0.5 }),
    ("with a back-off of minus zero", { $0.spoilPairs(with: { $0.backoff = -0.0 }) }),
    ("with an infinite back-off", { $0.spoilPairs(with: { $0.backoff = .infinity }) }),
    ("with n-grams in another order", { $0.spoilPairs { $0.swapAt(0, $0.count - 1) } }),
    ("with an n-gram twice", { $0.spoilPairs { $0.append($0[$0.count - 1]) } }),
    ("with an n-gram of a word that it lacks", { $0.spoilPairs { $0[$0.count - 1][1] = 3 } }),
    ("with <s> inside of an n-gram", { $0.spoilPairs { $0 = [[2, 0]] } }),
    ("with an n-gram after </s>", { $0.spoilPairs { $0 = [[1, 2]] } }),
    (
      "with an n-gram that continues none",
      { graph in
        graph.spoilPairs { $0.removeAll { $0 == [0, 2] } }
        graph.content = .model(order: 3)
      }
    ),
  ]

  /// Of phrases alone.
  private static let spoiltPhrases: [(String, @Sendable (inout CheckGraph) -> Void)] = [
    ("of which one is there twice", { $0.content = .phrases([(0, [0]), (1, [0])]) }),
    ("of which one has no words", { $0.content = .phrases([(0, [])]) }),
    ("of which one has 17 words", { $0.content = .phrases([(0, [Int](repeating: 0, count: 17))]) }),
    ("with <s> in one", { $0.content = .phrases([(0, [-2])]) }),
    ("with </s> in one", { $0.content = .phrases([(0, [-1])]) }),
    ("with a word that it lacks", { $0.content = .phrases([(0, [$0.words.count])]) }),
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
    let ngrams = Int(bundle.raw.ngrams)
    // Of order 1 there is one for each word, and for the beginning and the end.
    if graph.phrases == nil, ngrams < 5000, ngrams - 1 <= words {
      let large = CheckGraph(bundle, words: ngrams - 1, .model(order: 1))
      try refused(large.bytes, IMP_E_GRAPH_TOO_LARGE, "a model of \(ngrams + 1) n-grams")
    }
    // And of order 2 about as many as pairs of words.
    let side = (1...70).first { (count: Int) in count + 2 + count * (count + 2) > ngrams } ?? 0
    if graph.phrases == nil, ngrams < 5000, order >= 2, (1...words).contains(side) {
      let large = CheckGraph(bundle, words: side, .model(order: 2))
      try refused(large.bytes, IMP_E_GRAPH_TOO_LARGE, "a model of order 2 of more than \(ngrams) n-grams")
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
      try inTurn(Probe.list(plugin).whole()) { entry in
        let bundle = try SpeechFacts(entry)
        try bundle.expectWithinContract()
        try run(plugin, bundle, &random) { subject.note($0) }
      }
    }
  }
}

extension CheckGraph {
  /// Gives each of its n-grams or phrases that probability or threshold.
  fileprivate mutating func weigh(_ value: Float) {
    weight = value
    if phrases != nil { content = .phrases([(value, [0])]) }
  }

  /// A model of order 2 of its first word, with a change of its n-grams.
  fileprivate mutating func spoilPairs(
    _ change: @escaping @Sendable (inout [[UInt32]]) -> Void = { _ in },
    with: (inout CheckGraph) -> Void = { _ in }
  ) {
    words = Array(words.prefix(1))
    content = .model(order: 2)
    changePairs = change
    with(&self)
  }
}
