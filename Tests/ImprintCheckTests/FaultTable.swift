// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization
import TestSupport

@testable import ImprintCheck

/// A plugin with one fault: a line of `Tests/FaultyPlugins/faults.tsv`.
struct PlantedFault: Sendable, CustomStringConvertible {
  let name: String
  /// The source that has it: `matcher`, `tracker`, `cards`, ...
  let plugin: String
  /// The check that is meant to find it.
  let check: String
  /// How that check ends: a word of ``CheckOutcome/word``.
  let outcome: String
  /// Other checks that it breaks too: ids, some with `*` for the rest; `*` alone for any.
  let also: [String]
  let words: String

  var description: String { name }
  /// The folder of its plugin.
  var folder: String { "org.example.faulty-\(name.replacing("_", with: "-"))" }

  init?(line: Substring) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 6, !line.hasPrefix("#") else { return nil }
    (name, plugin, check, outcome) = (fields[0], fields[1], fields[2], fields[3])
    also = fields[4].split(separator: ",").map(String.init)
    words = fields[5]
  }

  /// Whether it is known to break that check as well.
  func breaks(_ check: String) -> Bool {
    check == self.check
      || also.contains { $0.hasSuffix("*") ? check.hasPrefix($0.dropLast()) : check == $0 }
  }

  static let all: [PlantedFault] = {
    let file = BuiltProducts.package.appending(path: "Tests/FaultyPlugins/faults.tsv")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").compactMap { PlantedFault(line: $0) }
  }()
}

/// The sources of plugins that a fault can be planted in: `Tests/FaultyPlugins/kinds.tsv`.
enum FaultySource {
  static let all: [String] = {
    let file = BuiltProducts.package.appending(path: "Tests/FaultyPlugins/kinds.tsv")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
      $0.split(separator: "\t").first.map(String.init)
    }
  }()
}

/// The root with all plugins of `Tests/FaultyPlugins`, built once for all tests, and how far they are looked
/// at.
enum FaultyStage {
  /// Whether everything is looked at, which takes too long for each run: scripts/test-deep does.
  static let isDeep = ProcessInfo.processInfo.environment["IMPRINT_EVERY_FAULT"] != nil

  private static let made = Mutex<Result<TemporaryFolder, any Error>?>(nil)

  /// The ids of checks that plugins without fault are looked at with; `nil` for all, where all are looked at.
  /// Otherwise without those that do a whole workload several times, which `checks/kit` has new plugins
  /// of every kind pass.
  static func checks(_ isMeant: (ConformanceCheck) -> Bool) -> Set<String>? {
    if isDeep { return nil }
    let repeating: Set = [
      "life.cache-changes-nothing", "life.opened-several-times-at-once", "life.calls-leak-nothing",
      "isolation.same-answers",
    ]
    return Set(CheckCatalog.all.filter { isMeant($0) && !repeating.contains($0.id) }.map(\.id))
  }

  static func place(_ folder: String) throws -> PluginPlace {
    let root = try made.withLock { made in
      let root = made ?? Result { try build() }
      made = root
      return try root.get()
    }
    return PluginPlace(folder: "\(root.path)/plugins/\(folder)")
  }

  private static func build() throws -> TemporaryFolder {
    let root = try TemporaryFolder()
    let script = Process()
    script.executableURL = BuiltProducts.package.appending(path: "scripts/lib/stage-faulty.sh")
    script.arguments = [root.path]
    let words = Pipe()
    script.standardError = words
    try script.run()
    let said = words.fileHandleForReading.readDataToEndOfFile()
    script.waitUntilExit()
    guard script.terminationStatus == 0 else {
      throw MissingForTest("the faulty plugins cannot be built: \(String(decoding: said, as: UTF8.self))")
    }
    return root
  }
}
