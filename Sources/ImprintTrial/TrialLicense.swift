// SPDX-License-Identifier: Apache-2.0
internal import Imprint
internal import ImprintCertificates
internal import ImprintFiles
package import ImprintLicense
internal import ImprintSignedDocuments
internal import ImprintModel
package import Logging

/// A 30-day licence for trying Imprint on this machine, by an ephemeral authority.
///
/// It is a convenience, not a control: it can be repeated at will. Its root is stored where only this module
/// looks, which `sdkctl` and the demo link but no application does: a ``LicenseManager`` with an
/// application's own trust anchors refuses it like any unknown authority's. It grants Imprint's own features
/// and no vendor's, and opens no plugin with a product of its publisher's own.
///
///     <folder>/root.pem       the authority's root
///     <folder>/licenses/      the licence
package struct TrialLicense: Sendable {
  package static let profile = "trial"
  package static let product = "dev.imprint.trial"
  /// 30 days, in seconds.
  package static let life: Int64 = 30 * 86_400

  /// `nil` if the environment defines no folder for user state.
  package let folder: String?
  let permission: TrialPermission
  let clock: LicenseClock
  let device: DeviceReader

  /// - Parameter folder: `nil` for `imprint/trial` below `$XDG_STATE_HOME`, or else `~/.local/state`.
  package init(
    folder: String? = nil, permission: TrialPermission, clock: LicenseClock = .system,
    device: DeviceReader = .system
  ) {
    self.folder =
      folder
      ?? StandardFolder.state.path(environment: StandardFolder.variable).map { "\($0)/imprint/trial" }
    self.permission = permission
    self.clock = clock
    self.device = device
  }

  /// Creates the authority and the licence, replacing existing ones. - Returns: its status and location.
  /// - Throws: ``TrialError``.
  package func make(logger: Logger) async throws(TrialError) -> (status: LicenseStatus, folder: String) {
    try permission.check()
    guard let folder else {
      throw TrialError(
        .notMade, place: "trial licence", reason: "neither XDG_STATE_HOME nor HOME is set.",
        remedy: "Set one of them.")
    }
    do {
      let authority = try Authority(now: clock.now())
      let manager = manager([try TrustAnchor(der: authority.root)], in: folder, logger)
      let request = try LicenseRequest(parsing: try await manager.request())
      let document = try authority.license(request, at: clock.now())
      let place = try Folder<TrialError>(path: folder)
      try place.checkOwner()
      try place.write(Array(DERCertificate.pem(authority.root).utf8), to: Self.root, staging: place)
      return (try await manager.importLicense(Array(document.utf8)), folder)
    } catch {
      throw TrialError(.notMade, cause: error)
    }
  }

  /// The manager of the existing trial licence; `nil` if none was made. - Throws: ``TrialError``: one was
  /// made, but is not valid here.
  package func manager(logger: Logger) throws(TrialError) -> LicenseManager? {
    guard let folder, isMade else { return nil }
    try permission.check()
    do { return manager(try TrustAnchor.read(path: "\(folder)/\(Self.root)"), in: folder, logger) } catch {
      throw TrialError(.settings, cause: error)
    }
  }

  /// Whether one was made here, valid or not.
  package var isMade: Bool {
    guard let folder else { return false }
    return (try? Folder<TrialError>.isThere("\(folder)/\(Self.root)")) ?? false
  }

  /// Whether one was made and is permitted; it may have expired.
  package var counts: Bool { isMade && (try? permission.check()) != nil }

  private static let root = "root.pem"

  private func manager(_ anchors: [TrustAnchor], in folder: String, _ logger: Logger) -> LicenseManager {
    LicenseManager(
      profile: Self.profile, product: Self.product, apiKey: nil, trustAnchors: anchors, transport: nil,
      store: LicenseStore(folder: "\(folder)/licenses"), device: device, clock: clock,
      sdkVersion: BuildInformation.version.description, logger: logger)
  }
}

extension TrialLicense {
  /// Ephemeral, for signing one licence: its keys are never stored.
  private struct Authority {
    let root: [UInt8]
    private let signer: KeySigner

    init(now: Int64) throws(AuthorityError) {
      let validity = CertificateMaker.Validity(
        notBefore: now - 3600, notAfter: now + TrialLicense.life + 3600)
      let maker = try CertificateMaker.root(
        name: "Imprint trial root of this machine", key: .generate(.es256), validity: validity)
      let key = AuthorityKey.generate(.es256)
      let certificate = try maker.signer(
        name: "Imprint trial of this machine", publicKey: key.publicKey, validity: validity,
        usages: [.licenses])
      root = maker.certificate
      signer = try KeySigner(key: key, chain: [certificate])
    }

    func license(_ request: LicenseRequest, at now: Int64) throws(AuthorityError) -> String {
      let claims = LicenseClaims(
        issuer: "Imprint trial", id: "trial-\(request.nonce)", activation: "trial", product: request.product,
        profile: request.profile, issued: now, notBefore: now, expires: now + TrialLicense.life,
        renewAfter: now + TrialLicense.life, nonce: request.nonce, features: LicenseFeature.known,
        device: request.device, policy: LicensePolicy(grace: 0, failure: .stop))
      return try signer.document(claims.json, of: .license)
    }
  }
}
