// SPDX-License-Identifier: Apache-2.0
internal import ImprintThreads
private import Synchronization

/// One search of several blocks, by one or several threads. What it finds does not depend on how many.
final class SearchRun: Sendable {
  /// A block, and how many of its entries are searched.
  typealias Part = (block: SearchBlock, used: Int)

  /// A hit, and the number of its block.
  typealias Found = (block: Int, hit: SearchHit)

  private struct State {
    /// The blocks that are left, by number; the next one is the last.
    var left: [Int]
    var best: [Found] = []
    /// The thread's that failed first. The others end with their block.
    var error: PluginCallError?
  }

  private let parts: [Part]
  private let probe: TemplatePayload
  private let most: Int
  private let least: Float
  private let similarities: ClosedRange<Float>
  private let state: Mutex<State>

  /// - Parameters:
  ///   - most: the greatest number of hits, at least one.
  ///   - least: the lowest similarity of a hit.
  ///   - similarities: the possible ones.
  init(
    _ parts: [Part], for probe: TemplatePayload, most: Int, least: Float,
    within similarities: ClosedRange<Float>
  ) {
    self.parts = parts
    self.probe = probe
    self.most = most
    self.least = least
    self.similarities = similarities
    // The longest first, so that all threads end at nearly the same time.
    state = Mutex(
      State(left: parts.indices.filter { parts[$0].used > 0 }.sorted { parts[$0].used < parts[$1].used }))
  }

  /// Searches all of them. Blocks the calling thread, which is one of `threads`; where no more can be
  /// started, it does the rest.
  /// - Parameter isCancelled: asked before each block, on the calling thread.
  /// - Returns: the best, each group once, the most alike first; of equals the first.
  func run(
    threads: Int, isCancelled: () -> PluginCallError?
  ) throws(PluginCallError) -> [Found] {
    let others = min(threads, state.withLock { $0.left.count }) - 1
    var started: [SystemThread] = []
    for _ in 0..<max(others, 0) {
      guard let thread = another() else { break }
      started.append(thread)
    }
    work(isCancelled)
    for thread in started { thread.join() }
    return try state.withLock { state throws(PluginCallError) in
      if let error = state.error { throw error }
      return state.best
    }
  }

  /// - Returns: `nil` where no thread can be started.
  private func another() -> SystemThread? {
    do throws(SystemThreadError) { return try SystemThread.start { self.work { nil } } } catch { return nil }
  }

  private func work(_ isCancelled: () -> PluginCallError?) {
    while let (number, bound) = next() {
      do throws(PluginCallError) {
        if let error = isCancelled() { throw error }
        let found = try parts[number].block.search(
          probe, used: parts[number].used, most: most, least: bound, within: similarities)
        state.withLock { $0.best = Self.merged($0.best, found.map { (number, $0) }, most: most) }
      } catch {
        state.withLock { $0.error = $0.error ?? error }
      }
    }
  }

  /// The next block, and what a hit of it must at least have: no less than the last of those wanted.
  private func next() -> (number: Int, bound: Float)? {
    state.withLock { state in
      guard state.error == nil, let number = state.left.popLast() else { return nil }
      let last = state.best.count == most ? state.best.last?.hit.similarity : nil
      return (number, max(least, last ?? least))
    }
  }

  /// Merges the best of both: each group once; among equals the lower block and then the lower entry wins.
  private static func merged(_ before: [Found], _ found: [Found], most: Int) -> [Found] {
    guard !before.isEmpty else { return found }
    var (left, right) = (before[...], found[...])
    var groups: Set<UInt32> = []
    var merged: [Found] = []
    while merged.count < most {
      let next: Found
      switch (left.first, right.first) {
      case (let old?, let new?):
        if isBefore(old, new) {
          (next, left) = (old, left.dropFirst())
        } else {
          (next, right) = (new, right.dropFirst())
        }
      case (let old?, nil): (next, left) = (old, left.dropFirst())
      case (nil, let new?): (next, right) = (new, right.dropFirst())
      case (nil, nil): return merged
      }
      if groups.insert(next.hit.group).inserted { merged.append(next) }
    }
    return merged
  }

  private static func isBefore(_ one: Found, _ other: Found) -> Bool {
    if one.hit.similarity != other.hit.similarity { return one.hit.similarity > other.hit.similarity }
    return (one.block, one.hit.entry) < (other.block, other.hit.entry)
  }
}
