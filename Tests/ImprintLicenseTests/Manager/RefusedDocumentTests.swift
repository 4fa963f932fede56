// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintLicense
import ImprintModel
import Testing

/// Documents that came and are no licence here.
@Suite struct RefusedDocumentTests {
  private func rejections(
    as code: ActivationErrorType = .licenseSignatureVerificationFailed,
    _ shape: @escaping @Sendable (inout LicenseClaims) -> Void
  ) async throws -> [LicenseRejection.Code]? {
    let kiosk = try Kiosk()
    await kiosk.server.set(shape: shape)
    let error = await failure(try kiosk.manager().activate)
    #expect(error?.code == code && error?.remedy.isEmpty == false)
    #expect(try await kiosk.manager().status().state == .absent)
    return error?.rejections.map(\.code)
  }

  @Test func licenceForSomethingElseIsRefusedAndNotStored() async throws {
    #expect(try await rejections { $0.profile = "door" } == [.profile])
    #expect(try await rejections(as: .wrongProduct) { $0.product = "com.example.door" } == [.product])
    #expect(try await rejections { $0.nonce = "AAAAAAAAAAAAAAAAAAAAAA" } == [.nonce])
    let other = DeviceFingerprint(facts: [.network: ["00000000"], .disk: ["00000000"]])
    #expect(try await rejections { $0.device = other } == [.device])
    let later = { @Sendable (claims: inout LicenseClaims) in claims.notBefore += TestClock.day }
    #expect(try await rejections(later) == [.notYetValid])
  }

  @Test func licenceOfAStrangerIsRefused() async throws {
    let kiosk = try Kiosk(signedBy: Kiosk.stranger)
    let error = await failure(try kiosk.manager().activate)
    #expect(error?.code == .licenseSignatureVerificationFailed && error?.rejections.map(\.code) == [.chain])
  }

  @Test func tamperedLicenceIsRefused() async throws {
    let kiosk = try Kiosk()
    let changes: [@Sendable (String) -> String] = [
      { String($0.dropLast(8)) + "AAAAAAAA" }, { $0.replacingOccurrences(of: ".", with: "..") },
      { "e30." + $0.split(separator: ".").dropFirst().joined(separator: ".") }, { $0 + "\n" },
      { _ in String(repeating: "x", count: 60_000) },
    ]
    for change in changes {
      await kiosk.server.fail(.changes(change))
      let error = await failure(try kiosk.manager().activate)
      #expect(error?.code == .licenseSignatureVerificationFailed && error?.rejections.isEmpty == false)
    }
    // Each try sent the same nonce: the activation counts once, and is there now.
    #expect(try await kiosk.manager().activate().state == .valid)
    #expect(await kiosk.server.activations == 1)
  }

  @Test func refusedRenewalLeavesTheLicence() async throws {
    let kiosk = try await Kiosk.licensed()
    kiosk.clock.pass(20 * TestClock.day)
    await kiosk.server.fail(.changes { String($0.dropLast(8)) + "AAAAAAAA" })
    let status = try await kiosk.manager().activate()
    #expect(status.id == "document-1" && status.warningCodes == [.renewal])
  }

  @Test func storeOfAnotherDeviceIsNoLicenceHere() async throws {
    let kiosk = try await Kiosk.licensed()
    let other = try DeviceTree()
    try other.remove("sys/class/net/eno1")
    try other.remove("sys/block/nvme0n1")
    try other.interface("eno1", "3c:52:82:99:99:99")
    try other.disk("nvme0n1", "wwid", "eui.0025388b99999999")
    let manager = try kiosk.manager(tree: other)
    let status = await manager.status()
    #expect(status.state == .refused && status.rejections.map(\.code) == [.device])
    guard case .refused(let reason, _) = manager.entitlements.entitlement(for: .verification) else {
      return #expect(Bool(false), "granted")
    }
    #expect(reason.contains("VERIF") && reason.contains("'kiosk'"))
    await kiosk.server.fail(.unreachable(.unreachable))
    let error = await failure(manager.activate)
    #expect(error?.code == .connectionIssue && error?.rejections.map(\.code) == [.device])
    // It is a device of its own, and counts as one.
    #expect(try await manager.activate().activation == "activation-2")
  }

  @Test func replacedDiskDoesNotMatter() async throws {
    let kiosk = try await Kiosk.licensed()
    try kiosk.tree.remove("sys/block/nvme0n1")
    try kiosk.tree.disk("nvme0n1", "wwid", "eui.0025388b99999999")
    #expect(try await kiosk.manager(isOnline: false).activate().state == .valid)
  }

  @Test func licenceOfAnotherProductInTheStoreIsRefused() async throws {
    let kiosk = try await Kiosk.licensed()
    #expect(
      await failure(try kiosk.manager(product: "com.example.door", isOnline: false).activate)?.rejections
        .map(\.code).contains(.product) == true)
  }
}
