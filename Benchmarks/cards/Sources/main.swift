// SPDX-License-Identifier: Apache-2.0
// Commands to a card through our plugin, against a client with nothing between; and how long after that
// client's word ours comes that a card was put in or taken out. To be run by scripts/devices/cards.
//
//     CardCall <stage> <bare> <rounds> <commands> <insertions>
//
// Prints, one a line, commands a second, medians of interleaved rounds: `transaction <ours> <ours in a
// worker> <bare>`, and `single <ours> <ours in a worker> <bare, that looks first> <bare, that may wait>`; the
// same of a session, `session-transaction <ours> <bare>` and `session-single <ours> <bare, a transaction
// around each>`; then `notification <ns> <ns>`: the median and the most that ours came later.
import DeviceBench
import Foundation
import Imprint
import ImprintVirtualCard

let reader = "Virtual PCD 00 00"
let command: [UInt8] = [0x00, 0x84, 0x00, 0x00, 0x08]

func waitForCard(_ plugin: OpenPlugin, _ isThere: Bool) async throws {
  for _ in 0..<2000 {
    let readers = try await CardReaders(plugin).list()
    if readers.first(where: { $0.locator == reader })?.state.contains(.card) == isThere { return }
    try await Task.sleep(for: .milliseconds(5))
  }
  throw DeviceBench.Failure.card
}

func rate(_ plugin: OpenPlugin, _ count: Int, inTransaction: Bool) async throws -> Double {
  let card = try await CardConnection.connect(plugin, options: CardOptions(locator: reader))
  return try await card.perform { card throws in
    if inTransaction { try card.begin(timeout: .seconds(10)) }
    let start = ContinuousClock.now
    for _ in 0..<count {
      guard try card.transmit(command).count == 10 else { throw DeviceBench.Failure.card }
    }
    let time = ContinuousClock.now - start
    if inTransaction { try card.end() }
    return Double(count) / (time / .seconds(1))
  }
}

/// The same through a session, as applications have it.
func sessionRate(_ plugin: OpenPlugin, _ count: Int, inTransaction: Bool) async throws -> Double {
  let challenge = try CommandAPDU(ins: 0x84, expected: 8)
  let session = try await CardReaders(plugin).session(in: reader)
  @Sendable func run(_ card: CardSession) async throws -> Double {
    let start = ContinuousClock.now
    for _ in 0..<count {
      guard try await card.send(challenge).data.count == 8 else { throw DeviceBench.Failure.card }
    }
    return Double(count) / ((ContinuousClock.now - start) / .seconds(1))
  }
  let rate = inTransaction ? try await session.transaction { try await run($0) } : try await run(session)
  await session.close()
  return rate
}

/// Commands a second: ours in each of these ways, and those of a bare client in each of these.
func rates(
  _ ours: [@Sendable () async throws -> Double], _ bare: String, ways: [String], _ rounds: Int, _ count: Int
) async throws -> [Double] {
  var measured = [[Double]](repeating: [], count: ours.count + ways.count)
  for _ in 0..<rounds {
    for (kind, rate) in ours.enumerated() { measured[kind].append(try await rate()) }
    for (kind, way) in ways.enumerated() {
      measured[ours.count + kind] += try DeviceBench.start(bare, ["rate", reader, "\(count)", way])()
    }
  }
  guard measured.allSatisfy({ $0.count == rounds }) else { throw DeviceBench.Failure.bare }
  return measured.map(DeviceBench.median)
}

/// How much later than to the bare client each coming and going of a card is told, in nanoseconds.
func notifications(_ plugin: OpenPlugin, _ bare: String, _ card: VirtualCard, _ insertions: Int) async throws
  -> [Double]
{
  let watch = try await DeviceWatch.open(plugin)
  let others = try DeviceBench.start(bare, ["watch", reader, "\(2 * insertions)"])
  try await Task.sleep(for: .milliseconds(500))
  var times: [Double] = []
  for turn in 0..<insertions {
    let connection = try VirtualCardConnection(card: card)
    for isThere in [true, false] {
      while true {
        let event = try await watch.next(timeout: .seconds(10))
        guard event.locator == reader else { continue }
        if CardReaderState(rawValue: event.readerState).contains(.card) == isThere {
          // When whoever asks has it, as with the other client.
          times.append(Double(DeviceBench.now))
          break
        }
      }
      // Not in step with pcscd's own looking.
      try await Task.sleep(for: .milliseconds(50 + turn * 37 % 400))
      if isThere { connection.remove() }
    }
  }
  let later = zip(times, try others()).map { $0 - $1 }
  guard later.count == 2 * insertions else { throw DeviceBench.Failure.bare }
  return later
}

/// The card in a process of its own, as far from our plugin as from the bare client.
func startCard() throws -> () -> Void {
  let process = Process()
  let life = Pipe()
  process.executableURL = URL(fileURLWithPath: "/proc/self/exe")
  process.arguments = ["card"]
  process.standardInput = life
  try process.run()
  return {
    life.fileHandleForWriting.closeFile()
    process.waitUntilExit()
  }
}

await DeviceBench.run {
  let arguments = CommandLine.arguments
  if arguments.count == 2, arguments[1] == "card" {
    let connection = try VirtualCardConnection(card: VirtualCard())
    while getchar() != EOF {}
    connection.remove()
    return
  }
  guard arguments.count == 6, let rounds = Int(arguments[3]), let commands = Int(arguments[4]),
    let insertions = Int(arguments[5]), rounds > 0, insertions > 0
  else { throw DeviceBench.Failure.usage }
  let isolations: [Isolation] = [.inProcess, .process]
  let plugins = try isolations.map {
    try DeviceBench.open("dev.imprint.device-pcsc", stage: arguments[1], $0)
  }
  let takeOut = try startCard()
  try await waitForCard(plugins[0], true)
  for (name, ways) in [("transaction", ["transaction"]), ("single", ["looking", "waiting"])] {
    let ours = plugins.map { plugin in
      { @Sendable in try await rate(plugin, commands, inTransaction: name == "transaction") }
    }
    let values = try await rates(ours, arguments[2], ways: ways, rounds, commands)
    print(name, values.map { "\(Int($0))" }.joined(separator: " "))
  }
  for (name, way) in [("session-transaction", "transaction"), ("session-single", "bracketed")] {
    let ours = { @Sendable in
      try await sessionRate(plugins[0], commands, inTransaction: way == "transaction")
    }
    let values = try await rates([ours], arguments[2], ways: [way], rounds, commands)
    print(name, values.map { "\(Int($0))" }.joined(separator: " "))
  }
  takeOut()
  try await waitForCard(plugins[0], false)
  let later = try await notifications(plugins[0], arguments[2], VirtualCard(), insertions)
  print("notification", Int(DeviceBench.median(later)), Int(later.max() ?? 0))
}
