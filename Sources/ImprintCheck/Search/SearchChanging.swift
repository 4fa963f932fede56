// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import Glibc
internal import ImprintManifest
internal import ImprintRuntime
internal import Synchronization

/// Searches while the host adds and removes entries.
extension MatcherSearchChecks {
  static let changesMeanwhile = check(
    "changes-while-searching",
    "While entries are added and removed, concurrent searches find each that was living throughout, "
      + "unchanged, "
      + "and none that was removed before they began.",
    rules: ["R-27", "R-39", "R-40"]
  ) { probe, _ in
    try probe.plugin.host.found.manifest.expectParallel()
    let trial = try ChangingBlock(probe)
    let end = ContinuousClock.now + .milliseconds(1200)
    // Elapsed time alone may mean little on a busy machine.
    let fewestRounds: UInt32 = 5
    var round: UInt32 = 0
    while ContinuousClock.now < end || round < fewestRounds {
      try trial.run(round: round)
      round += 1
    }
  }
}

/// A block that one thread changes while others search it. Entries are added in order, each is removed after
/// a number of further ones, and none is used twice in a round.
private final class ChangingBlock: Sendable {
  private static let capacity = 128
  private static let living = 16
  private static let searchers = 3

  private let search: SearchProbe
  private let templates: [[UInt8]]
  private let entries: [[UInt8]]
  /// The similarities of all pairs of templates by search.
  private let alike: [[UInt32: Float]]

  /// Entries below have been added; are about to be removed; have been removed.
  private let added = Atomic<Int>(0)
  private let leaving = Atomic<Int>(0)
  private let gone = Atomic<Int>(0)
  private let isOver = Atomic(false)

  init(_ probe: SearchProbe) throws {
    templates = try probe.matcher.templates(4)
    entries = try probe.entries(templates)
    probe.block.fill(entries)
    alike = try templates.map { template in
      let hits = try probe.hits(template, "for one of its own templates")
      return Dictionary(hits.map { ($0.entry, $0.similarity) }) { first, _ in first }
    }
    search = try probe.again(capacity: Self.capacity)
    search.block.open()
  }

  /// Changes the whole block once, while all threads search.
  func run(round: UInt32) throws {
    search.block.live { _ in false }
    // Entries never added may hold anything.
    let waste = [UInt8](repeating: 0xA5, count: search.block.entryBytes)
    for entry in 0..<Self.capacity { search.block.waste(entry, waste, group: .max) }
    added.store(0, ordering: .relaxed)
    leaving.store(0, ordering: .relaxed)
    gone.store(0, ordering: .relaxed)
    isOver.store(false, ordering: .releasing)
    try Parallel.trying(threads: Self.searchers + 1) { [self] thread, failure in
      if thread == 0 { change(round, until: failure) } else { try look(thread, round) }
    }
  }

  private func group(_ entry: Int, _ round: UInt32) -> UInt32 { round &* 1000 &+ UInt32(entry) }

  private func change(_ round: UInt32, until failure: Parallel.Failure) {
    for entry in 0..<Self.capacity where !failure.isThere {
      search.block.set(entry, to: entries[entry % entries.count], group: group(entry, round))
      added.store(entry + 1, ordering: .releasing)
      if entry >= Self.living {
        let oldest = entry - Self.living
        leaving.store(oldest + 1, ordering: .releasing)
        search.block.clear(oldest)
        gone.store(oldest + 1, ordering: .releasing)
      }
      usleep(150)
    }
    isOver.store(true, ordering: .releasing)
  }

  private func look(_ thread: Int, _ round: UInt32) throws {
    let one = (thread + Int(round)) % templates.count
    while !isOver.load(ordering: .acquiring) {
      let (dead, there) = (gone.load(ordering: .acquiring), added.load(ordering: .acquiring))
      let hits = try search.hits(
        templates[one], used: Self.capacity, room: Self.capacity, "while entries were added and removed")
      let left = leaving.load(ordering: .acquiring)
      for hit in hits { try judge(hit, one, round, dead: dead) }
      let found = Set(hits.map { Int($0.entry) })
      let missing = (left..<max(left, there)).first { !found.contains($0) }
      try expect(
        missing == nil,
        "while entries were added and removed it did not find entry \(missing ?? 0), which was living "
          + "throughout "
          + "(R-40).", place: "matcher-search.search")
    }
  }

  private func judge(_ hit: imp_search_hit, _ one: Int, _ round: UInt32, dead: Int) throws {
    let entry = Int(hit.entry)
    try expect(
      entry >= dead,
      "it found entry \(entry), which had been removed before the search began (R-39).",
      place: "matcher-search.search")
    let expected = alike[one][UInt32(entry % entries.count)]
    // An inexact one may give the same entry another similarity among other entries.
    let isAlike =
      search.form.exact == 1
      ? hit.similarity.bitPattern == expected?.bitPattern : hit.similarity.isFinite
    try expect(
      hit.group == group(entry, round) && isAlike,
      "while entries were added and removed it returned entry \(entry) with group \(hit.group) and "
        + "similarity \(hit.similarity); group \(group(entry, round)) and \(expected ?? .nan) had been "
        + "written before "
        + "its bit was set (R-39).", place: "matcher-search.search")
  }
}
