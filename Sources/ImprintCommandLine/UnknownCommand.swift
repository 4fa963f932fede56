// SPDX-License-Identifier: Apache-2.0
import ArgumentParser

/// An unknown word where a command is expected.
struct UnknownCommand {
  /// The commands before it: `sdkctl plugin`.
  let group: String
  let word: String
  let commands: [String]
  let nearest: String?

  /// Synonyms from other programs, too different to count as misspelt.
  private static let synonyms = [
    "delete": "remove", "del": "remove", "rm": "remove", "ls": "list", "mv": "rename", "info": "show",
    "uninstall": "remove",
  ]

  /// Follows the arguments from command to command; `nil` if they lead to a valid one.
  static func find(
    in arguments: [String], of root: any ParsableCommand.Type, nearest: (String, [String]) -> String?
  ) -> UnknownCommand? {
    var command = root
    var path = [name(of: root)]
    for word in arguments {
      let commands = command.configuration.subcommands
      // An option, or an argument of a command that takes any.
      guard !commands.isEmpty, command.configuration.defaultSubcommand == nil, !word.hasPrefix("-"),
        word != "help"
      else { return nil }
      if let next = commands.first(where: { name(of: $0) == word || $0.configuration.aliases.contains(word) })
      {
        command = next
        path.append(word)
        continue
      }
      let names = commands.filter { $0.configuration.shouldDisplay }.map { name(of: $0) }
      let synonym = synonyms[word].flatMap { names.contains($0) ? $0 : nil }
      return UnknownCommand(
        group: path.joined(separator: " "), word: word, commands: names,
        nearest: synonym ?? nearest(word, names))
    }
    return nil
  }

  var reason: String { "'\(shown)' is no command of \(group)." }

  var remedy: String {
    nearest.map { "Did you mean '\(group) \($0)'?" } ?? "Its commands: \(commands.joined(separator: ", "))."
  }

  /// The word on one line, truncated.
  private var shown: String { VisibleText.line(word, upTo: 64) }

  private static func name(of command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? ""
  }
}
