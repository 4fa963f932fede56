// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintLicense
import ImprintModel
import TestSupport
import Testing

/// Activation by files.
@Suite struct OfflineTests {
  private func answer(_ kiosk: Kiosk, _ request: [UInt8]) async throws -> [UInt8] {
    try #require(await kiosk.server.answer(file: request))
  }

  private func otherTree() throws -> DeviceTree {
    let tree = try DeviceTree()
    try tree.remove("sys/class/net/eno1")
    try tree.interface("eno1", "3c:52:82:99:99:99")
    try tree.disk("nvme0n1", "wwid", "eui.0025388b99999999")
    return tree
  }

  @Test func requestIsAnsweredByAFile() async throws {
    let kiosk = try Kiosk()
    let manager = try kiosk.manager(key: nil, isOnline: false)
    let error = await failure(manager.activate)
    #expect(error?.code == .connectionIssue && error?.remedy.contains("sdkctl license request") == true)
    let request = try await manager.request()
    #expect(try await manager.request() == request)
    #expect(await manager.status().warningCodes == [.pending])
    let answer = try await answer(kiosk, request)
    kiosk.clock.pass(3 * TestClock.day)
    let status = try await kiosk.manager(isOnline: false).importLicense(answer)
    #expect(status.state == .valid && status.warnings.isEmpty)
    #expect(try await kiosk.manager(isOnline: false).activate().state == .valid)
  }

  @Test func answerAsAServerSendsItIsTakenToo() async throws {
    let kiosk = try Kiosk()
    let manager = try kiosk.manager(isOnline: false)
    let document = String(decoding: try await answer(kiosk, manager.request()).dropLast(), as: UTF8.self)
    let json = JSONValue.object([("license", .string(document))]).text
    #expect(try await manager.importLicense(Array("\n\(json)\n".utf8)).state == .valid)
    #expect(manager.entitlements.entitlement(for: .verification).isGranted)
  }

  @Test func sameAnswerImportedAgainIsNoMatter() async throws {
    let kiosk = try Kiosk()
    let manager = try kiosk.manager(isOnline: false)
    let answer = try await answer(kiosk, manager.request())
    try await manager.importLicense(answer)
    #expect(try await manager.importLicense(answer).state == .valid)
  }

  @Test func requestOfOneDeviceCannotBeUsedOnAnother() async throws {
    let kiosk = try Kiosk()
    let answer = try await answer(kiosk, kiosk.manager(isOnline: false).request())
    // With the store, and so with the request, copied to it.
    let copy = try kiosk.manager(isOnline: false, tree: otherTree())
    let error = await failure { () async throws(LicenseActivationError) in
      try await copy.importLicense(answer)
    }
    #expect(error?.code == .licenseSignatureVerificationFailed && error?.rejections.map(\.code) == [.device])
    #expect(await copy.status().state == .absent)
    // It makes a request of its own.
    let first = try LicenseRequest(parsing: await kiosk.manager(isOnline: false).request())
    let second = try LicenseRequest(parsing: await copy.request())
    #expect(first.nonce != second.nonce && !first.device.isSameDevice(as: second.device))
  }

  @Test func answerThatWasNotAskedForIsRefused() async throws {
    let kiosk = try Kiosk()
    let elsewhere = try kiosk.manager(isOnline: false, folder: "\(kiosk.folder.path)/elsewhere")
    let answer = try await answer(kiosk, elsewhere.request())
    let manager = try kiosk.manager(isOnline: false)
    for isAsking in [false, true] {
      if isAsking { _ = try await manager.request() }
      let error = await failure { () async throws(LicenseActivationError) in
        try await manager.importLicense(answer)
      }
      #expect(error?.rejections.map(\.code) == [.nonce])
    }
  }

  @Test func oldAnswerDoesNotReplaceALaterOne() async throws {
    let kiosk = try Kiosk()
    let manager = try kiosk.manager(isOnline: false)
    let old = try await answer(kiosk, manager.request())
    try await manager.importLicense(old)
    kiosk.clock.pass(20 * TestClock.day)
    let renewal = try await manager.request()
    #expect(try LicenseRequest(parsing: renewal).kind == .renew)
    let new = try await answer(kiosk, renewal)
    let status = try await manager.importLicense(new)
    #expect(status.id == "document-2")
    let error = await failure { () async throws(LicenseActivationError) in
      try await manager.importLicense(old)
    }
    #expect(error?.rejections.map(\.code) == [.nonce])
    #expect(await manager.status().id == "document-2")
  }

  @Test func laterDocumentOfTheActivationIsTakenWithoutARequest() async throws {
    let kiosk = try await Kiosk.licensed()
    kiosk.clock.pass(20 * TestClock.day)
    let manager = try kiosk.manager(isOnline: false)
    let first = try await manager.request()
    let answer = try await answer(kiosk, first)
    // Meanwhile the request was answered by the network, and another one is in flight.
    await kiosk.server.fail(.unreachable(.unreachable))
    #expect(try await kiosk.manager().activate().warningCodes == [.renewal])
    #expect(try await manager.importLicense(answer).id == "document-2")
  }

  /// The answer to the request before the last: nothing but the licence that is held says what it may name.
  @Test(arguments: [nil, .network, .machineID] as [DeviceFingerprint.Fact?])
  func laterDocumentThatAnswersNoKnownRequestNamesWhatWasNamedBefore(
    leftOut: DeviceFingerprint.Fact?
  ) async throws {
    let kiosk = try await Kiosk.licensed()
    kiosk.clock.pass(20 * TestClock.day)
    let manager = try kiosk.manager(isOnline: false)
    let first = try await manager.request()
    await kiosk.server.set(shape: { claims in
      claims.device = DeviceFingerprint(facts: claims.device.facts.filter { $0.key != leftOut })
    })
    let answer = try await answer(kiosk, first)
    try await forgetRequest(manager, first)
    let refused = await failure { () async throws(LicenseActivationError) in
      try await manager.importLicense(answer)
    }
    let held = await manager.status().id
    if let leftOut {
      #expect(refused?.rejections.map(\.code) == [.device])
      #expect(refused?.reason.contains(leftOut.rawValue) == true, "\(refused as Any)")
      #expect(held == "document-1")
    } else {
      #expect(refused == nil && held == "document-2")
    }
  }

  @Test func laterDocumentThatAnswersNoKnownRequestNamesOwnHardware() async throws {
    let kiosk = try Kiosk()
    // As a licence of before such facts were needed.
    for folder in ["sys/block", "sys/class/net"] { try kiosk.tree.remove(folder) }
    try await kiosk.manager().activate()
    kiosk.clock.pass(20 * TestClock.day)
    let manager = try kiosk.manager(isOnline: false)
    let first = try await manager.request()
    let answer = try await answer(kiosk, first)
    try await forgetRequest(manager, first)
    let refused = await failure { () async throws(LicenseActivationError) in
      try await manager.importLicense(answer)
    }
    #expect(refused?.rejections.map(\.code) == [.device], "\(refused as Any)")
  }

  /// Makes another request the one that is known: the licence was in force since the first.
  private func forgetRequest(_ manager: LicenseManager, _ first: [UInt8]) async throws {
    #expect(try await manager.activate().warningCodes == [.renewal])
    let second = try LicenseRequest(parsing: await manager.request())
    #expect(try LicenseRequest(parsing: first).nonce != second.nonce)
  }

  @Test func expiredAnswerIsRefused() async throws {
    let kiosk = try Kiosk()
    let manager = try kiosk.manager(isOnline: false)
    let answer = try await answer(kiosk, manager.request())
    kiosk.clock.pass(60 * TestClock.day)
    let error = await failure { () async throws(LicenseActivationError) in
      try await manager.importLicense(answer)
    }
    #expect(error?.rejections.map(\.code) == [.expired])
  }

  @Test(arguments: [0, 1, 10, 70_000, 10_000_000])
  func bytesThatAreNoDocumentAreRefused(count: Int) async throws {
    let kiosk = try Kiosk()
    let manager = try kiosk.manager(isOnline: false)
    for byte in [UInt8(ascii: "x"), UInt8(ascii: "{"), UInt8(ascii: "."), 0xFF, 0x20] {
      let error = await failure { () async throws(LicenseActivationError) in
        try await manager.importLicense(Array(repeating: byte, count: count))
      }
      #expect(error?.code == .licenseSignatureVerificationFailed && error?.rejections.isEmpty == false)
    }
  }
}
