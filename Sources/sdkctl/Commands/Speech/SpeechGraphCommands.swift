// SPDX-License-Identifier: Apache-2.0

struct SpeechGraphListCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the graphs that are kept.",
    discussion: "Exit code 1 if one of them cannot be read.")

  @OptionGroup var place: SpeechGraphPlace
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let contents = try place.open().contents()
    var table = Table(["NAME", "KIND", "LANGUAGE", "WORDS", "BYTES", "WRITTEN"])
    for kept in contents.graphs {
      table.add([
        kept.name, kept.kind, kept.language, "\(kept.size.words)", "\(kept.size.bytes)",
        Clock.text(kept.written),
      ])
    }
    let lines =
      [contents.graphs.isEmpty ? "no graphs" : table.text]
      + contents.problems.map { console.styled("warning: ", .yellow) + VisibleText.line($0.description) }
    return Report(
      text: lines.joined(separator: "\n"),
      json: ["graphs": contents.graphs.json(\.json), "problems": contents.problems.json(\.shortJSON)],
      isSuccess: contents.problems.isEmpty)
  }
}

struct SpeechGraphShowCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows a graph: its size, and how its words are said.")

  @Argument(help: "The graph's name, or the path of a file, which has a slash.")
  var name: String

  @Option(help: ArgumentHelp("So many words are shown.", valueName: "n"))
  var words = 20

  @OptionGroup var place: SpeechGraphPlace
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    let graph = try name.contains("/") ? SpeechGraphStore.open(path: name) : place.open().open(name)
    let size = GraphSize(graph)
    var lines = [
      facts([
        ("kind", graph.kind), ("language", graph.language),
        ("bundle", graph.bundle.isEmpty ? "any" : graph.bundle), ("size", size.text),
        ("phones", graph.phones.joined(separator: " ")),
      ])
    ]
    for trigger in graph.triggers {
      lines.append(
        VisibleText.line("trigger: \(trigger.words.joined(separator: " ")) (threshold \(trigger.threshold))"))
    }
    for word in graph.words.prefix(max(0, words)) {
      let said = word.pronunciations.map(\.description).joined(separator: ", ")
      lines.append(VisibleText.line("\(word.text): \(said)"))
    }
    if graph.words.count > max(0, words) { lines.append("\(graph.words.count - max(0, words)) words more") }
    return Report(
      text: lines.joined(separator: "\n"),
      json: [
        "kind": graph.kind, "language": graph.language, "bundle": graph.bundle, "size": size.json,
        "phones": JSONValue.strings(graph.phones),
        "triggers": graph.triggers.json {
          ["words": JSONValue.strings($0.words), "threshold": $0.threshold]
        },
        "words": graph.words.prefix(max(0, words)).json {
          ["word": $0.text, "pronunciations": JSONValue.strings($0.pronunciations.map(\.description))]
        },
      ])
  }
}

struct SpeechGraphRemoveCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Removes a graph, damaged or not.")

  @Argument(help: "The graph's name.")
  var name: String

  @OptionGroup var place: SpeechGraphPlace
  @OptionGroup(title: "Global options") var global: GlobalOptions

  func report(to console: Console) async throws -> Report {
    try await place.open().remove(name)
    return Report(text: "removed \(name)", json: ["removed": name])
  }
}
