// SPDX-License-Identifier: Apache-2.0
import ImprintLicense
import ImprintSignedDocuments
import ImprintLicenseAuthority
import ImprintModel
import LicenseTestSupport
import Testing

@testable import ImprintLKMS

struct RenewalTests {
  private func activated(_ device: Int, in lab: Lab) async throws -> VerifiedLicense {
    try await lab.license(in: lab.ask(.activate(device)))
  }

  @Test func renewedLicenceIsOfTheSameActivationAndLater() async throws {
    let lab = try await Lab()
    let first = try await activated(1, in: lab)
    lab.time.advance(by: 20 * Lab.day)
    let next = try await lab.claims(in: lab.ask(.renew(first.document, device: 1)))
    #expect(next.activation == first.claims.activation)
    #expect(next.id != first.claims.id)
    #expect(next.expires == Lab.start + 50 * Lab.day)
    #expect(try await lab.activeCount() == 1)
  }

  @Test func expiredLicenceIsRenewed() async throws {
    let lab = try await Lab()
    let first = try await activated(1, in: lab)
    lab.time.advance(by: 300 * Lab.day)
    #expect(
      try await lab.claims(in: lab.ask(.renew(first.document, device: 1))).activation
        == first.claims.activation)
  }

  @Test func renewedLicenceHasTheFeaturesOfTheProfileAsItIsNow() async throws {
    let lab = try await Lab()
    let first = try await activated(1, in: lab)
    var profile = try await lab.database.profile(Lab.profile)
    profile.features = [.verification]
    try await lab.database.updateProfile(profile)
    #expect(try await lab.claims(in: lab.ask(.renew(first.document, device: 1))).features == [.verification])
  }

  @Test func renewalIsPossibleAtTheLimit() async throws {
    let lab = try await Lab(Lab.kiosk(limit: 1))
    let first = try await activated(1, in: lab)
    #expect(await lab.ask(.renew(first.document, device: 1)).status == 200)
  }

  @Test func licenceOfAnotherDeviceIsNotRenewed() async throws {
    let lab = try await Lab()
    let first = try await activated(1, in: lab)
    #expect(lab.code(of: await lab.ask(.renew(first.document, device: 2))) == .deviceMismatch)
  }

  @Test func licenceOfAnotherAuthorityIsNotRenewed() async throws {
    let lab = try await Lab()
    let first = try await activated(1, in: lab)
    let other = try LicenseAuthority.create(name: "Example Authority", now: Lab.start)
    let forged = try LicenseIssuer(signer: other.signer).issue(first.claims)
    #expect(lab.code(of: await lab.ask(.renew(forged, device: 1))) == .badRequest)
  }

  @Test func tamperedLicenceIsNotRenewed() async throws {
    let lab = try await Lab()
    let first = try await activated(1, in: lab)
    var parts = first.document.split(separator: ".").map(String.init)
    var claims = first.claims
    claims.activation = "another"
    parts[1] = Base64.url.text(of: Array(claims.json.text.utf8))
    #expect(lab.code(of: await lab.ask(.renew(parts.joined(separator: "."), device: 1))) == .badRequest)
  }

  @Test func activationThatTheServerDoesNotKnowHasToBeActivatedAnew() async throws {
    let lab = try await Lab()
    let other = try await Lab()
    let first = try await activated(1, in: other)
    #expect(lab.code(of: await lab.ask(.renew(first.document, device: 1))) == .notActivated)
  }

  @Test func deactivatedLicenceIsNotRenewed() async throws {
    let lab = try await Lab()
    let first = try await activated(1, in: lab)
    #expect(await lab.ask(.deactivate(first.document, device: 1)).status == 200)
    #expect(lab.code(of: await lab.ask(.renew(first.document, device: 1))) == .notActivated)
  }

  @Test func expiredProfileRenewsNothing() async throws {
    let lab = try await Lab()
    let first = try await activated(1, in: lab)
    try await lab.database.expireProfile(Lab.profile)
    #expect(lab.code(of: await lab.ask(.renew(first.document, device: 1))) == .profileExpired)
  }

  @Test func renewalWithTheSameNonceGetsTheSameLicence() async throws {
    let lab = try await Lab()
    let first = try await activated(1, in: lab)
    let next = try await lab.claims(in: lab.ask(.renew(first.document, device: 1, nonce: 8)))
    lab.time.advance(by: 5)
    #expect(try await lab.claims(in: lab.ask(.renew(first.document, device: 1, nonce: 8))) == next)
  }
}
