// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Glibc
import ImprintCommandLine
import ImprintModel
import ImprintVirtualCard

/// Inserts a software card into a virtual reader.
struct VirtualCardProgram: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "imprint-virtual-card",
    abstract: "Inserts a software smart card into a virtual reader of pcscd.",
    discussion: """
      The reader is one of vsmartcard's driver (package vsmartcard-vpcd). The card is in it as long as this
      program runs: Ctrl-C removes it. It is for tests; its secrets, and the fingers that are enrolled on it,
      are not protected.
      Exit codes: 0 the card was taken out, 1 failure, 64 wrong usage.
      """,
    version: "imprint-virtual-card \(BuildInformation.text)")

  @Option(help: "Where the reader listens.")
  var host = "127.0.0.1"

  @Option(help: "The port of the reader's slot.")
  var port: UInt16 = VirtualCardConnection.standardPort

  @Option(
    help: ArgumentHelp(
      "A card described in JSON; without it, a card with a few files and a PIN.", valueName: "file"))
  var card: String?

  @Option(
    help: ArgumentHelp(
      "A file that keeps the card's fingers and their counters of attempts, as a real card does without power; "
        + "made if absent, and of one card at a time. Without it both end with the program. PINs and their tries "
        + "are as described at each start.", valueName: "file"))
  var memory: String?

  @Flag(help: "Print each command: its header, lengths and status word, never its data or a PIN's length.")
  var log = false

  func run() async throws {
    let console = Console(wantsJSON: false, allowsColor: true)
    do {
      let connection = try connect(telling: console)
      console.tell("The card is in the reader at \(host):\(port).")
      try await Interruption.guarding {
        await withTaskCancellationHandler {
          await Self.untilRemoved(connection)
        } onCancel: {
          connection.remove()
        }
      }
      console.tell("The card is out of the reader.")
    } catch let error as any ExplainedError {
      console.show(error)
      throw ExitCode.failure
    }
  }

  private func connect(telling console: Console) throws -> VirtualCardConnection {
    var description = VirtualCard.Description.standard
    if let card {
      let bytes = try Files.read(card, upTo: 4 << 20)
      do throws(VirtualCardError) { description = try VirtualCard.Description(parsing: bytes) } catch {
        throw VirtualCardError(
          error.code, place: "\(card): \(error.place)", reason: error.reason, remedy: error.remedy)
      }
    }
    let inserted =
      try memory.map { path throws(VirtualCardError) in try VirtualCard(description, memory: path) }
      ?? VirtualCard(description)
    return try VirtualCardConnection(
      card: inserted, host: host, port: port,
      log: log ? { @Sendable line in console.tell(line) } : nil)
  }

  /// Waits on a thread of its own: those of the cooperative pool are few.
  private static func untilRemoved(_ connection: VirtualCardConnection) async {
    await withCheckedContinuation { continuation in
      connection.whenRemoved { continuation.resume() }
    }
  }
}
