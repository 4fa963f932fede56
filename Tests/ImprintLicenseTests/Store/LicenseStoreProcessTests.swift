// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintLicense
import TestSupport
import Testing

/// What only a second process shows.
@Suite struct LicenseStoreProcessTests {
  let folder: TemporaryFolder
  let store: LicenseStore
  var path: String { "\(folder.path)/licenses" }

  init() throws {
    folder = try TemporaryFolder()
    store = LicenseStore(folder: "\(folder.path)/licenses", patience: .seconds(60))
  }

  @Test func processesAndTasksThatMakeAndWriteAStoreAtOnceLoseNothing() async throws {
    let writers = try (0..<3).map { _ in try LicenseWriterProcess(path, rounds: 20) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<5 { try await store.update("kiosk") { $0.lastSeen = ($0.lastSeen ?? 0) + 1 } }
        }
      }
      try await group.waitForAll()
    }
    for writer in writers { #expect(try writer.result() == "") }
    #expect(try store.record(of: "kiosk").lastSeen == 80)
  }

  @Test func killedWriterLeavesAWholeRecord() async throws {
    for _ in 0..<5 {
      let before = try store.record(of: "kiosk").lastSeen ?? 0
      let writer = try LicenseWriterProcess(path, rounds: 0, bytes: 60_000)
      // Till it is at work, not for a time that a busy machine exceeds.
      while try store.record(of: "kiosk").lastSeen ?? 0 < before + 3 {
        try await Task.sleep(for: .milliseconds(3))
      }
      writer.process.send(SIGKILL)
      #expect(try writer.result() == "")
      let record = try store.record(of: "kiosk")
      #expect(record.document?.utf8.count == 60_000)
      try await store.update("kiosk") { $0.lastSeen = ($0.lastSeen ?? 0) + 1 }
      #expect(try store.record(of: "kiosk").lastSeen == (record.lastSeen ?? 0) + 1)
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(path)/.staging").isEmpty)
    }
  }

  @Test func fullDiskIsAnErrorAndTheOldStays() async throws {
    try await store.update("kiosk") { $0.document = "old" }
    // A limit on file size stands for the disk: the write fails in the middle, as it does there.
    let writer = try LicenseWriterProcess(
      path, rounds: 1, bytes: 60_000, shell: "trap '' XFSZ; ulimit -f 16; exec")
    #expect(try writer.result() == "no-space")
    #expect(try store.record(of: "kiosk").document == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(path)/.staging").isEmpty)
  }

  @Test(arguments: [0o500, 0o000]) func folderThatCannotBeUsedSaysSo(mode: UInt16) async throws {
    try await store.update("kiosk") { $0.document = "old" }
    // Root may read and write anywhere, so that the store is handed to nobody.
    let isRoot = geteuid() == 0
    chmod(folder.path, 0o755)
    if isRoot {
      let files = try FileManager.default.subpathsOfDirectory(atPath: path)
      for file in [""] + files { try #require(chown("\(path)/\(file)", 65534, 65534) == 0) }
    }
    for name in ["/kiosk", "/.staging", ""] { chmod(path + name, mode_t(mode)) }
    chmod("\(path)/.lock", 0o400)
    defer { for name in ["", "/kiosk", "/.staging"] { chmod(path + name, 0o700) } }
    let shell = isRoot ? "exec setpriv --reuid=65534 --regid=65534 --clear-groups" : "exec"
    #expect(try LicenseWriterProcess(path, rounds: 1, shell: shell).result() == "not-permitted")
  }

  @Test func storeHeldByAnotherIsBusyForWritersAlone() async throws {
    try await store.update("kiosk") { $0.document = "old" }
    let hasty = LicenseStore(folder: path, patience: .milliseconds(50))
    let file = open("\(path)/.lock", O_RDWR)
    try #require(file >= 0 && flock(file, LOCK_EX) == 0)
    #expect(try hasty.record(of: "kiosk").document == "old")
    let error = await #expect(throws: LicenseStoreError.self) {
      try await hasty.update("kiosk") { $0.document = "new" }
    }
    #expect(error?.code == .busy)
    close(file)
    try await hasty.update("kiosk") { $0.document = "new" }
    #expect(try hasty.record(of: "kiosk").document == "new")
  }
}
