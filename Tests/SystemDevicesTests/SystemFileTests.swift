// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import SystemDevices

/// What is read of the kernel's files.
@Suite struct SystemFileTests {
  private let status = "state: RUNNING\nowner_pid   : 4711\nTgid:\t4700\nempty:\n"

  @Test func aValueStandsBehindItsKeyAndSeparators() {
    #expect(value(of: "owner_pid", in: status) == "4711")
    #expect(value(of: "Tgid", in: status) == "4700")
    #expect(value(of: "empty", in: status) == "")
    #expect(value(of: "pid", in: status) == nil)
  }

  @Test func aTextEndsBeforeANullAndItsLineBreaks() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "text")
    try Data("one\ntwo\n\n\0three".utf8).write(to: file)
    #expect(text(of: file.path) == "one\ntwo")
    #expect(text(of: file.path, limit: 2) == "on")
    #expect(text(of: folder.url.appending(path: "none").path) == nil)
    // A folder opens, and cannot be read.
    #expect(text(of: folder.url.path) == nil)
  }

  @Test func aGroupThatIsNotListedIsItsNumber() {
    #expect(UserGroup.name(of: 4711, in: "/nowhere") == "4711")
  }

  @Test func theIDOfADeviceIsTheFirstThatNoOtherHas() {
    #expect(
      uniqueIDs(among: [["serial", "port 1"], ["serial", "port 2"], ["serial 2", "port 2"], ["serial"]])
        == ["port 1", nil, "serial 2", nil])
  }
}
