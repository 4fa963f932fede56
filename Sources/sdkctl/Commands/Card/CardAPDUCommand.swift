// SPDX-License-Identifier: Apache-2.0
import Synchronization

struct CardAPDUCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "apdu", abstract: "Sends commands to a card, and shows its responses.",
    discussion: """
      All commands are sent in one transaction, in order, each once; the first one that the card rejects \
      ends it, unless --continue is given. Long data are sent and fetched as specified in ISO/IEC 7816-4; \
      lengths given in extended form are sent in extended form. With --raw, commands and responses are \
      passed unchanged: no remaining data are fetched, no lengths corrected. '-' reads commands from \
      standard input, one per line; use it for PINs, since other users can see arguments. A card whose PIN \
      was verified is reset at the end. Exit code 1 if the card rejected a command.
      """)

  @Argument(
    help: ArgumentHelp(
      "Commands in hexadecimal digits; spaces and colons between bytes are ignored.", valueName: "command"))
  var commands: [String]

  @OptionGroup var choice: ReaderChoice

  @Flag(help: "Send bytes unchanged, even if they are no command of the standard.")
  var raw = false

  @Option(
    name: .customLong("protocol"),
    help: "The transmission protocol; default: T=0 or T=1, whichever the card prefers.")
  var transmission: Transmission?

  @Flag(help: "Do not show the data of responses, only their length.")
  var hideData = false

  @Flag(name: .customLong("continue"), help: "Continue after a command that the card rejects.")
  var goesOn = false

  @Flag(help: "Connect exclusively: other programs cannot connect to the card meanwhile.")
  var exclusive = false

  @Flag(help: "Reset the card at the end, even if no PIN was verified.")
  var reset = false

  @OptionGroup(title: "Global options") var global: GlobalOptions

  enum Transmission: String, ExpressibleByArgument, CaseIterable {
    case t0, t1, raw

    var cardProtocol: CardProtocol {
      switch self {
      case .t0: .t0
      case .t1: .t1
      case .raw: .raw
      }
    }
  }

  func validate() throws {
    guard commands.filter({ $0 == "-" }).count <= 1 else {
      throw ValidationError("'-' may be given only once.")
    }
    for text in commands where text != "-" { _ = try GivenCommand(text, isRaw: raw) }
  }

  /// Whether the card executed the command. A wrong PIN is a warning by the standard, but nothing continues
  /// after it.
  private static func isTaken(_ status: StatusWord) -> Bool { status.isDone || status.sw1 == 0x62 }

  func report(to console: Console) async throws -> Report {
    let commands = try read(telling: console)
    let readers = try await global.cardReaders(telling: console)
    var options = CardSessionOptions(share: exclusive ? .exclusive : .shared)
    if let transmission { options.protocols = [transmission.cardProtocol] }
    let session = try await readers.session(in: choice.reader, options)
    let answers = Answers()
    do {
      try await session.transaction { card in
        for command in commands {
          answers.begun.withLock { $0 += 1 }
          let response = try await command.send(to: card)
          answers.list.withLock { $0.append((command, response)) }
          if !goesOn, !Self.isTaken(response.status) { break }
        }
      }
      await close(session, telling: console)
      return report(answers.list.withLock { $0 }, notSent: commands.count - answers.begun.withLock { $0 })
    } catch let error as CardError {
      await close(session, telling: console)
      let sofar = answers.list.withLock { $0 }
      if sofar.isEmpty { throw error }
      // The card's responses up to then cannot be requested again.
      if !console.wantsJSON { console.show(error) }
      // The command that failed may have reached the card, unless the error says otherwise.
      let begun = answers.begun.withLock { $0 }
      let isLastSent = begun == sofar.count || !error.nothingWasSent
      return report(sofar, notSent: commands.count - (isLastSent ? begun : begun - 1), until: error)
    } catch {
      await close(session, telling: console)
      throw error
    }
  }

  private func close(_ session: CardSession, telling console: Console) async {
    guard let failure = await session.close(reset ? .reset : nil) else { return }
    console.tell("warning: \(failure.place): \(failure.reason) \(failure.remedy)")
  }

  private func read(telling console: Console) throws -> [GivenCommand] {
    var all: [GivenCommand] = []
    for text in commands {
      if text == "-" {
        // Parse everything before the first is sent: a sequence is never sent in part because of a typing
        // error.
        let text = String(decoding: try Files.standardInput(upTo: 16 << 20), as: UTF8.self)
        for line in text.split(whereSeparator: \.isNewline) {
          let words = line.prefix { $0 != "#" }
          if words.allSatisfy({ $0 == " " || $0 == "\t" || $0 == "\r" }) { continue }
          all.append(try GivenCommand(String(words.filter { $0 != "\r" }), isRaw: raw))
        }
      } else {
        let command = try GivenCommand(text, isRaw: raw)
        if command.carriesSecret {
          console.tell(
            "warning: \(command.name) among the arguments: every user of this machine can see "
              + "its data while this runs, and it stays in the shell history. Give it on standard input, "
              + "with '-'."
          )
        }
        all.append(command)
      }
    }
    return all
  }

  private func report(
    _ answers: [(GivenCommand, ResponseAPDU)], notSent: Int, until error: CardError? = nil
  ) -> Report {
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
        [
          "instruction": command.name, "header": Hex.text(command.bytes.prefix(4)), "status": "\(status)",
          "class": status.kind.rawValue, "meaning": status.meaning, "remedy": status.remedy,
          "triesLeft": status.triesLeft, "bytes": response.data.count,
          "data": hideData ? nil : Hex.text(response.data),
        ])
    }
    if notSent > 0 { lines.append("\(notSent) commands were not sent.") }
    let json: JSONValue = ["answers": documents, "notSent": notSent]
    return Report(
      text: lines.joined(separator: "\n"), json: error.map { json.adding(.error($0)) } ?? json,
      isSuccess: error == nil && notSent == 0 && answers.allSatisfy { Self.isTaken($0.1.status) })
  }
}

/// A command as it was typed.
private struct GivenCommand: Sendable, CustomStringConvertible {
  let bytes: [UInt8]
  /// `nil`: the bytes are sent as they are.
  private let parsed: (command: CommandAPDU, form: CommandAPDU.Form)?

  /// A command of hexadecimal digits. The message never repeats them: a PIN may be among them.
  init(_ text: String, isRaw: Bool) throws {
    guard let bytes = Hex.bytes(text), !bytes.isEmpty else {
      throw ValidationError("A command is given as pairs of hexadecimal digits.")
    }
    self.bytes = bytes
    if isRaw {
      parsed = nil
      return
    }
    do { parsed = try CommandAPDU.parse(bytes) } catch {
      throw ValidationError("Malformed command: \(error.reason)")
    }
  }

  var name: String { bytes.count > 1 ? CardInstruction.name(of: bytes[1]) : "bytes" }

  var carriesSecret: Bool { bytes.count > 5 && CardInstruction.carriesSecret(bytes[1]) }

  var description: String {
    if let parsed { return "\(parsed.command)" }
    let isHidden = bytes.count > 5 && CardInstruction.hidesLength(bytes[1])
    let length = isHidden ? "<redacted>" : "\(bytes.count) bytes"
    return "\(name)(\(Hex.text(bytes.prefix(4), separator: " ")), \(length), unchanged)"
  }

  func send(to card: CardSession) async throws(CardError) -> ResponseAPDU {
    guard let parsed else { return try await card.transmit(bytes) }
    return try await card.send(parsed.command, as: parsed.form)
  }
}

/// The card's responses so far.
private final class Answers: Sendable {
  let list = Mutex<[(GivenCommand, ResponseAPDU)]>([])
  /// How many commands were started.
  let begun = Mutex(0)
}
