// SPDX-License-Identifier: Apache-2.0
internal import ImprintSignedDocuments
internal import Glibc
internal import ImprintCertificates
internal import ImprintLicense
internal import ImprintSettings
internal import ImprintTrust

/// A publisher that exists for one check: a root certificate and a signing key, which vanish with the
/// process.
struct ThrowawayPublisher {
  let name: String
  let key: PublisherKey
  private let root: [UInt8]

  /// - Parameters:
  ///   - validity: Validity period of root and signing certificate; `nil` for one day around now.
  init(_ name: String, validity: CertificateMaker.Validity? = nil) throws {
    let now = Self.now
    let validity = validity ?? .init(notBefore: now - 43_200, notAfter: now + 43_200)
    let root = try CertificateMaker.root(name: "\(name) Root", key: .generate(.edDSA), validity: validity)
    let signing = AuthorityKey.generate(.edDSA)
    let certificate = try root.signer(
      name: name, publicKey: signing.publicKey, validity: validity,
      usages: [.plugins, .pluginRevocations, .conformance])
    key = try PublisherKey(keyPEM: signing.pem, certificatesPEM: DERCertificate.pem(certificate))
    self.name = name
    self.root = root.certificate
    signingCertificate = certificate
  }

  /// DER.
  let signingCertificate: [UInt8]

  static var now: Int64 { Int64(time(nil)) }

  /// Signs a copy of the plugin.
  func sign(_ copy: PluginCopy, at time: Int64 = Self.now) throws {
    try ReadPlugin.read(copy.place.folder).sign(with: key, at: time)
  }

  /// The verdict on a copy by a machine that requires signatures, has this publisher's root and allows it.
  /// - Parameters:
  ///   - folder: The folder for the settings' files.
  ///   - knowsRoot: Whether the settings name the root.
  ///   - revocations: A signed list.
  ///   - requiresConformance: Whether it also requires a good conformance result.
  func judge(
    _ copy: PluginCopy, in folder: String, knowsRoot: Bool = true, revocations: String? = nil,
    requiresConformance: Bool = false
  ) throws -> TrustVerdict {
    let trust = try trust(
      in: folder, knowsRoot: knowsRoot, revocations: revocations, requiresConformance: requiresConformance)
    return try trust.judge(PluginEvidence(ReadPlugin.read(copy.place.folder)))
  }

  /// The trust of a machine that requires signatures, has this publisher's root and allows it, and nobody
  /// else.
  ///
  /// Ordinary settings, as anybody could write for a key of their own: no rule is waived, so a release build
  /// accepts them, and no other process has them. Parameters as in
  /// ``judge(_:in:knowsRoot:revocations:requiresConformance:)``.
  func trust(
    in folder: String, knowsRoot: Bool = true, revocations: String? = nil, requiresConformance: Bool = false
  ) throws -> PluginTrust {
    let rootFile = "\(folder)/\(name).pem"
    try CheckFiles.write(Array(DERCertificate.pem(root).utf8), to: rootFile, mode: 0o600)
    var settings = TrustSettings(
      signatures: .require, roots: knowsRoot ? [rootFile] : [],
      publishers: [TrustSettings.Publisher(name: name)],
      conformance: requiresConformance ? .required : .optional)
    if let revocations {
      settings.revocations = "\(folder)/revocations.jws"
      try CheckFiles.write(Array(revocations.utf8), to: "\(folder)/revocations.jws", mode: 0o600)
    }
    let file = TrustSettingsFile(path: "\(folder)/trust.yaml", origin: .explicit, settings: settings)
    return PluginTrust(try TrustPolicy(TrustSearch(files: [file])), memory: TrustMemory(folder: nil))
  }
}
