// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import ImprintStore
import Testing

@Suite struct DamageTests {
  let scratch: Scratch
  let store: FolderStore

  init() async throws {
    scratch = try Scratch()
    store = try await FolderStore(path: scratch.store)
  }

  @Test func damagedTemplateIsReportedAndTheOthersListed() async throws {
    let user = try await store.addUser(named: "Ada")
    let good = try await store.addTemplate(template([1]), to: user.id)
    let bad = try await store.addTemplate(template([2]), to: user.id)
    let file = "/users/\(user.id)/templates/\(bad.id).impt"
    var bytes = try Data(contentsOf: URL(fileURLWithPath: scratch.store + file))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: URL(fileURLWithPath: scratch.store + file))
    let listing = try await store.templates(of: user.id)
    #expect(listing.items == [good])
    #expect(listing.problems.map(\.place) == [scratch.store + file])
    let gallery = try await store.gallery(algorithm: nil)
    #expect(gallery.items.map(\.template) == [good])
    #expect(gallery.problems == listing.problems)
    #expect(
      await code { () throws(StoreError) in try await store.template(bad.id, of: user.id) } == .damaged)
    // It was left as it is, and can be replaced.
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.store + file)) == bytes)
    _ = try await store.replaceTemplate(bad.id, of: user.id, with: template([3]))
    #expect(try await store.templates(of: user.id).problems.isEmpty)
  }

  @Test(arguments: [
    "", "imprint-user 1\n", "imprint-user 1\nAda", "imprint-user 2\nAda\n", "imprint-user 1\nA\u{1B}[2J\n",
    "imprint-user 1\n" + String(repeating: "x", count: 300) + "\n",
  ]) func damagedUserIsReportedAndTheOthersListed(content: String) async throws {
    let good = try await store.addUser(named: "Good")
    let bad = try await store.addUser(named: "Bad")
    try scratch.write(content, to: "/users/\(bad.id)/user")
    let listing = try await store.users()
    #expect(listing.items == [good])
    #expect(listing.problems.map(\.place) == ["\(scratch.store)/users/\(bad.id)/user"])
    #expect(try scratch.names("/users").count == 2)
    #expect(await code { () throws(StoreError) in try await store.user(bad.id) } == .damaged)
  }

  @Test func strangeFilesAreReportedNotRead() async throws {
    let user = try await store.addUser(named: "Ada")
    let templates = "/users/\(user.id)/templates"
    try scratch.write("x", to: templates + "/readme.txt")
    try scratch.write("x", to: "/users/stray")
    let link = templates + "/\(UniqueID()).impt"
    try FileManager.default.createSymbolicLink(
      atPath: scratch.store + link, withDestinationPath: "/etc/hostname")
    let pipe = templates + "/\(UniqueID()).impt"
    try #require(mkfifo(scratch.store + pipe, 0o600) == 0)
    let folder = templates + "/\(UniqueID()).impt"
    try FileManager.default.createDirectory(
      atPath: scratch.store + folder, withIntermediateDirectories: false)
    let large = templates + "/\(UniqueID()).impt"
    try scratch.write("x", to: large)
    try #require(truncate(scratch.store + large, 1 << 40) == 0)
    let listing = try await store.templates(of: user.id)
    #expect(listing.items.isEmpty)
    #expect(listing.problems.count == 5)
    #expect(try await store.users().problems.map(\.place) == [scratch.store + "/users/stray"])
  }

  @Test func linkInPlaceOfAUserIsNotFollowed() async throws {
    let other = try Scratch()
    let elsewhere = try await FolderStore(path: other.store)
    let victim = try await elsewhere.addUser(named: "Victim")
    try FileManager.default.createSymbolicLink(
      atPath: scratch.store + "/users/\(victim.id)", withDestinationPath: other.store + "/users/\(victim.id)")
    let listing = try await store.users()
    #expect(listing.items.isEmpty && listing.problems.count == 1)
    try await store.removeUser(victim.id)
    #expect(try await elsewhere.users().items == [victim])
  }

  @Test func leftoversOfADeadWriterAreCleanedOnOpening() async throws {
    let user = try await store.addUser(named: "Ada")
    try scratch.write("IMPT half", to: "/staging/\(UniqueID())")
    let half = "/staging/\(UniqueID())"
    try FileManager.default.createDirectory(
      atPath: scratch.store + half + "/templates", withIntermediateDirectories: true)
    try scratch.write("x", to: half + "/templates/x")
    #expect(try await store.users().items == [user])
    _ = try await FolderStore(path: scratch.store)
    #expect(try scratch.names("/staging").isEmpty)
    #expect(try await store.users().items == [user])
  }
}
