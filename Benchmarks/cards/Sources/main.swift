// SPDX-License-Identifier: Apache-2.0
// Commands to a card through our plugin, against a client with nothing between; and how long after that client's word ours
// comes that a card was put in or taken out. To be run by scripts/devices/cards.
//
//     CardCall <stage> <bare> <rounds> <commands> <insertions>
//
// Prints, one a line: `transaction <ours/s> <bare/s>` and `single <ours/s> <bare/s>`, medians of interleaved rounds; then
// `notification <ns> <ns>`: the median and the most that ours came later.
import Foundation
import Imprint
import ImprintVirtualCard

enum Failure: Error { case usage, plugin, card, bare }

func median<Value: Comparable>(_ values: [Value]) -> Value { values.sorted()[values.count / 2] }

let reader = "Virtual PCD 00 00"
let command: [UInt8] = [0x00, 0x84, 0x00, 0x00, 0x08]

/// The bare client: its lines, when it has ended.
func bare(_ program: String, _ arguments: [String]) throws -> () throws -> [Double] {
  let process = Process()
  let pipe = Pipe()
  process.executableURL = URL(fileURLWithPath: program)
  process.arguments = arguments
  process.standardOutput = pipe
  try process.run()
  return {
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure.bare }
    return text.split(separator: "\n").compactMap { Double($0) }
  }
}

func waitForCard(_ plugin: OpenPlugin, _ isThere: Bool) async throws {
  for _ in 0..<2000 {
    if try CardReader.list(plugin).first(where: { $0.locator == reader })?.state.contains(.card) == isThere {
      return
    }
    try await Task.sleep(for: .milliseconds(5))
  }
  throw Failure.card
}

func rate(_ plugin: OpenPlugin, _ count: Int, inTransaction: Bool) async throws -> Double {
  let card = try await CardConnection.connect(plugin, options: CardOptions(locator: reader))
  return try await card.perform { card throws in
    if inTransaction { try card.begin() }
    let start = ContinuousClock.now
    for _ in 0..<count {
      guard try card.transmit(command).count == 10 else { throw Failure.card }
    }
    let time = ContinuousClock.now - start
    if inTransaction { try card.end() }
    return Double(count) / (time / .seconds(1))
  }
}

func run() async throws {
  let arguments = CommandLine.arguments
  guard arguments.count == 6, let rounds = Int(arguments[3]), let commands = Int(arguments[4]),
    let insertions = Int(arguments[5]), rounds > 0, insertions > 0
  else { throw Failure.usage }
  let catalog = PluginCatalog.discover(
    PluginSearchPath(roots: [PluginRoot(path: arguments[1], origin: .explicit)]))
  guard let found = catalog.plugin(withID: "dev.imprint.device-pcsc") else { throw Failure.plugin }
  let plugin = try PluginRuntime(
    catalog: catalog, trust: .off, logger: ImprintConfiguration().logger, hostName: "bench",
    hostVersion: "1.0.0"
  ).open(found)

  let card = VirtualCard()
  let connection = try VirtualCardConnection(card: card)
  try await waitForCard(plugin, true)
  for (name, inTransaction) in [("transaction", true), ("single", false)] {
    var ours: [Double] = []
    var theirs: [Double] = []
    for _ in 0..<rounds {
      ours.append(try await rate(plugin, commands, inTransaction: inTransaction))
      let rest = inTransaction ? ["transaction"] : []
      theirs += try bare(arguments[2], ["rate", reader, "\(commands)"] + rest)()
    }
    guard !theirs.isEmpty else { throw Failure.bare }
    print(name, Int(median(ours)), Int(median(theirs)))
  }
  connection.remove()
  try await waitForCard(plugin, false)

  let watch = try await DeviceWatch.open(plugin)
  let others = try bare(arguments[2], ["watch", reader, "\(2 * insertions)"])
  try await Task.sleep(for: .milliseconds(500))
  var times: [Double] = []
  for turn in 0..<insertions {
    let connection = try VirtualCardConnection(card: card)
    for isThere in [true, false] {
      while true {
        let event = try await watch.next(timeout: .seconds(10))
        if CardReaderState(rawValue: event.readerState).contains(.card) == isThere {
          // When whoever asks has it, as with the other client.
          var time = timespec()
          clock_gettime(CLOCK_MONOTONIC, &time)
          times.append(Double(time.tv_sec) * 1e9 + Double(time.tv_nsec))
          break
        }
      }
      // Not in step with pcscd's own looking.
      try await Task.sleep(for: .milliseconds(50 + turn * 37 % 400))
      if isThere { connection.remove() }
    }
  }
  let later = zip(times, try others()).map { $0 - $1 }
  guard later.count == 2 * insertions, let most = later.max() else { throw Failure.bare }
  print("notification", Int(median(later)), Int(most))
}

do {
  try await run()
} catch {
  FileHandle.standardError.write(Data("CardCall: \(error)\n".utf8))
  exit(1)
}
