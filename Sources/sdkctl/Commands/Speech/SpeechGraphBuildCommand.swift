// SPDX-License-Identifier: Apache-2.0

struct SpeechGraphBuildCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "build", abstract: "Builds a graph of phrases, of a language model or of trigger phrases.",
    discussion: """
      Says like a compiler what it noticed: words that the dictionary lacks and what they are taken to be, phrases \
      that sound the same or nearly so, numbers and signs as they are read. Nothing is left out silently: a word \
      that has no pronunciation is an error.
      """)

  @Argument(help: "The graph's name.")
  var name: String

  @Option(help: ArgumentHelp("What people are going to say: a phrase a line.", valueName: "file"))
  var phrases: String?

  @Option(help: ArgumentHelp("A language model in ARPA form.", valueName: "file"))
  var arpa: String?

  @Option(
    help: ArgumentHelp(
      "Phrases that are waited for, a line each; after one its threshold between slashes: /1e-20/.",
      valueName: "file"))
  var triggers: String?

  @Option(help: ArgumentHelp("The bundle's pronunciations, in the form of CMUdict.", valueName: "file"))
  var dictionary: String

  @Option(
    help: ArgumentHelp(
      "What says words that the dictionary lacks, as sdkctl speech letters writes it.", valueName: "file"))
  var letters: String?

  @Option(
    help: ArgumentHelp(
      "Pronunciations of your own, in the same form; they take the place of the dictionary's.",
      valueName: "file"))
  var pronunciations: String?

  @Option(help: ArgumentHelp("The language, as a tag of BCP 47.", valueName: "tag"))
  var language = "en-US"

  @Option(help: ArgumentHelp("The bundle that it is for; default: any of the language.", valueName: "name"))
  var bundle = ""

  @Flag(help: "Refuse to replace a graph of that name.")
  var new = false

  @OptionGroup var place: SpeechGraphPlace
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard [phrases, arpa, triggers].compactMap({ $0 }).count == 1 else {
      throw ValidationError("Give one of --phrases, --arpa and --triggers.")
    }
  }

  func report(to console: Console) async throws -> Report {
    let store = try place.open()
    // Before all work.
    let isThere = try store.judge(name, replacing: !new)
    let built = try build()
    let path = try await store.save(built.graph, as: name, replacing: !new)
    let findings = built.findings.map {
      console.styled($0.isWarning ? "warning: " : "note: ", $0.isWarning ? .yellow : .dim)
        + VisibleText.line("\($0)")
    }
    let more = built.counts.filter { $0.value > SpeechGraphBuilder.mostFindings }
      .map { "\($0.value) in all of \($0.key.rawValue)" }.sorted()
    let lines =
      findings + more + [
        "\(isThere ? "replaced" : "saved") \(name): \(built.graph.kind), \(built.size.text)",
        VisibleText.line(path),
      ]
    let counts = built.counts.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { ($0.key.rawValue, JSONValue.integer($0.value)) }
    return Report(
      text: lines.joined(separator: "\n"),
      json: [
        "name": name, "path": path, "kind": built.graph.kind, "size": built.size.json,
        "findings": built.findings.json(\.json),
        "findingCounts": JSONValue.object(counts),
        "proposals": built.proposals.json {
          ["word": $0.word, "pronunciations": JSONValue.strings($0.pronunciations.map(\.description))]
        },
      ])
  }

  private func build() throws -> BuiltSpeechGraph {
    let builder = try SpeechGraphBuilder(
      dictionary: PronunciationDictionary(path: dictionary),
      letters: letters.map { (path) throws(SpeechError) in try LetterToSound(path: path) },
      own: pronunciations.map { (path) throws(SpeechError) in try PronunciationDictionary(path: path).all }
        ?? [:],
      language: language, bundle: bundle)
    if let phrases { return try builder.graph(of: PhraseList(path: phrases)) }
    if let triggers { return try builder.graph(spotting: SpeechTrigger.reading(path: triggers)) }
    let read = try NgramModel.readingARPA(path: arpa ?? "")
    return try builder.graph(of: read.model, hadUnknown: read.hadUnknown)
  }
}
