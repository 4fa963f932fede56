// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Imprint
import ImprintCommandLine

struct CardAPDUCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "apdu", abstract: "Sends commands to a card, and shows what it answers.",
    discussion: """
      All commands go in one transaction, in order, each once; the first that the card refuses ends it, unless \
      --continue is given. What is long is sent and fetched as ISO/IEC 7816-4 has it. A '-' stands for commands from \
      standard input, one a line, as PINs do not belong among arguments: others see those. A card whose PIN was verified \
      is reset at the end. Exit code 1 where the card refused one.
      """)

  @Argument(
    help: ArgumentHelp(
      "Commands in hexadecimal digits; blanks and colons between bytes do not count.", valueName: "command"))
  var commands: [String]

  @OptionGroup var choice: ReaderChoice

  @Flag(help: "Do not show the data of answers, only how long it is.")
  var hideData = false

  @Flag(name: .customLong("continue"), help: "Go on after a command that the card refuses.")
  var goesOn = false

  @Flag(help: "Keep others from the card meanwhile, not only from its commands.")
  var exclusive = false

  @Flag(help: "Reset the card at the end, whether a PIN was verified or not.")
  var reset = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  func validate() throws {
    guard commands.filter({ $0 == "-" }).count <= 1 else { throw ValidationError("'-' may be given once.") }
    for text in commands where text != "-" { _ = try Self.parse(text) }
  }

  /// Whether the card did what it was told. A wrong PIN is a warning by the standard, and nothing goes on after it.
  private static func isTaken(_ status: StatusWord) -> Bool { status.isDone || status.sw1 == 0x62 }

  /// A command of hexadecimal digits. The message never repeats them: a PIN may be among them.
  private static func parse(_ text: String) throws -> CommandAPDU {
    guard let bytes = Hex.bytes(text) else {
      throw ValidationError("A command has pairs of hexadecimal digits; this has \(text.count) characters.")
    }
    do { return try CommandAPDU.parse(bytes).command } catch {
      throw ValidationError("No such command: \(error.reason)")
    }
  }

  func report(to console: Console) async throws -> Report {
    let commands = try read(telling: console)
    let readers = try await global.cardReaders(telling: console)
    let session = try await readers.session(
      in: choice.reader, CardSessionOptions(share: exclusive ? .exclusive : .shared))
    do {
      let answers = try await session.transaction { card in
        var answers: [(CommandAPDU, ResponseAPDU)] = []
        for command in commands {
          let response = try await card.send(command)
          answers.append((command, response))
          if !goesOn, !Self.isTaken(response.status) { break }
        }
        return answers
      }
      await session.close(reset ? .reset : nil)
      return report(answers, of: commands.count)
    } catch {
      await session.close(reset ? .reset : nil)
      throw error
    }
  }

  private func read(telling console: Console) throws -> [CommandAPDU] {
    var all: [CommandAPDU] = []
    for text in commands {
      if text == "-" {
        while let line = readLine() {
          let words = line.prefix { $0 != "#" }
          if words.allSatisfy({ $0 == " " || $0 == "\t" || $0 == "\r" }) { continue }
          all.append(try Self.parse(String(words.filter { $0 != "\r" })))
        }
      } else {
        let command = try Self.parse(text)
        if CardInstruction.carriesSecret(command.ins), !command.data.isEmpty {
          console.tell(
            "warning: \(CardInstruction.name(of: command.ins)) among the arguments: every user of this machine can see "
              + "its data while this runs, and the shell remembers it. Give it on standard input, with '-'.")
        }
        all.append(command)
      }
    }
    return all
  }

  private func report(_ answers: [(CommandAPDU, ResponseAPDU)], of count: Int) -> Report {
    var lines: [String] = []
    var documents: [JSONValue] = []
    for (command, response) in answers {
      let status = response.status
      lines.append("> \(command)")
      if !response.data.isEmpty {
        lines.append(
          hideData
            ? "  \(response.data.count) bytes, not shown" : "  \(Hex.text(response.data, separator: " "))")
      }
      lines.append("< \(status): \(status.meaning)")
      if !status.isDone { lines.append("  \(status.remedy)") }
      documents.append(
        .object([
          ("instruction", .string(CardInstruction.name(of: command.ins))),
          ("header", .string(Hex.text([command.cla.rawValue, command.ins, command.p1, command.p2]))),
          ("status", .string("\(status)")), ("class", .string(status.kind.rawValue)),
          ("meaning", .string(status.meaning)), ("remedy", .string(status.remedy)),
          ("triesLeft", .optional(status.triesLeft) { .integer($0) }),
          ("bytes", .integer(response.data.count)),
          ("data", hideData ? .null : .string(Hex.text(response.data))),
        ]))
    }
    if answers.count < count { lines.append("\(count - answers.count) commands were not sent.") }
    return Report(
      text: lines.joined(separator: "\n"),
      json: .object([("answers", .array(documents)), ("notSent", .integer(count - answers.count))]),
      isSuccess: answers.count == count
        && answers.allSatisfy { Self.isTaken($0.1.status) })
  }
}
