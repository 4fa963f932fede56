// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintLicenseAuthority
import LicenseTestSupport
import TestSupport

/// A licence of an authority of the tests' own for this machine, installed in a home as the command line
/// finds it: by the command line itself, offline. Made once for each set of features, and copied.
enum LicensedHome {
  static let everything: [LicenseFeature] = [
    .faceCapture, .verification, .identification, .imageMatching, .captureCore, .captureLiveness,
    .captureDump,
  ]
  static let profile = "tests"

  /// Puts settings, trust anchor and licence into a home that has none.
  static func install(_ features: [LicenseFeature] = everything, in home: TemporaryFolder) throws {
    let made = try Made.shared.home(features)
    for name in [".config", ".local"] {
      try FileManager.default.copyItem(
        at: made.url.appending(path: name), to: home.url.appending(path: name))
    }
  }

  /// Homes that were made, by their features.
  private final class Made: @unchecked Sendable {
    static let shared = Made()
    private let lock = NSLock()
    private var homes: [[LicenseFeature]: TemporaryFolder] = [:]

    func home(_ features: [LicenseFeature]) throws -> TemporaryFolder {
      try lock.withLock {
        if let home = homes[features] { return home }
        let home = try make(features)
        homes[features] = home
        return home
      }
    }
  }

  private static func make(_ features: [LicenseFeature]) throws -> TemporaryFolder {
    let home = try TemporaryFolder()
    let now = Int64(Date().timeIntervalSince1970)
    let authority = try LicenseAuthority.create(name: "Tests", now: now)
    try home.write(authority.rootCertificatePEM, to: "anchor.pem")
    _ = try succeeding(
      ["license", "request", "--profile", profile, "--trust-anchor", "anchor.pem", "-o", "request.json"],
      in: home)
    let asked = try LicenseRequest(
      parsing: Array(Data(contentsOf: home.url.appending(path: "request.json"))))
    let claims = LicenseClaims(
      issuer: "Tests", id: "licence-1", activation: "activation-1", product: asked.product,
      profile: asked.profile, issued: now, notBefore: now - 60, expires: now + 86_400,
      renewAfter: now + 43_200, nonce: asked.nonce, features: features, device: asked.device,
      policy: LicensePolicy(grace: 0, failure: .stop))
    try home.write(try LicenseIssuer(signer: authority.signer).issue(claims), to: "license.jws")
    _ = try succeeding(["license", "import", "license.jws"], in: home)
    return home
  }

  private static func succeeding(_ arguments: [String], in home: TemporaryFolder) throws -> CommandRun {
    let run = try CommandRun.sdkctl(arguments, home: home)
    guard run.exitCode == 0 else { throw MissingForTest("sdkctl \(arguments): \(run.errors)") }
    return run
  }
}
