// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import TestSupport

/// What processes hold at a moment.
struct HeldResources {
  /// Resident, in KiB, without pages of files, which the kernel gives and takes as it likes.
  private(set) var memory = 0
  private(set) var descriptors = 0
  private(set) var threads = 0

  static func ofThisProcess() throws -> HeldResources {
    var held = HeldResources()
    try held.add("/proc/self")
    return held
  }

  /// Of the workers that stay: one that ends with its capture is waited for.
  /// - Throws: where a worker may not be looked into: root may.
  static func ofWorkers() async throws -> HeldResources {
    while true {
      let folders = try workerFolders()
      try await Task.sleep(for: .milliseconds(50))
      var held = HeldResources()
      do {
        for folder in folders { try held.add(folder) }
        if try workerFolders() == folders { return held }
      } catch {
        // One that ended meanwhile is none; of those that are there it says something.
        if try workerFolders() == folders { throw error }
      }
    }
  }

  static func + (one: HeldResources, other: HeldResources) -> HeldResources {
    var sum = one
    sum.memory += other.memory
    sum.descriptors += other.descriptors
    sum.threads += other.threads
    return sum
  }

  private mutating func add(_ folder: String) throws {
    let files = FileManager.default
    let status = try String(contentsOfFile: "\(folder)/status", encoding: .utf8).split(separator: "\n")
    for name in ["RssAnon:", "RssShmem:"] {
      guard let words = status.first(where: { $0.hasPrefix(name) })?.split(whereSeparator: \.isWhitespace),
        words.count > 1, let kibibytes = Int(words[1])
      else { throw MissingForTest("\(folder)/status says nothing of \(name)") }
      memory += kibibytes
    }
    do {
      descriptors += try files.contentsOfDirectory(atPath: "\(folder)/fd").count
    } catch {
      throw MissingForTest("\(folder) cannot be looked into, which root may: \(error)")
    }
    threads += try files.contentsOfDirectory(atPath: "\(folder)/task").count
  }

  /// Processes that this one has started and that have not ended.
  private static func workerFolders() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").sorted().compactMap { name in
      guard Int32(name) != nil,
        let line = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
        let end = line.lastIndex(of: ")")
      else { return nil }
      // After its name: its state, and its parent.
      let fields = line[end...].split(separator: " ").dropFirst().prefix(2)
      return fields.first != "Z" && fields.last.map(String.init) == "\(getpid())" ? "/proc/\(name)" : nil
    }
  }
}
