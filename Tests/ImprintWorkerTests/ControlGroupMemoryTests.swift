// SPDX-License-Identifier: Apache-2.0
import TestSupport
import Testing

@testable import ImprintRuntime

/// What control groups have left, by drawn folders.
struct ControlGroupMemoryTests {
  /// What the kernel says of a process, and groups in the place of its control groups.
  private struct Machine {
    let folder: TemporaryFolder
    private(set) var mounts = "24 1 0:1 / / rw - ext4 x rw\n"
    private(set) var groups = "1:name=systemd:/x\n"

    init() throws { folder = try TemporaryFolder() }

    /// - Parameter root: the group that is shown where it is mounted.
    mutating func mount(_ version: ControlGroupMount.Version, root: String = "/", own: String) {
      switch version {
      case .first:
        mounts +=
          "31 24 0:26 \(root) \(folder.path)/cpu rw,nosuid shared:9 - cgroup cgroup rw,cpu\n"
          + "32 24 0:27 \(root) \(folder.path)/one rw,nosuid shared:9 - cgroup cgroup rw,memory\n"
        groups += "3:cpuset,memory:\(own)\n"
      case .second:
        mounts += "33 24 0:28 \(root) \(folder.path)/two rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n"
        groups += "0::\(own)\n"
      }
    }

    func group(_ path: String, _ files: [String: String]) throws {
      for (name, text) in files { try folder.write(text, to: "\(path)/\(name)") }
    }

    func left() throws -> Int? {
      try folder.write(mounts, to: "proc/mountinfo")
      try folder.write(groups, to: "proc/cgroup")
      return ControlGroupMemory.left(process: "\(folder.path)/proc")
    }
  }

  private func second(
    max: String = "max", high: String = "max", current: Int, stat: String = ""
  ) -> [String: String] {
    [
      "memory.max": "\(max)\n", "memory.high": "\(high)\n", "memory.current": "\(current)\n",
      "memory.stat": stat,
    ]
  }

  private func first(limit: Int, usage: Int, stat: String = "", hierarchy: Int = 1) -> [String: String] {
    [
      "memory.limit_in_bytes": "\(limit)\n", "memory.usage_in_bytes": "\(usage)\n", "memory.stat": stat,
      "memory.use_hierarchy": "\(hierarchy)\n",
    ]
  }

  @Test func nothingIsKnownWhereThereAreNoGroupsOrNoLimits() throws {
    var machine = try Machine()
    #expect(try machine.left() == nil)
    machine.mount(.first, own: "/a")
    machine.mount(.second, own: "/b")
    #expect(try machine.left() == nil)
    try machine.group("two/b", second(current: 5))
    // What the kernel says where there is none: the largest number of pages.
    try machine.group("one/a", first(limit: 9_223_372_036_854_771_712, usage: 5))
    #expect(try machine.left() == nil)
  }

  @Test func filesThatTheKernelGivesBackAreFreeAndSharedMemoryIsNot() throws {
    var machine = try Machine()
    machine.mount(.second, own: "/a")
    let stat = "anon 10\nfile 700\nshmem 200\ninactive_anon 200\nactive_file 300\ninactive_file 200\n"
    try machine.group("two/a", second(max: "1000", current: 900, stat: stat))
    #expect(try machine.left() == 600)
    try machine.group("two/a", second(max: "1000", current: 1200, stat: "inactive_file 100\n"))
    #expect(try machine.left() == 0)
    // Counters are not all of one moment.
    try machine.group("two/a", second(max: "1000", current: 100, stat: "inactive_file 200\n"))
    #expect(try machine.left() == 1000)
  }

  @Test func theGroupAboveMayHaveLess() throws {
    var machine = try Machine()
    machine.mount(.second, own: "/a/b/c")
    try machine.group("two/a/b/c", second(max: "1000", current: 100))
    #expect(try machine.left() == 900)
    try machine.group("two/a/b", second(current: 100))
    try machine.group("two/a", second(max: "2000", current: 1600, stat: "active_file 50\n"))
    #expect(try machine.left() == 450)
    // As in a container: the topmost that is shown has a limit.
    try machine.group("two", second(max: "3000", current: 2900))
    #expect(try machine.left() == 100)
    try machine.group("two/other", second(max: "10", current: 10))
    #expect(try machine.left() == 100)
  }

  @Test func beyondTheHighLimitItIsSlowedSoThatIsOneToo() throws {
    var machine = try Machine()
    machine.mount(.second, own: "/a")
    try machine.group("two/a", second(max: "1000", high: "700", current: 100))
    #expect(try machine.left() == 600)
    try machine.group("two/a", second(high: "800", current: 100))
    #expect(try machine.left() == 700)
  }

  @Test func theFirstVersionIsReadToo() throws {
    var machine = try Machine()
    machine.mount(.first, own: "/a/b")
    machine.mount(.second, own: "/")
    let stat = "cache 900\ntotal_cache 900\ninactive_file 1\ntotal_inactive_file 200\ntotal_active_file 100\n"
    try machine.group("one/a/b", first(limit: 1000, usage: 800, stat: stat))
    #expect(try machine.left() == 500)
    try machine.group("one/a", first(limit: 400, usage: 300))
    #expect(try machine.left() == 100)
    // There it does not count what is below it, nor limit that.
    try machine.group("one/a", first(limit: 400, usage: 300, hierarchy: 0))
    #expect(try machine.left() == 500)
  }

  @Test func theSmallerOneOfBothVersionsCounts() throws {
    var machine = try Machine()
    machine.mount(.first, own: "/a")
    machine.mount(.second, own: "/b")
    try machine.group("one/a", first(limit: 1000, usage: 300))
    try machine.group("two/b", second(max: "500", current: 300))
    #expect(try machine.left() == 200)
    try machine.group("two/b", second(max: "5000", current: 300))
    #expect(try machine.left() == 700)
  }

  /// A container is shown its own group where the hierarchy is mounted, and may be told its name outside.
  @Test(arguments: [("/docker/1", "/docker/1"), ("/", "/"), ("/", "/../../x"), ("/docker/1", "/docker/12")])
  func aContainersGroupIsTheFolderItself(root: String, own: String) throws {
    var machine = try Machine()
    machine.mount(.second, root: root, own: own)
    try machine.group("two", second(max: "1000", current: 400))
    try machine.group("two/docker/1", second(max: "10", current: 5))
    #expect(try machine.left() == 600)
  }

  @Test func aGroupBelowAContainersIsFound() throws {
    var machine = try Machine()
    machine.mount(.first, root: "/docker/1", own: "/docker/1/a b")
    try machine.group("one", first(limit: 1000, usage: 100))
    try machine.group("one/a b", first(limit: 700, usage: 100))
    #expect(try machine.left() == 600)
  }

  @Test func aFolderWithASpaceIsReadAsTheKernelWritesIt() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "1 1 0:1 / \(folder.path)/a\\040b\\134c rw - cgroup2 x rw\n", to: "proc/mountinfo")
    try folder.write("0::/\n", to: "proc/cgroup")
    let mount = try #require(ControlGroupMount.find(.second, process: "\(folder.path)/proc"))
    #expect(mount.folders == ["\(folder.path)/a b\\c"])
  }

  @Test(arguments: [
    "", "x", "30 24 0:26 / /x rw -", "30 24 0:26 / /x rw - cgroup2", "- - - - - - - - - -", "\\",
  ])
  func linesThatAreNoneArePassedOver(line: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("\(line)\n\(line)", to: "proc/mountinfo")
    try folder.write("\(line)\n0::x\n:::\n0::\n", to: "proc/cgroup")
    for version in [ControlGroupMount.Version.first, .second] {
      #expect(ControlGroupMount.find(version, process: "\(folder.path)/proc") == nil)
    }
    #expect(ControlGroupMemory.left(process: "\(folder.path)/proc") == nil)
  }

  @Test(arguments: ["", "-5", "99999999999999999999999", "many", "max"])
  func numbersThatAreNoneAreNoLimit(text: String) throws {
    var machine = try Machine()
    machine.mount(.second, own: "/a")
    try machine.group("two/a", second(max: text, current: 1, stat: "active_file \(text)\n\(text)\n"))
    #expect(try machine.left() == nil)
  }

  /// Whatever machine this runs on.
  @Test func thisProcesssGroupsCanBeRead() {
    let left = ControlGroupMemory.left()
    #expect(left.map { $0 >= 0 } ?? true)
  }
}
