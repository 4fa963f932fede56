// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintFiles
import ImprintModel
import TestSupport
import Testing

@testable import ImprintStore

@Suite struct EnrollmentTests {
  let scratch: Scratch
  let store: FolderStore

  init() async throws {
    scratch = try Scratch()
    store = try await FolderStore(path: scratch.store)
  }

  private func check(_ user: User, has templates: [Template]) async throws {
    let stored = try await FolderStore(path: scratch.store).templates(of: user.id)
    #expect(stored.problems.isEmpty)
    #expect(Set(stored.items.map(\.template)) == Set(templates))
    #expect(stored.items.count == templates.count)
    #expect(try scratch.names("/staging").isEmpty)
  }

  @Test func aNewNameIsAddedWithAllTemplates() async throws {
    let templates = [try template([1]), try template([2])]
    let enrollment = try await store.enroll(name: "Ada", templates: templates)
    #expect(enrollment.isNew && enrollment.user.name == "Ada")
    #expect(enrollment.templates.map(\.template) == templates)
    #expect(try await store.users().items == [enrollment.user])
    for stored in enrollment.templates {
      #expect(try await store.template(stored.id, of: enrollment.user.id) == stored)
    }
    try await check(enrollment.user, has: templates)
    #expect(try scratch.mode("/users/\(enrollment.user.id)/templates") == 0o700)
  }

  @Test func aNameOrIDThatIsThereGetsFurtherTemplates() async throws {
    let first = try await store.enroll(name: "Ada", templates: [template([1])])
    let second = try await store.enroll(name: "Ada", templates: [template([2]), template([3])])
    let third = try await store.enroll(name: first.user.id.description, templates: [template([4])])
    #expect(!second.isNew && !third.isNew)
    #expect(second.user == first.user && third.user == first.user)
    #expect(try await store.template(second.templates[1].id, of: first.user.id) == second.templates[1])
    try await check(first.user, has: (1...4).map { try template([$0]) })
  }

  @Test func aFullStoreAddsNobodyAndServesThoseWhoAreThere() async throws {
    let ada = try await store.enroll(name: "Ada", templates: [template([1])], maximumUsers: 1)
    #expect(ada.isNew)
    let some = try template([2])
    #expect(
      await code { () throws(StoreError) in
        try await store.enroll(name: "Kim", templates: [some], maximumUsers: 1)
      } == .tooManyUsers)
    let again = try await store.enroll(name: "Ada", templates: [some], maximumUsers: 1)
    #expect(!again.isNew)
    #expect(try await store.users().items.map(\.name) == ["Ada"])
    #expect(try await store.enroll(name: "Kim", templates: [some], maximumUsers: 2).isNew)
  }

  @Test func aUserWhoCannotBeReadCounts() async throws {
    let ada = try await store.enroll(name: "Ada", templates: [])
    try Data("no user".utf8).write(to: URL(filePath: "\(scratch.store)/users/\(ada.user.id)/user"))
    let some = try template([2])
    #expect(
      await code { () throws(StoreError) in
        try await store.enroll(name: "Kim", templates: [some], maximumUsers: 1)
      } == .tooManyUsers)
  }

  @Test func templatesThatTheCallerHasNotSeenKeepAnEnrolmentOut() async throws {
    let (one, two) = (try template([1]), try template([2]))
    let store = store
    func enroll(seen: Set<StoredTemplate>) async -> StoreError.Code? {
      await code { () throws(StoreError) in
        try await store.enroll(name: "Ada", templates: [two], maximumUsers: nil, seen: seen)
      }
    }
    // Whoever came first: the name was free when it was looked at.
    let ada = try await store.enroll(name: "Ada", templates: [one])
    #expect(await enroll(seen: []) == .changed)
    // Of one that was replaced meanwhile only the id is the same.
    let replaced = try await store.replaceTemplate(ada.templates[0].id, of: ada.user.id, with: template([9]))
    #expect(await enroll(seen: Set(ada.templates)) == .changed)
    try await check(ada.user, has: [template([9])])
    #expect(await enroll(seen: [replaced]) == nil)
    try await check(ada.user, has: [template([9]), two])
  }

  @Test func aBatchThatWasDecidedOnIsSeenBeforeAnybodyIsEnrolledBesideIt() async throws {
    let ada = try await store.enroll(name: "Ada", templates: [template([1])])
    try leaveBatch(of: ada.user.id, [template([2])], named: "batch-\(ada.user.id)")
    let (seen, third) = (Set(ada.templates), try template([3]))
    let store = store
    #expect(
      await code { () throws(StoreError) in
        try await store.enroll(name: "Ada", templates: [third], maximumUsers: nil, seen: seen)
      } == .changed)
  }

  @Test func oneOfSeveralWhoEnrolUnderAFreeNameAtOnceIsKept() async throws {
    let some = try template()
    let path = scratch.store
    let kept = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          guard let own = try? await FolderStore(path: path, patience: .seconds(60)) else { return false }
          return (try? await own.enroll(name: "Ada", templates: [some], maximumUsers: nil, seen: [])) != nil
        }
      }
      return await group.reduce(0) { $1 ? $0 + 1 : $0 }
    }
    #expect(kept == 1)
  }

  @Test func twoWhoEnrolAtOnceDoNotPassTheLimit() async throws {
    let some = try template()
    let store = store
    let added = await withTaskGroup(of: Bool.self) { group in
      for name in 0..<8 {
        group.addTask {
          (try? await store.enroll(name: "user \(name)", templates: [some], maximumUsers: 3)) != nil
        }
      }
      return await group.reduce(0) { $1 ? $0 + 1 : $0 }
    }
    #expect(added == 3)
    #expect(try await store.users().items.count == 3)
  }

  @Test func whoIsMeantMustBeClear() async throws {
    let one = try await store.addUser(named: "Kim")
    let two = try await store.addUser(named: "Kim")
    let some = try template()
    let error = await #expect(throws: StoreError.self) { try await store.user(matching: "Kim") }
    #expect(error?.code == .ambiguousUser)
    for id in [one.id, two.id] { #expect(error?.remedy.contains(id.description) == true) }
    #expect("\(error?.place ?? "")\(error?.reason ?? "")".contains("Kim") == false)
    #expect(
      await code { () throws(StoreError) in try await store.enroll(name: "Kim", templates: [some]) }
        == .ambiguousUser)
    #expect(try await store.user(matching: two.id.description) == two)
    #expect(await code { () throws(StoreError) in try await store.user(matching: "Eve") } == .unknownUser)
    let stranger = UniqueID().description
    #expect(
      await code { () throws(StoreError) in try await store.enroll(name: stranger, templates: [some]) }
        == .unknownUser)
    #expect(
      await code { () throws(StoreError) in try await store.enroll(name: "a\nb", templates: [some]) }
        == .badName
    )
    #expect(try await store.gallery(algorithm: nil).items.isEmpty)
    #expect(try scratch.names("/users").count == 2)
  }

  @Test(arguments: [true, false])
  func aDiskThatIsFullInTheMiddleKeepsNothing(isNew: Bool) async throws {
    let kept = try await store.enroll(name: "Ada", templates: [template([9])])
    // The first template fits, the second does not.
    let writer = try Writer(
      scratch.store, enrol: isNew ? "Bob" : "Ada", bytes: [100, 500_000],
      shell: "trap '' XFSZ; ulimit -f 64; exec")
    #expect(try writer.result() == "no-space")
    #expect(try await store.users().items == [kept.user])
    try await check(kept.user, has: [template([9])])
  }

  @Test func cancellingWhileTheStoreIsHeldKeepsNothing() async throws {
    let patient = try await FolderStore(path: scratch.store, patience: .seconds(600))
    let file = open(scratch.store + "/lock", O_RDWR)
    try #require(file >= 0 && flock(file, LOCK_EX) == 0)
    let some = try template()
    let task = Task {
      await code { () throws(StoreError) in try await patient.enroll(name: "Ada", templates: [some, some]) }
    }
    task.cancel()
    #expect(await task.value == .cancelled)
    close(file)
    #expect(try await store.users().items.isEmpty)
    #expect(try scratch.names("/staging").isEmpty)
  }

  @Test func whatIsTakenBackLeavesNothingOfThePlacedAndTheStaged() async throws {
    let ada = try await store.enroll(name: "Ada", templates: [template([1])])
    let placed = try await store.addTemplate(template([2]), to: ada.user.id)
    let missing = StoredTemplate(id: UniqueID(), user: ada.user.id, template: try template([3]), created: 0)
    let name = UniqueID().description
    try leaveBatch(of: ada.user.id, [template([3])], named: name)
    let folder = try Folder(path: "\(scratch.store)/users/\(ada.user.id)/templates")
    // One that was never placed does not keep the others from going.
    try StoreFiles(path: scratch.store).takeBack([missing, placed], staged: name, from: folder)
    try await check(ada.user, has: [template([1])])
  }

  @Test func aDamagedUserFolderIsRefusedAndLeftAsItIs() async throws {
    let ada = try await store.enroll(name: "Ada", templates: [])
    let folder = "/users/\(ada.user.id)/templates"
    try FileManager.default.removeItem(atPath: scratch.store + folder)
    try scratch.write("", to: folder)
    let some = try template()
    #expect(
      await code { () throws(StoreError) in try await store.enroll(name: "Ada", templates: [some]) } != nil)
    #expect(try scratch.names("/users/\(ada.user.id)") == ["templates", "user"])
    #expect(try scratch.names("/staging").isEmpty)
  }

  /// What a process leaves that dies after a batch was decided on, and before all of it is in its place.
  private func leaveBatch(of user: UniqueID, _ templates: [Template], named name: String) throws {
    let folder = scratch.store + "/staging/\(name)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    for template in templates {
      try Data(TemplateEnvelope.encode(template)).write(
        to: URL(fileURLWithPath: "\(folder)/\(UniqueID()).impt"))
    }
  }

  @Test func aBatchThatWasDecidedOnIsFinishedByWhoeverOpensTheStoreNext() async throws {
    let ada = try await store.enroll(name: "Ada", templates: [template([1])])
    try leaveBatch(of: ada.user.id, [template([2]), template([3])], named: "batch-\(ada.user.id)")
    try await check(ada.user, has: (1...3).map { try template([$0]) })
  }

  @Test func aBatchThatWasDecidedOnIsFinishedByTheNextEnrollment() async throws {
    let ada = try await store.enroll(name: "Ada", templates: [template([1])])
    try leaveBatch(of: ada.user.id, [template([2])], named: "batch-\(ada.user.id)")
    _ = try await store.enroll(name: "Ada", templates: [template([3])])
    try await check(ada.user, has: (1...3).map { try template([$0]) })
  }

  @Test func aBatchThatWasNotDecidedOnOrWhoseUserHasGoneIsRubbish() async throws {
    let ada = try await store.enroll(name: "Ada", templates: [template([1])])
    try leaveBatch(of: ada.user.id, [template([2])], named: UniqueID().description)
    try leaveBatch(of: ada.user.id, [template([2])], named: "batch-\(UniqueID())")
    try leaveBatch(of: ada.user.id, [template([2])], named: "batch-nobody")
    try await check(ada.user, has: [template([1])])
  }

  @Test func aWriterKilledWhileItEnrolsLeavesAllOrNone() async throws {
    let store = try await FolderStore(path: scratch.store, patience: .seconds(600))
    let ada = try await store.addUser(named: "Ada")
    for _ in 0..<3 {
      let before = try await store.templates(of: ada.id).items.count
      let writer = try Writer(
        scratch.store, enrol: "Ada", bytes: Array(repeating: 2000, count: 5), isEndless: true)
      while try await store.templates(of: ada.id).items.count < before + 10 {
        try await Task.sleep(for: .milliseconds(1))
      }
      writer.process.send(SIGKILL)
      #expect(try writer.result() == "")
      let found = try await FolderStore(path: scratch.store, patience: .seconds(600)).templates(of: ada.id)
      #expect(found.items.count.isMultiple(of: 5) && found.problems.isEmpty)
      #expect(try scratch.names("/staging").isEmpty)
    }
  }
}

@Suite struct StandardPathTests {
  private func path(_ variables: [String: String]) throws(StoreError) -> String {
    try FolderStore.standardPath { variables[$0] }
  }

  @Test func theDataFolderComesBeforeTheHomeFolder() throws {
    #expect(try path(["XDG_DATA_HOME": "/data", "HOME": "/home/ada"]) == "/data/imprint/store")
    #expect(try path(["HOME": "/home/ada"]) == "/home/ada/.local/share/imprint/store")
  }

  @Test func aPathThatIsNotAbsoluteIsIgnored() throws {
    #expect(
      try path(["XDG_DATA_HOME": "data", "HOME": "/home/ada"]) == "/home/ada/.local/share/imprint/store")
    let error = #expect(throws: StoreError.self) { try path(["HOME": "", "XDG_DATA_HOME": "./x"]) }
    #expect(error?.code == .noStandardPath)
  }
}
