// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// The number of users that a licence allows, as an application meets it.
@Suite struct RegisteredUsersTests {
  private let installation: NullInstallation
  private let store: FolderStore

  init() async throws {
    installation = try NullInstallation()
    store = try await FolderStore(path: installation.folder.url.appending(path: "store").path)
  }

  private func opened(_ entitlements: any EntitlementProvider) throws -> BiometricSystem {
    try BiometricSystem.open(
      ImprintConfiguration(
        searchPath: PluginSearchPath(roots: [PluginRoot(path: installation.root, origin: .explicit)]),
        variant: "null-only", trust: .off, entitlements: entitlements, logger: CollectedLog().logger()))
  }

  @Test func aUserAboveTheLimitIsRefusedWithLimitProfileAndRemedy() async throws {
    let system = try opened(TestEntitlements(limits: [.registeredUsers: 1], license: .kiosk))
    #expect(
      try await system.enroll(name: "Ada", templates: [], with: try await system.faces.matcher(), in: store)
        .isNew
    )
    let error = try await #require(throws: LicenseLimitError.self) {
      try await system.enroll(name: "Kim", templates: [], with: try await system.faces.matcher(), in: store)
    }
    #expect(error.code == .registeredUsers)
    #expect(error.place == "registeredUsers")
    #expect(error.reason.contains("kiosk") && error.reason.contains("1 user"))
    #expect(!error.remedy.isEmpty)
    #expect(try await store.users().items.map(\.name) == ["Ada"])
  }

  @Test func aUserWhoIsThereMayAlwaysBeUpdated() async throws {
    let system = try opened(TestEntitlements(limits: [.registeredUsers: 0], license: .kiosk))
    _ = try await store.enroll(name: "Ada", templates: [])
    #expect(
      try await !system.enroll(name: "Ada", templates: [], with: try await system.faces.matcher(), in: store)
        .isNew)
  }

  @Test func withoutALimitAnybodyIsAdded() async throws {
    let system = try opened(EverythingGranted())
    for name in ["Ada", "Kim"] {
      #expect(
        try await system.enroll(name: name, templates: [], with: try await system.faces.matcher(), in: store)
          .isNew)
    }
  }

  @Test func anotherFaultOfTheStoreStaysWhatItIs() async throws {
    let system = try opened(TestEntitlements(limits: [.registeredUsers: 1]))
    let error = try await #require(throws: StoreError.self) {
      try await system.enroll(name: "", templates: [], with: try await system.faces.matcher(), in: store)
    }
    #expect(error.code == .badName)
  }
}
