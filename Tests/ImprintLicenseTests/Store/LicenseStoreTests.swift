// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintLicense
import ImprintModel
import TestSupport
import Testing

@Suite struct LicenseStoreTests {
  let folder: TemporaryFolder
  let store: LicenseStore
  var path: String { "\(folder.path)/state/licenses" }

  init() throws {
    folder = try TemporaryFolder()
    store = LicenseStore(folder: "\(folder.path)/state/licenses", patience: .seconds(60))
  }

  private func filled() async throws -> LicenseRecord {
    try await store.update("kiosk") { record in
      record.document = "eyJ.eyJ.AAA"
      record.lastSeen = 1_790_000_000
      return record
    }
  }

  private func code(_ work: () async throws(LicenseStoreError) -> Void) async -> LicenseStoreError.Code? {
    do throws(LicenseStoreError) {
      try await work()
      return nil
    } catch {
      return error.code
    }
  }

  private func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: "\(path)/\(name)")))
  }

  private func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
  }

  @Test func storeThatIsNotThereIsEmptyAndNotMadeByReading() throws {
    #expect(try store.record(of: "kiosk") == LicenseRecord())
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func writtenRecordIsReadBackAndPrivate() async throws {
    let record = try await filled()
    #expect(try store.record(of: "kiosk") == record)
    #expect(try store.record(of: "door") == LicenseRecord())
    for (name, mode) in [("", 0o700), ("/kiosk", 0o700), ("/.key", 0o600), ("/kiosk/record", 0o600)] {
      let found = try FileManager.default.attributesOfItem(atPath: path + name)[.posixPermissions] as? Int
      #expect(found == mode, "\(name)")
    }
  }

  @Test func recordCutAtAnyByteIsDamagedAndKeptAside() async throws {
    let record = try await filled()
    let whole = try bytes("kiosk/record")
    for length in 0..<whole.count {
      try write(Array(whole[..<length]), "kiosk/record")
      let found = await code { () throws(LicenseStoreError) in _ = try store.record(of: "kiosk") }
      #expect(found == .damaged, "\(length) bytes")
    }
    let kept = try #require(try await store.setAside("kiosk"))
    #expect(kept.hasSuffix("/kiosk/record.damaged"))
    #expect(try bytes("kiosk/record.damaged") == Array(whole.dropLast()))
    #expect(try store.record(of: "kiosk") == LicenseRecord())
    #expect(try await filled() == record)
  }

  @Test func recordWithAnyByteChangedIsDamaged() async throws {
    _ = try await filled()
    let whole = try bytes("kiosk/record")
    for index in whole.indices {
      var changed = whole
      changed[index] ^= 1
      try write(changed, "kiosk/record")
      let found = await code { () throws(LicenseStoreError) in _ = try store.record(of: "kiosk") }
      #expect(found == .damaged || found == .newerRecord, "byte \(index)")
    }
  }

  @Test func everyStepOfAReplacementLeavesTheOldOrTheNewRecord() async throws {
    let old = try await filled()
    let before = try bytes("kiosk/record")
    let new = try await store.update("kiosk") { record in
      record.lastSeen = 1_790_000_999
      return record
    }
    let after = try bytes("kiosk/record")
    try write(before, "kiosk/record")
    // Power fails while the new one is written beside the old one, at any byte of it.
    for length in 0...after.count {
      try write(Array(after[..<length]), ".staging/0123abcd")
      #expect(try store.record(of: "kiosk") == old)
    }
    // It is written whole, and not renamed: whoever writes next removes it.
    #expect(try await store.update("kiosk") { $0 } == old)
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(path)/.staging").isEmpty)
    // It is renamed.
    try write(after, "kiosk/record")
    #expect(try store.record(of: "kiosk") == new)
  }

  @Test func storeWhoseMakingWasCutShortIsMadeWhole() async throws {
    // Folder, lock, staging and key come one after the other.
    let steps: [() throws -> Void] = [
      { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) },
      { chmod(path, 0o700) }, { try write([], ".lock") },
      {
        try FileManager.default.createDirectory(
          atPath: "\(path)/.staging", withIntermediateDirectories: false)
      },
      { try write([1, 2, 3], ".staging/half-a-key") },
      {
        try FileManager.default.createDirectory(atPath: "\(path)/kiosk", withIntermediateDirectories: false)
      },
    ]
    for count in 1...steps.count where count != 1 {
      try? FileManager.default.removeItem(atPath: path)
      for step in steps[..<count] { try step() }
      #expect(try store.record(of: "kiosk") == LicenseRecord())
      let record = try await filled()
      #expect(try store.record(of: "kiosk") == record)
    }
  }

  @Test(arguments: ["", "short", String(repeating: "k", count: 33), nil])
  func storeWithoutItsKeyIsDamagedAndCanBeUsedAnew(key: String?) async throws {
    _ = try await filled()
    try FileManager.default.removeItem(atPath: "\(path)/.key")
    if let key { try write(Array(key.utf8), ".key") }
    #expect(await code { () throws(LicenseStoreError) in _ = try store.record(of: "kiosk") } == .damaged)
    #expect(
      await code { () throws(LicenseStoreError) in _ = try await store.update("kiosk") { $0 } } == .damaged)
    #expect(try await store.setAside("kiosk") != nil)
    let record = try await filled()
    #expect(try store.record(of: "kiosk") == record)
  }

  @Test func recordOfAnotherProfileOrStoreIsDamage() async throws {
    _ = try await filled()
    try FileManager.default.createDirectory(atPath: "\(path)/door", withIntermediateDirectories: false)
    try write(bytes("kiosk/record"), "door/record")
    #expect(await code { () throws(LicenseStoreError) in _ = try store.record(of: "door") } == .damaged)
  }

  @Test func newerRecordIsLeftAlone() async throws {
    _ = try await filled()
    try write(Array("imprint-license-record 2\nwhatever".utf8), "kiosk/record")
    #expect(await code { () throws(LicenseStoreError) in _ = try store.record(of: "kiosk") } == .newerRecord)
    #expect(
      await code { () throws(LicenseStoreError) in _ = try await store.setAside("kiosk") } == .newerRecord)
    #expect(try bytes("kiosk/record").count == 33)
  }

  @Test func damagedRecordsAreKeptOneBesideTheOther() async throws {
    for count in 1...11 {
      _ = try await filled()
      try write(Array("damage \(count)".utf8), "kiosk/record")
      _ = try await store.setAside("kiosk")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(path)/kiosk")
    #expect(names.count == 9)
    #expect(try bytes("kiosk/record.damaged") == Array("damage 1".utf8))
    #expect(try bytes("kiosk/record.damaged-9") == Array("damage 11".utf8))
  }

  @Test func strangeThingsInPlaceOfTheRecordAreDamage() async throws {
    _ = try await filled()
    let record = "\(path)/kiosk/record"
    let makers: [() throws -> Void] = [
      { try FileManager.default.createDirectory(atPath: record, withIntermediateDirectories: false) },
      { try FileManager.default.createSymbolicLink(atPath: record, withDestinationPath: "/etc/hostname") },
      { try #require(mkfifo(record, 0o600) == 0) },
      {
        try write([], "kiosk/record")
        try #require(truncate(record, 1 << 40) == 0)
      },
    ]
    for make in makers {
      try FileManager.default.removeItem(atPath: record)
      try make()
      #expect(await code { () throws(LicenseStoreError) in _ = try store.record(of: "kiosk") } == .damaged)
      _ = try await store.setAside("kiosk")
      _ = try await filled()
    }
  }

  @Test func folderThatOthersMayEnterIsRefused() async throws {
    _ = try await filled()
    chmod(path, 0o755)
    #expect(await code { () throws(LicenseStoreError) in _ = try store.record(of: "kiosk") } == .unsafeFolder)
    #expect(
      await code { () throws(LicenseStoreError) in _ = try await store.update("kiosk") { $0 } }
        == .unsafeFolder)
  }
}
