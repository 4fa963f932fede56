// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import TestSupport
import Testing

@testable import ImprintLockout

/// Whatever lies in a file's place: it is an error, and never a way to have attempts forgotten.
@Suite struct LockoutDamageTests {
  let scratch: TemporaryFolder
  let machine = FakeMachine()
  let lockout: LockoutStore
  let ada = LockoutSubject("ada")
  var folder: String { "\(scratch.path)/lockout" }

  init() throws {
    scratch = try TemporaryFolder()
    lockout = machine.process().lockout("\(scratch.path)/lockout")
    try lockout.attempt(.fake, 3, ada)
    try lockout.beginBlocking(subject: ada).shownBlocking()
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }.sorted()
  }

  private func url(_ name: String) -> URL { URL(filePath: "\(folder)/\(name)") }

  /// Also for an attempt that claims nobody, where it is the device's own file.
  private func expectRefused(
    _ name: String, _ what: String, code wanted: LockoutErrorCode = .damaged,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let codes = [
      code { () throws(LockoutError) in try lockout.beginBlocking(subject: ada) },
      code { () throws(LockoutError) in try lockout.standingBlocking(of: ada) },
      name == "device" ? code { () throws(LockoutError) in try lockout.beginBlocking() } : wanted,
    ]
    #expect(codes == [wanted, wanted, wanted], "\(name): \(what)", sourceLocation: sourceLocation)
  }

  @Test func fileCutAtAnyLengthIsRefused() throws {
    for name in try names() {
      let whole = try Data(contentsOf: url(name))
      for length in 0..<whole.count {
        try whole.prefix(length).write(to: url(name))
        expectRefused(name, "\(length) bytes")
        #expect(try Data(contentsOf: url(name)).count == length)
      }
      try whole.write(to: url(name))
    }
    #expect(try names().count == 3 && lockout.standingBlocking(of: ada).attemptsLeft == 1)
  }

  @Test func fileWithAnyByteChangedIsRefused() throws {
    for name in try names() {
      let whole = try Data(contentsOf: url(name))
      for place in whole.indices {
        var changed = whole
        changed[place] ^= 1 << (place % 8)
        try changed.write(to: url(name))
        expectRefused(name, "byte \(place)")
      }
      try (whole + [0]).write(to: url(name))
      expectRefused(name, "a byte more")
      try whole.write(to: url(name))
    }
    #expect(try lockout.standingBlocking(of: ada).attemptsLeft == 1)
  }

  @Test func foreignFileIsRefusedAndAGiantIsNotRead() throws {
    for name in try names() {
      let whole = try Data(contentsOf: url(name))
      for content in [Data(), Data("{}".utf8), Data(repeating: 0, count: 64)] {
        try content.write(to: url(name))
        expectRefused(name, "\(content.count) bytes of another program")
      }
      try #require(truncate(url(name).path, 1 << 40) == 0)
      expectRefused(name, "a giant")
      try FileManager.default.removeItem(at: url(name))
      try #require(mkfifo(url(name).path, 0o600) == 0)
      expectRefused(name, "a pipe")
      try FileManager.default.removeItem(at: url(name))
      try FileManager.default.createDirectory(at: url(name), withIntermediateDirectories: false)
      expectRefused(name, "a folder")
      try FileManager.default.removeItem(at: url(name))
      let aside = scratch.url.appending(path: name)
      try whole.write(to: aside)
      try FileManager.default.createSymbolicLink(at: url(name), withDestinationURL: aside)
      expectRefused(name, "a link to the right content")
      try FileManager.default.removeItem(at: url(name))
      try scratch.write(whole, to: "lockout/\(name)")
      chmod(url(name).path, 0o600)
    }
    #expect(try lockout.standingBlocking(of: ada).attemptsLeft == 1)
  }

  @Test func recordOfAnotherIsRefused() throws {
    let bob = LockoutSubject("bob")
    let before = Set(try names())
    try lockout.attempt(.fake, 1, bob)
    let bobs = try #require(Set(try names()).subtracting(before).first)
    let adas = try #require(before.first { $0.hasPrefix("subject-") })
    let bytes = try Data(contentsOf: url(bobs))
    try bytes.write(to: url(adas))
    expectRefused(adas, "another subject's")
    try bytes.write(to: url("device"))
    expectRefused("device", "a subject's")
  }

  @Test func missingSaltIsNoResetOfSubjects() throws {
    try FileManager.default.removeItem(at: url("salt"))
    expectRefused("salt", "missing")
    #expect(code { () throws(LockoutError) in try lockout.resetBlocking(.subject(ada)) } == .damaged)
    // Nobody was claimed: the device's count is whole.
    #expect(try lockout.standingBlocking().attemptsLeft == 1)
  }

  @Test func newerFileIsRefusedAsSuch() throws {
    for name in try names() {
      let whole = try Data(contentsOf: url(name))
      for (version, wanted) in [(2, LockoutErrorCode.newerRecord), (255, .newerRecord), (0, .damaged)] {
        var content = Array(whole.dropLast(32))
        content[8] = UInt8(version)
        try Data(LockoutRecordFile.sealing(content)).write(to: url(name))
        expectRefused(name, "version \(version)", code: wanted)
      }
      try whole.write(to: url(name))
    }
    #expect(try lockout.standingBlocking(of: ada).attemptsLeft == 1)
  }

  @Test func contentThatNoRecordHasIsRefusedThoughItsHashIsRight() throws {
    let whole = Array(try Data(contentsOf: url("device")).dropLast(32))
    let changes: [(Int, UInt8)] = [
      // Failures, locks, what is left, the latest time.
      (42, 101), (45, 1), (49, 1), (57, 0x80), (57, 0x7F), (65, 0x80), (65, 1),
      // The boot, and its time.
      (66, 65), (66, 255), (66, 5), (67, 0xFF), (80, 0x80),
      // How many attempts; the first one's process, boot, namespaces, time, and whether it was shown.
      (81, 2), (81, 0), (81, 255), (90, 0), (93, 0x80), (102, 65), (103, 0xFF), (109, 200), (121, 0x80),
      (122, 2),
    ]
    #expect(whole.count == 123)
    for (place, value) in changes {
      var content = whole
      content[place] = value
      try #require(content != whole)
      try Data(LockoutRecordFile.sealing(content)).write(to: url("device"))
      expectRefused("device", "\(value) at \(place)")
    }
    try Data(LockoutRecordFile.sealing(whole + [0])).write(to: url("device"))
    expectRefused("device", "more")
    try Data(LockoutRecordFile.sealing(whole)).write(to: url("device"))
    #expect(try lockout.standingBlocking().attemptsLeft == 1)
  }

  @Test func resetIsTheWayOutOfAllDamage() throws {
    for name in try names() {
      try FileManager.default.removeItem(at: url(name))
      try FileManager.default.createDirectory(at: url(name), withIntermediateDirectories: false)
      try Data().write(to: url(name).appending(path: "inner"))
    }
    let error = #expect(throws: LockoutError.self) { try lockout.beginBlocking() }
    #expect(error?.code == .damaged && error?.remedy.contains("sdkctl lockout reset") == true)
    #expect(try lockout.resetBlocking() == 2)
    #expect(try names() == [] && lockout.standingBlocking(of: ada).attemptsLeft == 5)
  }

  @Test func damagedSubjectIsRefusedAlone() throws {
    let adas = try #require(try names().first { $0.hasPrefix("subject-") })
    try Data().write(to: url(adas))
    expectRefused(adas, "empty")
    try lockout.attempt(.success, 1, LockoutSubject("bob"))
    try lockout.attempt(.fake)
    #expect(try lockout.resetBlocking(.subject(ada)) == 1)
    #expect(try lockout.standingBlocking(of: ada).subject?.attemptsLeft == 5)
  }

  @Test func damageDuringAnAttemptIsAnErrorAndItsEndCanBeTriedAgain() throws {
    let attempt = try lockout.beginBlocking(subject: ada)
    let whole = try Data(contentsOf: url("device"))
    try Data().write(to: url("device"))
    #expect(code { () throws(LockoutError) in try attempt.shownBlocking() } == .damaged)
    #expect(code { () throws(LockoutError) in try attempt.endBlocking(.success) } == .damaged)
    try whole.write(to: url("device"))
    #expect(try attempt.endBlocking(.success).attemptsLeft == 5)
  }

  @Test func largestRecordIsReadAsItWasWritten() throws {
    let text = String(repeating: "x", count: 64)
    let process = LockoutProcess(number: .max, started: nil, boot: text, domain: text)
    var state = LockoutState(at: LockoutMoment(boot: text, bootTime: .max, wall: .max))
    for id in 0..<UInt64(LockoutState.mostReservations) {
      state.reserve(LockoutReservation(id: .max - id, process: process, begun: 1 << 62, isShown: true))
    }
    for _ in 0..<3 { state.end(0, .counts, by: .standard) }
    let bytes = LockoutRecordFile.encode(state, of: .device)
    #expect(bytes.count <= LockoutRecordFile.maximumBytes)
    #expect(try LockoutRecordFile.decode(bytes, of: .device, place: "device") == state)
  }
}

/// Folders and files that others may reach.
@Suite struct LockoutFolderTests {
  let scratch: TemporaryFolder
  let machine = FakeMachine()
  let lockout: LockoutStore
  var folder: String { "\(scratch.path)/state/lockout" }

  init() throws {
    scratch = try TemporaryFolder()
    lockout = machine.process().lockout("\(scratch.path)/state/lockout")
  }

  private func refusals(_ lockout: LockoutStore? = nil) -> [LockoutErrorCode?] {
    let lockout = lockout ?? self.lockout
    return [
      code { () throws(LockoutError) in try lockout.beginBlocking() },
      code { () throws(LockoutError) in try lockout.standingBlocking() },
    ]
  }

  @Test func lookingMakesNoFolder() throws {
    #expect(try lockout.standingBlocking(of: LockoutSubject("ada")).attemptsLeft == 5)
    #expect(try lockout.resetBlocking() == 0)
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func filesAreForTheUserAlone() throws {
    try lockout.attempt(.fake, 1, LockoutSubject("ada"))
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    #expect(names.count == 5)
    for name in [""] + names {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
      let isFolder = name == "" || name == ".staging"
      #expect(attributes[.posixPermissions] as? Int == (isFolder ? 0o700 : 0o600), "\(name)")
    }
  }

  @Test(arguments: [0o755, 0o770, 0o701]) func folderThatOthersMayEnterIsRefused(mode: UInt32) throws {
    try lockout.attempt(.fake)
    chmod(folder, mode)
    #expect(refusals() == [.unsafeFolder, .unsafeFolder])
    #expect(code { () throws(LockoutError) in try lockout.resetBlocking() } == .unsafeFolder)
    chmod(folder, 0o700)
    #expect(try lockout.standingBlocking().attemptsLeft == 4)
  }

  @Test(arguments: [0o644, 0o620, 0o602]) func fileThatOthersMayUseIsRefused(mode: UInt32) throws {
    try lockout.attempt(.fake)
    chmod("\(folder)/device", mode)
    #expect(refusals() == [.unsafeFolder, .unsafeFolder])
  }

  @Test func linkInTheFoldersPlaceIsRefused() throws {
    try lockout.attempt(.fake)
    let link = "\(scratch.path)/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder)
    for path in [link, "\(link)/", "\(link)//"] {
      #expect(refusals(machine.process().lockout(path)) == [.unsafeFolder, .unsafeFolder])
    }
    try FileManager.default.removeItem(atPath: folder)
    #expect(refusals(machine.process().lockout(link)) == [.unsafeFolder, .unsafeFolder])
  }

  @Test func linkInTheLocksPlaceIsRefused() throws {
    try lockout.attempt(.fake)
    try FileManager.default.removeItem(atPath: "\(folder)/.lock")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/.lock", withDestinationPath: "\(scratch.path)/elsewhere")
    #expect(refusals() == [.system, .system])
    #expect(!FileManager.default.fileExists(atPath: "\(scratch.path)/elsewhere"))
  }

  @Test func fileInTheFoldersPlaceIsRefused() throws {
    try scratch.write("x", to: "state/lockout")
    #expect(refusals() == [.system, .system])
  }

  @Test(.enabled(if: geteuid() == 0)) func anotherUsersFolderAndFileAreRefused() throws {
    try lockout.attempt(.fake)
    chown("\(folder)/device", 65534, 65534)
    #expect(refusals() == [.unsafeFolder, .unsafeFolder])
    chown("\(folder)/device", 0, 0)
    chown(folder, 65534, 65534)
    #expect(refusals() == [.unsafeFolder, .unsafeFolder])
  }

  @Test(arguments: ["", "state", "./state", "/nul\0"]) func pathThatIsNotWholeIsRefused(path: String) {
    #expect(refusals(machine.process().lockout(path)) == [.badFolder, .badFolder])
  }

  @Test func standardFolderIsTheUsersOrRoots() {
    let none: (String) -> String? = { _ in nil }
    #expect(LockoutStore.standardFolder(isRoot: true, environment: none) == "/var/lib/imprint/lockout")
    #expect(LockoutStore.standardFolder(isRoot: false, environment: none) == nil)
    #expect(
      LockoutStore.standardFolder(isRoot: false) { ["HOME": "/home/ada"][$0] }
        == "/home/ada/.local/state/imprint/lockout")
    #expect(
      LockoutStore.standardFolder(isRoot: false) { ["HOME": "/home/ada", "XDG_STATE_HOME": "/state"][$0] }
        == "/state/imprint/lockout")
  }
}
