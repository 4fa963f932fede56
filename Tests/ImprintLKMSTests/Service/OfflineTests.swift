// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import Testing

@testable import ImprintLKMS

struct OfflineTests {
  @Test func operatorSignsARequestWithoutAKey() async throws {
    let lab = try await Lab()
    let answer = try await lab.service.sign(offlineRequest: LicenseRequest.activate(1).wireForm)
    #expect(String(decoding: answer, as: UTF8.self).hasPrefix(#"{"license":""#))
    let activation = try #require(try await lab.database.activations().first)
    #expect(activation.offline)
    #expect(try await lab.activeCount() == 1)
  }

  @Test func auditSaysThatItWasOffline() async throws {
    let lab = try await Lab()
    _ = try await lab.service.sign(offlineRequest: LicenseRequest.activate(1).wireForm)
    let entry = try #require(try await lab.database.audit(AuditFilter(event: .activated)).first)
    #expect(entry.offline)
    #expect(entry.key == nil)
    #expect(entry.remote == nil)
  }

  @Test func sameLimitsHold() async throws {
    let lab = try await Lab(Lab.kiosk(limit: 1))
    _ = try await lab.activate(1)
    await #expect {
      _ = try await lab.service.sign(offlineRequest: LicenseRequest.activate(2).wireForm)
    } throws: {
      ($0 as? LicenseProblem)?.code == .activationCountExceeded
    }
  }

  @Test func sameFileTwiceIsTheSameActivation() async throws {
    let lab = try await Lab()
    let request = LicenseRequest.activate(1).wireForm
    _ = try await lab.service.sign(offlineRequest: request)
    _ = try await lab.service.sign(offlineRequest: request)
    #expect(try await lab.activeCount() == 1)
  }

  @Test func unknownProfileIsRefused() async throws {
    let lab = try await Lab()
    var request = LicenseRequest.activate(1)
    request.profile = "nothing"
    let body = request.wireForm
    await #expect { _ = try await lab.service.sign(offlineRequest: body) } throws: {
      ($0 as? LicenseProblem)?.code == .authentication
    }
  }
}
