// SPDX-License-Identifier: Apache-2.0

/// What is listened for, and when an utterance ends.
struct ListeningOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What is listened for: the name of a graph that is kept, or the path of its file, which has a slash.",
      valueName: "name|path"))
  var graph: String?

  @Option(
    name: .customLong("phrase"),
    help: ArgumentHelp(
      "A phrase that is listened for, with the pronunciations of the bundle's own dictionary; may be repeated.",
      valueName: "text"))
  var phrases: [String] = []

  @Flag(help: "Listen for the bundle's own words, where it has some.")
  var ownWords = false

  @Option(
    name: .customLong("trigger"),
    help: ArgumentHelp("A phrase that is waited for first; may be repeated.", valueName: "text"))
  var triggers: [String] = []

  @Option(help: ArgumentHelp("The graph of such phrases: its name, or its path.", valueName: "name|path"))
  var triggerGraph: String?

  @Option(
    help: ArgumentHelp("The recogniser's bundle; default: the graph's, or the only one.", valueName: "name"))
  var bundle: String?

  @Option(help: ArgumentHelp("Other readings of a result, 0 to 9.", valueName: "n"))
  var alternatives = 0

  @Option(
    name: .customLong("rule"),
    help: ArgumentHelp(
      "When an utterance ends: \(Self.names), in seconds; may be repeated.", valueName: "name=s"),
    transform: Self.rule)
  var rules: [ListeningRuleChoice] = []

  @OptionGroup var place: SpeechGraphPlace

  private static let names = ListeningParameter.allCases.map(\.rawValue).joined(separator: ", ")

  func validate() throws {
    guard [graph != nil, !phrases.isEmpty, ownWords].filter({ $0 }).count == 1 else {
      throw ValidationError("Give one of --graph, --phrase and --own-words.")
    }
    guard triggerGraph == nil || triggers.isEmpty else {
      throw ValidationError("Give --trigger or --trigger-graph.")
    }
    guard (0...SpeechRecognizer.mostAlternatives).contains(alternatives) else {
      throw ValidationError("--alternatives is 0 to \(SpeechRecognizer.mostAlternatives).")
    }
  }

  private static func rule(_ text: String) throws -> ListeningRuleChoice {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let parameter = ListeningParameter(rawValue: String(parts[0])),
      let seconds = Double(parts[1]), (0...1e6).contains(seconds)
    else { throw ValidationError("--rule is one of \(names), and a number of seconds: no-speech=5.") }
    return ListeningRuleChoice(parameter: parameter, value: .seconds(seconds))
  }

  /// A listener that is prepared.
  /// - Parameter archive: where recordings are kept.
  func listener(
    _ global: GlobalOptions, microphone: String? = nil, archive: ListeningArchive? = nil,
    telling console: Console
  ) async throws -> SpeechListener {
    var global = global
    // The default is of faces.
    if global.variant == "face" { global.variant = "speech" }
    var rules = ListeningRules()
    for rule in self.rules { try rules.set(rule.parameter, to: rule.value) }
    let options = SpeechListenerOptions(
      rules: rules, alternatives: alternatives, shelf: try place.open(), archive: archive)
    let listener = try await global.open(telling: console).speech.listener(
      bundle: bundle, microphone: microphone, options: options)
    let graph = self.graph.map { ListeningGraph($0) } ?? (ownWords ? .ownWords : .phrases(phrases))
    let trigger = triggerGraph.map { ListeningGraph($0) } ?? (triggers.isEmpty ? nil : .phrases(triggers))
    try await listener.prepareForListening(graph, trigger: trigger)
    return listener
  }
}

/// A rule with its value.
struct ListeningRuleChoice: Sendable {
  let parameter: ListeningParameter
  let value: Duration
}
