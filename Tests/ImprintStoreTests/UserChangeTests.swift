// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import ImprintStore
import Testing

/// Renaming and removing, as people do it who look after a store.
@Suite struct UserChangeTests {
  let scratch: Scratch
  let store: FolderStore

  init() async throws {
    scratch = try Scratch()
    store = try await FolderStore(path: scratch.store)
  }

  @Test func summariesCountTemplatesByFormat() async throws {
    let ada = try await store.enroll(
      name: "Ada", templates: [template([1]), template([2]), template([3], algorithm: "imprint.other")])
    _ = try await store.addUser(named: "Kim")
    let found = try await store.summaries().items.sorted { $0.user.name < $1.user.name }
    #expect(found.map(\.user.name) == ["Ada", "Kim"])
    #expect(Set(found[0].templates.map(\.description)) == ["2 of imprint.test/1", "1 of imprint.other/1"])
    #expect(found[1].templates.isEmpty)
    try scratch.write("no template", to: "/users/\(ada.user.id)/templates/\(ada.templates[0].id).impt")
    let damaged = try await store.summaries()
    #expect(damaged.problems.count == 1 && damaged.items.count == 2)
  }

  @Test func aNameThatSomebodyElseHasIsNotTaken() async throws {
    let ada = try await store.addUser(named: "Ada")
    let kim = try await store.addUser(named: "Kim")
    let store = store
    let error = await #expect(throws: StoreError.self) { try await store.renameUser(kim.id, toFree: "Ada") }
    #expect(error?.code == .nameTaken && error?.place.contains("\(ada.id)") == true)
    #expect("\(error?.description ?? "")".contains("Ada") == false)
    #expect(try await store.user(kim.id).name == "Kim")
    // One's own name is free.
    #expect(try await store.renameUser(kim.id, toFree: "Kim") == kim)
    #expect(try await store.renameUser(kim.id, toFree: "Eve").name == "Eve")
    #expect(
      await code { () throws(StoreError) in try await store.renameUser(UniqueID(), toFree: "Bob") }
        == .unknownUser)
  }

  @Test func aNameInTheFormOfAnIDIsRefused() async throws {
    let ada = try await store.addUser(named: "Ada")
    let (store, id) = (store, UniqueID().description)
    #expect(await code { () throws(StoreError) in try await store.renameUser(ada.id, to: id) } == .badName)
    #expect(await code { () throws(StoreError) in try await store.addUser(named: id) } == .badName)
  }

  @Test func oneOfSeveralWhoTakeAFreeNameAtOnceHasIt() async throws {
    var users: [User] = []
    for number in 0..<6 { users.append(try await store.addUser(named: "user \(number)")) }
    let path = scratch.store
    await withTaskGroup(of: Void.self) { group in
      for user in users {
        group.addTask {
          // A store of its own, as another process has.
          let own = try? await FolderStore(path: path, patience: .seconds(60))
          _ = try? await own?.renameUser(user.id, toFree: "Ada")
        }
      }
    }
    #expect(try await store.users(named: "Ada").items.count == 1)
    #expect(try await store.users().items.count == 6)
    #expect(try scratch.names("/staging").isEmpty)
  }

  @Test func aRemovedUserLeavesNothingOnTheDisk() async throws {
    let ada = try await store.enroll(name: "Ada", templates: [template([1]), template([2])])
    try await store.removeUser(ada.user.id)
    #expect(try scratch.names("/users").isEmpty && scratch.names("/staging").isEmpty)
  }

  @Test func severalTemplatesAreLookedForBeforeTheFirstIsRemoved() async throws {
    let ada = try await store.enroll(name: "Ada", templates: [template([1]), template([2])])
    let ids = ada.templates.map(\.id)
    let store = store
    #expect(
      await code { () throws(StoreError) in
        try await store.removeTemplates(ids + [UniqueID()], of: ada.user.id)
      } == .unknownTemplate)
    #expect(try await store.templates(of: ada.user.id).items.count == 2)
    // A damaged one goes too, and one that is named twice goes once.
    try scratch.write("no template", to: "/users/\(ada.user.id)/templates/\(ids[0]).impt")
    try await store.removeTemplates([ids[0], ids[0]], of: ada.user.id)
    #expect(try await store.templates(of: ada.user.id).items.map(\.id) == [ids[1]])
  }

  @Test func templatesAreRemovedOnlyWhereTheyAreStillThoseThatWereSeen() async throws {
    let ada = try await store.enroll(name: "Ada", templates: [template([1]), template([2])])
    let (store, first, seen) = (store, ada.templates[0].id, Set(ada.templates))
    let added = try await store.addTemplate(template([3]), to: ada.user.id)
    #expect(
      await code { () throws(StoreError) in
        try await store.removeTemplates([first], of: ada.user.id, seen: seen)
      } == .changed)
    #expect(try await store.templates(of: ada.user.id).items.count == 3)
    try await store.removeTemplates([first], of: ada.user.id, seen: seen.union([added]))
    #expect(try await Set(store.templates(of: ada.user.id).items) == [ada.templates[1], added])
  }

  @Test func whatIsReplacedIsGoneAndWhatWasGoneAlreadyIsNoFailure() async throws {
    let ada = try await store.enroll(name: "Ada", templates: [template([1]), template([2])])
    let again = try await store.enroll(
      name: "Ada", templates: [template([3])], replacing: [ada.templates[0].id, UniqueID()],
      maximumUsers: nil,
      seen: Set(ada.templates))
    #expect(try await Set(store.templates(of: ada.user.id).items) == [ada.templates[1], again.templates[0]])
    let (store, old, late) = (store, Set(ada.templates), try [template([4])])
    #expect(
      await code { () throws(StoreError) in
        _ = try await store.enroll(
          name: "Ada", templates: late, replacing: [ada.templates[1].id], maximumUsers: nil,
          seen: old)
      } == .changed)
    #expect(try await store.templates(of: ada.user.id).items.count == 2)
  }

  @Test func whatIsNoFileOfTheStoreIsForeignAndWhatIsDamagedIsNot() async throws {
    let ada = try await store.enroll(name: "Ada", templates: [template([1])])
    try scratch.write("notes", to: "/users/\(ada.user.id)/templates/notes.txt")
    try scratch.write("no template", to: "/users/\(ada.user.id)/templates/\(ada.templates[0].id).impt")
    #expect(
      try await store.templates(of: ada.user.id).problems.map(\.isForeign).sorted { $0 && !$1 } == [
        true, false,
      ])
    try scratch.write("notes", to: "/users/notes.txt")
    try scratch.write("no user", to: "/users/\(ada.user.id)/user")
    #expect(try await store.users().problems.map(\.isForeign).sorted { $0 && !$1 } == [true, false])
  }

  @Test func templatesOfAnAlgorithmAreRemovedAndOthersStay() async throws {
    let ada = try await store.enroll(
      name: "Ada",
      templates: [template([1]), template([2], version: 2), template([3], algorithm: "imprint.other")])
    let removed = try await store.removeTemplates(of: ada.user.id, algorithm: "imprint.test")
    #expect(Set(removed) == Set(ada.templates.prefix(2).map(\.id)))
    #expect(try await store.templates(of: ada.user.id).items.map(\.id) == [ada.templates[2].id])
    let store = store
    #expect(
      await code { () throws(StoreError) in
        try await store.removeTemplates(of: ada.user.id, algorithm: "imprint.test")
      } == .unknownTemplate)
  }
}
