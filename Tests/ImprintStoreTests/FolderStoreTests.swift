// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import ImprintStore
import Testing

@Suite struct FolderStoreTests {
  let scratch: Scratch
  let store: FolderStore

  init() async throws {
    scratch = try Scratch()
    store = try await FolderStore(path: scratch.store)
  }

  @Test func newStoreIsEmpty() async throws {
    let users = try await store.users()
    #expect(users.items.isEmpty && users.problems.isEmpty)
    #expect(try scratch.names("/staging").isEmpty)
  }

  @Test func usersAndTemplatesOutliveTheStoreObject() async throws {
    let ada = try await store.addUser(named: "Ada")
    let first = try await store.addTemplate(template([1]), to: ada.id)
    let second = try await store.addTemplate(template([2]), to: ada.id)
    let again = try await FolderStore(path: scratch.store, create: false)
    #expect(try await again.user(ada.id) == ada)
    #expect(try await again.templates(of: ada.id).items == [first, second].sorted { $0.id < $1.id })
    #expect(try await again.template(first.id, of: ada.id).template == template([1]))
    #expect(first.created > 1_600_000_000)
  }

  @Test func sameNamesAreDifferentPeople() async throws {
    let one = try await store.addUser(named: "Kim")
    let two = try await store.addUser(named: "Kim")
    _ = try await store.addUser(named: "kim")
    #expect(one.id != two.id)
    #expect(try await Set(store.users(named: "Kim").items.map(\.id)) == [one.id, two.id])
  }

  @Test func renamedUserKeepsTheirTemplates() async throws {
    let user = try await store.addUser(named: "Before")
    let kept = try await store.addTemplate(template(), to: user.id)
    let renamed = try await store.renameUser(user.id, to: "After")
    #expect(renamed.id == user.id && renamed.name == "After")
    #expect(try await store.user(user.id) == renamed)
    #expect(try await store.templates(of: user.id).items == [kept])
  }

  @Test func removedUserIsGoneWithAllFiles() async throws {
    let user = try await store.addUser(named: "Gone")
    let stays = try await store.addUser(named: "Stays")
    _ = try await store.addTemplate(template(), to: user.id)
    try await store.removeUser(user.id)
    #expect(try await store.users().items == [stays])
    #expect(try scratch.names("/users") == [stays.id.description])
    #expect(try scratch.names("/staging").isEmpty)
    #expect(await code { () throws(StoreError) in try await store.user(user.id) } == .unknownUser)
    #expect(await code { () throws(StoreError) in try await store.removeUser(user.id) } == .unknownUser)
  }

  @Test func replacedTemplateKeepsItsID() async throws {
    let user = try await store.addUser(named: "Ada")
    let old = try await store.addTemplate(template([1]), to: user.id)
    let new = try await store.replaceTemplate(old.id, of: user.id, with: template([2]))
    #expect(new.id == old.id)
    #expect(try await store.templates(of: user.id).items == [new])
    #expect(try new.template == template([2]))
  }

  @Test func removedTemplateIsGoneAlone() async throws {
    let user = try await store.addUser(named: "Ada")
    let one = try await store.addTemplate(template([1]), to: user.id)
    let two = try await store.addTemplate(template([2]), to: user.id)
    try await store.removeTemplate(one.id, of: user.id)
    #expect(try await store.templates(of: user.id).items == [two])
    #expect(
      await code { () throws(StoreError) in try await store.removeTemplate(one.id, of: user.id) }
        == .unknownTemplate)
  }

  @Test func strangersAreUnknown() async throws {
    let user = try await store.addUser(named: "Ada")
    let nobody = UniqueID()
    let some = try template()
    #expect(
      await code { () throws(StoreError) in try await store.templates(of: nobody) } == .unknownUser)
    #expect(
      await code { () throws(StoreError) in try await store.addTemplate(some, to: nobody) } == .unknownUser)
    #expect(
      await code { () throws(StoreError) in try await store.renameUser(nobody, to: "x") } == .unknownUser)
    #expect(
      await code { () throws(StoreError) in try await store.template(nobody, of: user.id) }
        == .unknownTemplate)
    #expect(
      await code { () throws(StoreError) in
        try await store.replaceTemplate(nobody, of: user.id, with: some)
      } == .unknownTemplate)
    #expect(try await store.users().items == [user])
    #expect(try await store.templates(of: user.id).items.isEmpty)
  }

  @Test func galleryHasEveryTemplateOfItsAlgorithm() async throws {
    let ada = try await store.addUser(named: "Ada")
    let bob = try await store.addUser(named: "Bob")
    let a1 = try await store.addTemplate(template([1]), to: ada.id)
    let a2 = try await store.addTemplate(template([2], version: 2), to: ada.id)
    let b1 = try await store.addTemplate(template([3]), to: bob.id)
    _ = try await store.addTemplate(template([4], algorithm: "imprint.other"), to: bob.id)
    let all = try await store.gallery(algorithm: "imprint.test")
    let expected: Set = [
      GalleryEntry(user: ada, template: a1), GalleryEntry(user: ada, template: a2),
      GalleryEntry(user: bob, template: b1),
    ]
    #expect(Set(all.items) == expected && all.items.count == 3)
    let first = try await store.gallery(format: template().format)
    #expect(Set(first.items.map(\.template)) == [a1, b1])
    #expect(try await store.gallery(algorithm: nil).items.count == 4)
  }

  @Test(arguments: [
    "../../etc/passwd", "/", ".", "..", "a/b", "~", "$(reboot)", "%s%n", "-rf", "名前", "👩‍👩‍👧", "con", " ",
    "\"quoted\" 'name'", String(repeating: "ä", count: 128),
  ]) func hostileNameIsANameAndNothingElse(name: String) async throws {
    let before = try scratch.names("")
    let user = try await store.addUser(named: name)
    #expect(try await store.user(user.id).name.utf8.elementsEqual(name.utf8))
    #expect(try scratch.names("/users") == [user.id.description])
    #expect(try scratch.names("") == before)
  }

  @Test(arguments: [
    "", "a\nb", "a\0b", "\u{1B}[31m", "\u{85}", "\u{2028}", String(repeating: "x", count: 257),
  ]) func nameThatIsNoLineOfTextIsRefused(name: String) async throws {
    #expect(await code { () throws(StoreError) in try await store.addUser(named: name) } == .badName)
    #expect(try scratch.names("/users").isEmpty)
  }

  @Test func nobodyElseMayReadAnyOfIt() async throws {
    let user = try await store.addUser(named: "Ada")
    let stored = try await store.addTemplate(template(), to: user.id)
    let folder = "/users/\(user.id)"
    for name in ["", "/users", "/staging", folder, folder + "/templates"] {
      #expect(try scratch.mode(name) == 0o700, "\(name)")
    }
    for name in ["/version", "/lock", folder + "/user", folder + "/templates/\(stored.id).impt"] {
      #expect(try scratch.mode(name) == 0o600, "\(name)")
    }
  }

  @Test func descriptionsShowNoNameAndNoTemplate() async throws {
    let user = try await store.addUser(named: "Ada Lovelace")
    let stored = try await store.addTemplate(template(Array("secret".utf8)), to: user.id)
    #expect(!"\(user)".contains("Ada"))
    #expect(!"\(GalleryEntry(user: user, template: stored))".contains("Ada"))
    #expect(!"\(stored)".contains("115"))
  }
}

@Suite struct UniqueIDTests {
  @Test func newOnesDifferAndAreVersionFour() {
    let ids = (0..<1000).map { _ in UniqueID() }
    #expect(Set(ids).count == 1000)
    for id in ids {
      let text = Array(id.description)
      #expect(text.count == 36 && text[14] == "4" && "89ab".contains(text[19]))
      #expect(UniqueID(id.description) == id)
    }
  }

  @Test(arguments: [
    "", "6ba7b810", "6BA7B810-9DAD-11D1-80B4-00C04FD430C8", "6ba7b810-9dad-11d1-80b4-00c04fd430c",
    "6ba7b8109dad-11d1-80b4-00c04fd430c88", "../7b810-9dad-11d1-80b4-00c04fd430c8",
    "6ba7b810-9dad-11d1-80b4-00c04fd430c8 ",
  ]) func otherTextIsNone(text: String) {
    #expect(UniqueID(text) == nil)
  }
}
