// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import ImprintStore
import TestSupport
import Testing

/// What only a second process shows.
@Suite struct ProcessTests {
  @Test func processesAndTasksWriteAtOnce() async throws {
    let scratch = try Scratch()
    let store = try await FolderStore(path: scratch.store, patience: .seconds(60))
    let writers = try (0..<2).map { _ in try Writer(scratch.store, users: 20) }
    let own = try template()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<5 {
            let user = try await store.addUser(named: "task")
            _ = try await store.addTemplate(own, to: user.id)
            #expect(try await store.users().problems.isEmpty)
          }
        }
      }
      try await group.waitForAll()
    }
    for writer in writers { #expect(try writer.result() == "") }
    let gallery = try await store.gallery(algorithm: nil)
    #expect(gallery.items.count == 60 && gallery.problems.isEmpty)
  }

  @Test func killedWriterLeavesOnlyWholeThings() async throws {
    let scratch = try Scratch()
    let store = try await FolderStore(path: scratch.store)
    for _ in 0..<5 {
      let writer = try Writer(scratch.store, users: 0, bytes: 200_000)
      let before = try await store.users().items.count
      // Till it is at work, not for a time that a busy machine exceeds.
      while try await store.users().items.count < before + 3 { try await Task.sleep(for: .milliseconds(3)) }
      writer.process.send(SIGKILL)
      #expect(try writer.result() == "")
      let again = try await FolderStore(path: scratch.store)
      #expect(try scratch.names("/staging").isEmpty)
      let gallery = try await again.gallery(algorithm: nil)
      #expect(gallery.problems.isEmpty)
      #expect(try await again.users().items.count - gallery.items.count <= 5)
    }
  }

  @Test func fullDiskIsAnErrorAndTheOldStays() async throws {
    let scratch = try Scratch()
    let store = try await FolderStore(path: scratch.store)
    let user = try await store.addUser(named: "Ada")
    let kept = try await store.addTemplate(template(), to: user.id)
    // A limit on file size stands for the disk: the write fails in the middle, as it does there.
    let writer = try Writer(
      scratch.store, users: 1, bytes: 500_000, shell: "trap '' XFSZ; ulimit -f 64; exec")
    #expect(try writer.result() == "no-space")
    #expect(try scratch.names("/staging").isEmpty)
    let gallery = try await store.gallery(algorithm: nil)
    #expect(gallery.items.map(\.template) == [kept] && gallery.problems.isEmpty)
  }

  @Test func readOnlyFolderCanBeReadAndSaysWhyNotWritten() async throws {
    let scratch = try Scratch()
    let store = try await FolderStore(path: scratch.store)
    _ = try await store.addUser(named: "Ada")
    // Root may write anywhere, so that the store is handed to nobody.
    let isRoot = geteuid() == 0
    if isRoot {
      let files = try FileManager.default.subpathsOfDirectory(atPath: scratch.store)
      for file in [""] + files { try #require(chown("\(scratch.store)/\(file)", 65534, 65534) == 0) }
    }
    for name in ["/users", "/staging", ""] { chmod(scratch.store + name, 0o500) }
    defer { for name in ["", "/users", "/staging"] { chmod(scratch.store + name, 0o700) } }
    let shell = isRoot ? "exec setpriv --reuid=65534 --regid=65534 --clear-groups" : "exec"
    #expect(try Writer(scratch.store, users: 1, shell: shell).result() == "read-only")
    chmod(scratch.store + "/lock", 0o400)
    #expect(try Writer(scratch.store, users: 1, shell: shell).result() == "read-only")
  }

  @Test func storeHeldByAnotherProcessIsBusy() async throws {
    let scratch = try Scratch()
    let store = try await FolderStore(path: scratch.store, patience: .milliseconds(50))
    let file = open(scratch.store + "/lock", O_RDWR | O_CLOEXEC)
    try #require(file >= 0 && flock(file, LOCK_EX) == 0)
    #expect(await code { () throws(StoreError) in try await store.users() } == .busy)
    // Opening does not wait for it.
    #expect(await code { () throws(StoreError) in try await FolderStore(path: scratch.store) } == nil)
    try #require(flock(file, LOCK_SH) == 0)
    #expect(await code { () throws(StoreError) in try await store.users() } == nil)
    #expect(await code { () throws(StoreError) in try await store.addUser(named: "x") } == .busy)
    // A process that another test starts has a copy of the descriptor for a moment: closing would leave it
    // the lock.
    try #require(flock(file, LOCK_UN) == 0)
    close(file)
    #expect(await code { () throws(StoreError) in try await store.addUser(named: "x") } == nil)
  }

  @Test func waitingTaskCanBeCancelled() async throws {
    let scratch = try Scratch()
    let store = try await FolderStore(path: scratch.store, patience: .seconds(600))
    let file = open(scratch.store + "/lock", O_RDWR)
    defer { close(file) }
    try #require(file >= 0 && flock(file, LOCK_EX) == 0)
    let task = Task { await code { () throws(StoreError) in try await store.users() } }
    task.cancel()
    #expect(await task.value == .cancelled)
  }
}
