// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintCalls
import SystemPackage
import TestSupport
import Testing

@testable import ImprintRuntime

/// The small values that a worker is bounded by, without a worker.
@Suite struct WorkerMeasureTests {
  private let start = ContinuousClock.now

  /// How many of so many lines a budget takes at one moment.
  private func taken(_ count: Int, of bytes: Int, by budget: inout LogBudget, at now: ContinuousClock.Instant)
    -> Int
  {
    var taken = 0
    for _ in 0..<count where budget.takes(bytes, at: now) { taken += 1 }
    return taken
  }

  @Test func aSecondHasRoomForItsBytesAndTheNextOneForAsMany() {
    var budget = LogBudget(bytesPerSecond: 1_000, now: start)
    let line = 100 - LogBudget.bytesOfALine
    let first = taken(12, of: line, by: &budget, at: start)
    #expect(first == 10)
    let early = budget.omission(at: start)
    #expect(early == nil)
    let told = budget.omission(at: start + .seconds(1))
    #expect(told == LogBudget.Omission(lines: 2, bytes: 2 * line))
    let again = (budget.omission(at: start + .seconds(1)), budget.lastOmission())
    #expect(again.0 == nil && again.1 == nil)
    let second = taken(12, of: line, by: &budget, at: start + .seconds(1))
    #expect(second == 10)
  }

  @Test func emptyLinesAreNotFreeAndALongOneIsNotSilenced() {
    var budget = LogBudget(bytesPerSecond: 1_000, now: start)
    let empty = taken(100, of: 0, by: &budget, at: start)
    #expect(empty == 1_000 / LogBudget.bytesOfALine)
    var small = LogBudget(bytesPerSecond: 10, now: start)
    let long = taken(2, of: 5_000, by: &small, at: start)
    #expect(long == 1)
    var unlimited = LogBudget(bytesPerSecond: 0, now: start)
    let all = taken(1_000, of: 1 << 40, by: &unlimited, at: start)
    #expect(all == 1_000)
    // No sum wraps, whatever the numbers are.
    var hostile = LogBudget(bytesPerSecond: .max, now: start)
    let wrapping = taken(2, of: .max - LogBudget.bytesOfALine, by: &hostile, at: start)
    #expect(wrapping == 1)
  }

  @Test func whoIsReadTooOftenIsLeftForAMoment() {
    var pace = ReadingPace(now: start)
    for _ in 0..<100 {
      let rest = pace.take(at: start)
      #expect(rest == .zero)
    }
    let rest = (pace.take(at: start + .milliseconds(4)), pace.take(at: start + .milliseconds(10)))
    #expect(rest.0 == .milliseconds(6) && rest.1 == .zero)
  }

  @Test func whatTheKernelSaysOfAProcessIsAddedUp() throws {
    let status =
      "Name:\tx\nVmRSS:\t  900 kB\nRssAnon:\t  100 kB\nVmSwap:\t 20 kB\nVmPTE:\t 3 kB\nThreads:\t7\n"
    let use = try #require(WorkerUse(status: Array(status.utf8)))
    #expect(use == WorkerUse(memoryBytes: 123 << 10, threads: 7))
    var limits = WorkerLimits()
    limits.memoryBytes = 123 << 10
    limits.threads = 7
    #expect(use.excess(over: limits) == nil)
    limits.threads = 6
    #expect(use.excess(over: limits) == "7 threads, but the limit is 6")
    limits.threads = 0
    limits.memoryBytes -= 1
    #expect(use.excess(over: limits)?.contains("memory") == true)
    limits.memoryBytes = 0
    #expect(use.excess(over: limits) == nil)
    // A process that has ended says nothing of its memory.
    #expect(WorkerUse(status: Array("State:\tZ (zombie)\nThreads:\t1\n".utf8)) == nil)
  }

  // ---- Control groups --------------------------------------------------------

  /// What the kernel says of a process in a group, and a folder in the place of its control groups.
  private func machine(
    group: String, enabled: String, in folder: TemporaryFolder, type: String = "cgroup2"
  ) throws -> String {
    let mounted = "\(folder.path)/groups"
    try folder.write(enabled, to: "groups\(group == "/" ? "" : group)/cgroup.subtree_control")
    try folder.write("", to: "groups\(group == "/" ? "" : group)/cgroup.procs")
    try folder.write(
      "24 1 0:1 / / rw - ext4 x rw\n30 24 0:26 / \(mounted) rw,nosuid - \(type) none rw\n",
      to: "proc/mountinfo")
    try folder.write("1:name=systemd:/x\n0::\(group)\n", to: "proc/cgroup")
    return "\(folder.path)/proc"
  }

  @Test func theGroupOfAContainerIsTaken() throws {
    let folder = try TemporaryFolder()
    let process = try machine(group: "/", enabled: "cpu memory pids\n", in: folder)
    #expect(try ControlGroupPlace.find(nil, process: process).path == "\(folder.path)/groups")
  }

  @Test(arguments: [
    ("/", "cpu pids", "cgroup2"), ("/", "", "cgroup2"), ("/system.slice/x.service", "", "cgroup2"),
    ("/", "memory pids", "cgroup"),
  ])
  func aGroupThatWasNotGivenToTheProgramIsNotTaken(group: String, enabled: String, type: String) throws {
    let folder = try TemporaryFolder()
    // The folder above has all that it takes, and is somebody else's.
    try folder.write("memory pids", to: "groups/system.slice/cgroup.subtree_control")
    try folder.write("", to: "groups/system.slice/cgroup.procs")
    let process = try machine(group: group, enabled: enabled, in: folder, type: type)
    #expect(throws: ControlGroupPlace.Missing.self) { try ControlGroupPlace.find(nil, process: process) }
  }

  @Test func aChosenFolderIsTakenWhereItWillDo() throws {
    let folder = try TemporaryFolder()
    _ = try machine(group: "/", enabled: "memory pids", in: folder)
    #expect(try ControlGroupPlace.find("\(folder.path)/groups").path == "\(folder.path)/groups")
    #expect(throws: ControlGroupPlace.Missing.self) { try ControlGroupPlace.find("\(folder.path)/none") }
  }

  @Test func aGroupThatAnEarlierProgramOfThisNumberLeftIsInNobodysWay() throws {
    let folder = try TemporaryFolder()
    _ = try machine(group: "/", enabled: "memory pids", in: folder)
    let groups = "\(folder.path)/groups"
    // More than this program has made by now: whichever is next is there.
    for number in 1...500 {
      try #require(mkdir("\(groups)/imprint-worker.\(getpid()).\(number)", 0o755) == 0)
    }
    let place = try ControlGroupPlace.find(groups)
    let error = #expect(throws: Errno.self) {
      _ = try WorkerControlGroup(in: place, process: getpid(), limits: WorkerLimits())
    }
    // It was made anew; a folder of no kernel's has no file for the limit.
    #expect(error == .noSuchFileOrDirectory)
  }

  @Test func whereNoGroupCanBeMadeTheWorkerStartsAllTheSameAndNothingIsLeft() throws {
    let folder = try TemporaryFolder()
    _ = try machine(group: "/", enabled: "memory pids", in: folder)
    var policy = WorkerPolicy.quick
    // A folder of no kernel's: there is no file for the limit.
    policy.controlGroup = "\(folder.path)/groups"
    let fixture = try WorkerFixture()
    let carrier = try fixture.carrier(policy)
    #expect(carrier.describe().delivery == .answered(0))
    #expect(fixture.log.lines.contains { $0.message.contains("no control group") })
    #expect(carrier.walls.bounds.controlGroups == nil && carrier.walls.bounds.reason != nil)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/groups").sorted()
        == ["cgroup.procs", "cgroup.subtree_control"])
  }
}
