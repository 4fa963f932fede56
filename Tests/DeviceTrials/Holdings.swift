// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc

/// What plugins hold at a moment: of this process, and of its workers where the plugins run in those.
struct Holdings: Equatable, CustomStringConvertible {
  private(set) var workers = 0
  private(set) var descriptors = 0
  /// What the descriptors are of, for the log of a failure.
  private var kinds: [String: Int] = [:]
  private(set) var threads = 0
  /// A node's buffers that are mapped.
  private(set) var buffers = 0

  /// Those of the language's and the system's pools come and go by themselves.
  private static let idleThreads = 4

  var description: String {
    "\(descriptors) descriptors, \(threads) threads, \(buffers) buffers and \(workers) workers"
  }

  /// - Parameter path: whose buffers are counted.
  static func now(of path: String? = nil) throws -> Holdings {
    var held = Holdings()
    try held.add(process: "/proc/self", path)
    guard TrialIsolation.isWorker else { return held }
    for worker in try workerFolders() where try held.addWorker(worker, path) { held.workers += 1 }
    return held
  }

  /// What is held once nothing is being opened or closed any more.
  static func settled(of path: String? = nil) async throws -> Holdings {
    var last = try now(of: path)
    for _ in 0..<30 {
      try await Task.sleep(for: .milliseconds(100))
      let next = try now(of: path)
      if next == last { break }
      last = next
    }
    return last
  }

  /// Waits until no more is held than now, when this was taken.
  func expectNoMore(after what: String, of path: String? = nil) async throws {
    let deadline = ContinuousClock.now + .seconds(5)
    var held = try Self.now(of: path)
    while held.isMore(than: self), ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(10))
      held = try Self.now(of: path)
    }
    let more = held.kinds.filter { $0.value > kinds[$0.key, default: 0] }
    try expect(
      !held.isMore(than: self), "after \(what) there are \(held), and before \(self); more of \(more)")
    measured("after \(what): \(held); before: \(self)")
  }

  private func isMore(than other: Holdings) -> Bool {
    workers > other.workers || descriptors > other.descriptors || buffers > other.buffers
      || threads > other.threads + Self.idleThreads
  }

  /// - Returns: `false` where it has ended meanwhile.
  private mutating func addWorker(_ folder: String, _ path: String?) throws -> Bool {
    var held = self
    do {
      try held.add(process: folder, path)
    } catch {
      // One that is there and may not be looked into would be a trial that sees nothing.
      guard try Self.workerFolders().contains(folder) else { return false }
      throw TrialFailure("\(folder) cannot be looked into, which root may: \(error)")
    }
    self = held
    return true
  }

  private mutating func add(process folder: String, _ path: String?) throws {
    let files = FileManager.default
    for name in try files.contentsOfDirectory(atPath: "\(folder)/fd") {
      descriptors += 1
      let place = (try? files.destinationOfSymbolicLink(atPath: "\(folder)/fd/\(name)")) ?? "?"
      kinds[String(place.filter { !$0.isNumber }), default: 0] += 1
    }
    threads += try files.contentsOfDirectory(atPath: "\(folder)/task").count
    guard let path else { return }
    buffers += try String(contentsOfFile: "\(folder)/maps", encoding: .utf8).split(separator: "\n")
      .count { $0.contains(path) }
  }

  /// The workers of this process that have not ended.
  private static func workerFolders() throws -> [String] {
    let own = "\(getpid())"
    return try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { name in
      guard Int32(name) != nil,
        let line = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
        line.contains("(imprint-worker)"), let end = line.lastIndex(of: ")")
      else { return nil }
      // After its name: its state, and its parent.
      let fields = line[end...].split(separator: " ").dropFirst().prefix(2)
      return fields.first != "Z" && fields.last.map(String.init) == own ? "/proc/\(name)" : nil
    }
  }
}
