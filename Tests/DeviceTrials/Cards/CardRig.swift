// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import Imprint
import ImprintVirtualCard
import Logging
import TestSupport

/// What `scripts/devices/cards` has laid out: a pcscd with three readers, and the plugin.
struct CardRig: Sendable {
  static let reader = "Virtual PCD 00 00"
  static let secondReader = "Virtual PCD 00 01"
  /// The one that Tests/TrialReader drives.
  static let trialReader = "Trial Reader 00 00"

  let plugin: OpenPlugin
  /// The plugin alone, for what opens it by itself.
  let configuration: ImprintConfiguration

  init() throws {
    let environment = ProcessInfo.processInfo.environment
    guard let stage = environment["IMPRINT_STAGE"] else { throw TrialFailure("IMPRINT_STAGE names no stage") }
    let path = PluginSearchPath(roots: [PluginRoot(path: stage, origin: .explicit)])
    let catalog = PluginCatalog.discover(path)
    let id = "dev.imprint.device-pcsc"
    guard let found = catalog.plugin(withID: id) else {
      throw TrialFailure("\(stage) has no device-pcsc")
    }
    var logger = Logger(label: "trial") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .error
    let runtime = PluginRuntime(
      catalog: catalog, trust: .off, logger: logger, hostName: "trials", hostVersion: "1.0.0",
      isolation: TrialIsolation.chosen)
    plugin = try runtime.openBlocking(found)
    configuration = ImprintConfiguration(
      searchPath: path, plugins: [id], trust: .off, quarantine: nil,
      isolation: TrialIsolation.isWorker ? .process : .inProcess,
      logger: logger)
    // A trial that failed may have left a state of the reader, or the daemon killed.
    for state in ["card", "mute", "gone", "unplugged"] { try set(state, false) }
    if Self.daemon().map({ !sendSignal(0, to: $0) }) ?? true { try startDaemon() }
  }

  // MARK: Readers and cards

  /// Puts a card into a virtual reader, and waits until pcscd has seen it.
  func insert(
    _ description: VirtualCard.Description = .standard, port: UInt16 = VirtualCardConnection.standardPort
  ) async throws -> InsertedCard {
    let reader = port == VirtualCardConnection.standardPort ? Self.reader : Self.secondReader
    try await until("the reader is empty") { try !info(reader).state.contains(.card) }
    let card = VirtualCard(description)
    let connection = try VirtualCardConnection(card: card, port: port)
    try await until("pcscd has seen the card") { try info(reader).state.contains(.card) }
    return InsertedCard(card: card, connection: connection)
  }

  func info(_ reader: String) throws -> CardReaderInfo {
    guard let info = try CardReader.list(plugin).first(where: { $0.locator == reader }) else {
      throw TrialFailure("there is no reader '\(reader)'")
    }
    return info
  }

  func connect(
    _ reader: String = CardRig.reader, share: CardShare = .shared, protocols: Set<CardProtocol> = [.t0, .t1]
  ) async throws -> CardConnection {
    try await CardConnection.connect(
      plugin, options: CardOptions(locator: reader, share: share, protocols: protocols))
  }

  /// Sets or clears a state of the trial reader.
  func set(_ state: String, _ isSet: Bool) throws {
    let path = "/run/imprint-cards/trial-reader/\(state)"
    if isSet {
      guard FileManager.default.createFile(atPath: path, contents: nil) else {
        throw TrialFailure("cannot make \(path)")
      }
    } else {
      try? FileManager.default.removeItem(atPath: path)
    }
  }

  // MARK: The daemon

  /// Kills it, and waits until nothing of it is left: the next one wants the ports of its readers.
  func killDaemon() throws {
    guard let number = Self.daemon() else { throw TrialFailure("pcscd.pid holds no number") }
    guard sendSignal(SIGKILL, to: number) else { throw TrialFailure("pcscd \(number) cannot be killed") }
    for _ in 0..<2500 where sendSignal(0, to: number) { usleep(2000) }
    guard !sendSignal(0, to: number) else { throw TrialFailure("pcscd \(number) does not end") }
  }

  private static func daemon() -> Int32? {
    guard let bytes = FileManager.default.contents(atPath: "/run/pcscd/pcscd.pid") else { return nil }
    let number = Int32(String(decoding: bytes.filter { (48...57).contains($0) }, as: UTF8.self))
    return number.flatMap { $0 > 1 ? $0 : nil }
  }

  func startDaemon() throws {
    // Not Foundation's: its Process leaves descriptors of a run loop behind, on whatever thread it began.
    var process: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("/run/imprint-cards/start"), nil]
    defer { free(arguments[0]) }
    guard posix_spawn(&process, "/run/imprint-cards/start", nil, nil, &arguments, environ) == 0 else {
      throw TrialFailure("pcscd cannot be started")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else { throw TrialFailure("pcscd did not start again") }
  }

  /// What doctor says of pcscd.
  func doctorOnService() throws -> HealthFinding {
    let findings = HealthExamination(configuration: configuration).findings()
    guard let finding = findings.first(where: { $0.place == "/run/pcscd/pcscd.comm" }) else {
      throw TrialFailure("doctor says nothing of pcscd")
    }
    return finding
  }

  // MARK: Other programs

  /// opensc-tool, a client that is not ours.
  func startOpenscTool(_ commands: [String]) throws -> RunningProgram {
    try RunningProgram(
      "/usr/bin/opensc-tool", ["-r", Self.reader] + commands.flatMap { ["-s", $0] })
  }

  func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
    let program = try RunningProgram(program, arguments)
    let output = program.output()
    return (program.status, output)
  }
}

/// A card in a virtual reader.
struct InsertedCard: Sendable {
  let card: VirtualCard
  let connection: VirtualCardConnection

  func remove() { connection.remove() }
}

/// A program beside the trial.
final class RunningProgram: @unchecked Sendable {
  // Sendable: one trial uses it, a call at a time.
  private let process = Process()
  private let pipe = Pipe()

  init(_ path: String, _ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  var isRunning: Bool { process.isRunning }
  var status: Int32 { process.terminationStatus }

  /// Waits for its end.
  func output() -> String {
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }
}
