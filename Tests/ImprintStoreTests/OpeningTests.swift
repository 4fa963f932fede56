// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import ImprintStore
import Testing

@Suite struct OpeningTests {
  private func open(_ path: String, create: Bool = true) async -> StoreError.Code? {
    await code { () throws(StoreError) in try await FolderStore(path: path, create: create) }
  }

  @Test func folderThatIsNotThereIsMadeOnlyWhereAsked() async throws {
    let scratch = try Scratch()
    #expect(await open(scratch.store, create: false) == .notAStore)
    #expect(!FileManager.default.fileExists(atPath: scratch.store))
    #expect(await open(scratch.store) == nil)
    #expect(await open(scratch.store, create: false) == nil)
    #expect(await open(scratch.path + "/a/b") == .system)
  }

  @Test func folderOfSomethingElseIsRefusedAndUntouched() async throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.store, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    #expect(await open(scratch.store, create: false) == .notAStore)
    try scratch.write("mine", to: "/thesis.txt")
    #expect(await open(scratch.store) == .notAStore)
    #expect(try scratch.names("") == ["thesis.txt"])
    #expect(await open(scratch.store + "/thesis.txt", create: false) == .notAStore)
  }

  @Test(arguments: [0o755, 0o750, 0o705, 0o701]) func folderOthersMayEnterIsRefused(mode: Int) async throws {
    let scratch = try Scratch()
    _ = try await FolderStore(path: scratch.store)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: scratch.store)
    let error = await #expect(throws: StoreError.self) { try await FolderStore(path: scratch.store) }
    #expect(error?.code == .unsafeFolder)
    #expect(error?.remedy.contains("chmod 700") == true)
  }

  @Test(arguments: [
    ("imprint-store 2\n", StoreError.Code.newerStore), ("imprint-store 99\n", .newerStore),
    ("imprint-store 0\n", .notAStore), ("imprint-store x\n", .notAStore), ("", .notAStore),
    ("imprint-store 1", .notAStore),
  ]) func otherVersionIsRefused(content: String, expected: StoreError.Code) async throws {
    let scratch = try Scratch()
    let store = try await FolderStore(path: scratch.store)
    _ = try await store.addUser(named: "Ada")
    try scratch.write(content, to: "/version")
    #expect(await open(scratch.store) == expected)
    #expect(try scratch.names("/users").count == 1)
  }

  @Test func storeThatLostAFolderSaysSo() async throws {
    let scratch = try Scratch()
    let store = try await FolderStore(path: scratch.store)
    try FileManager.default.removeItem(atPath: scratch.store + "/users")
    #expect(await code { () throws(StoreError) in try await store.users() } == .notAStore)
    #expect(await open(scratch.store) == .notAStore)
  }
}
