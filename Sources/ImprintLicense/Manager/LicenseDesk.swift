// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments
internal import Logging

/// The dependencies of a licence manager.
struct LicenseDesk: Sendable {
  let profile: String
  let product: String
  let apiKey: APIKey?
  let trustAnchors: [TrustAnchor]
  let verifier: LicenseVerifier
  let transport: (any LicenseTransport)?
  let store: LicenseStore
  let device: DeviceReader
  let clock: LicenseClock
  let sdkVersion: String
  let logger: Logger
  let holder = LicenseHolder()

  /// The errors in the configuration; empty if valid.
  var misconfiguration: [LicenseActivationError] {
    var errors: [LicenseActivationError] = []
    for (place, name) in [("profile", profile), ("product", product)] where !name.isDocumentName {
      errors.append(
        LicenseActivationError(
          .authenticationIssue, place: place,
          reason: "it is not 1 to 64 letters, digits, '.', '_' and '-', beginning with a letter or digit.",
          remedy: "Use the \(place)'s name as whoever runs the licence server gave it."))
    }
    if trustAnchors.isEmpty {
      errors.append(
        LicenseActivationError(
          .licenseSignatureVerificationFailed, place: "trust anchors",
          reason: "there are none, so that no licence can be verified.",
          remedy: "Give the licence authority's root certificate."))
    }
    if transport != nil, apiKey == nil { errors.append(.noKey) }
    return errors
  }

  /// Checks the names needed to examine a licence.
  func checkNames() throws(LicenseActivationError) {
    if let error = misconfiguration.first(where: { $0.place != LicenseActivationError.noKey.place }) {
      throw error
    }
  }

  func fingerprint() throws(LicenseActivationError) -> DeviceFingerprint {
    do throws(DeviceError) { return try device.fingerprint(profile: profile, product: product) } catch {
      throw LicenseActivationError(error)
    }
  }

  func expectation(_ device: DeviceFingerprint, nonce: String? = nil) -> LicenseExpectation {
    LicenseExpectation(profile: profile, product: product, device: device, nonce: nonce)
  }
}

extension LicenseActivationError {
  static let noKey = LicenseActivationError(
    .authenticationIssue, place: "API key", reason: "there is none.",
    remedy: "Give the API key that whoever runs the licence server made for the application.")

  static let noServer = LicenseActivationError(
    .connectionIssue, place: "licence server", reason: "none is configured.",
    remedy:
      "Configure one; or make a request with `sdkctl license request`, have it answered, and import the "
      + "answer with `sdkctl license import`.")
}
