// SPDX-License-Identifier: Apache-2.0
import Imprint
import ImprintCertificates
import ImprintLicense
import TestSupport

@testable import ImprintTrust

/// Somebody who signs plugins under a root of its own, and under no other.
struct CastPublisher {
  let name: String
  private let root: CertificateMaker
  private let signing: AuthorityKey
  let key: PublisherKey
  /// PEM of the root.
  let rootPEM: String

  private static let validity = CertificateMaker.Validity(
    notBefore: TestTrust.time - 3600, notAfter: TestTrust.time + 31_536_000)

  init(_ name: String) throws {
    self.name = name
    root = try CertificateMaker.root(name: "\(name) root", key: .generate(.es256), validity: Self.validity)
    rootPEM = DERCertificate.pem(root.certificate)
    signing = .generate(.es256)
    key = try Self.key(name, signing, under: root)
  }

  /// Another key of a publisher, certified by the same root.
  func anotherKey(named name: String? = nil) throws -> PublisherKey {
    try Self.key(name ?? self.name, .generate(.es256), under: root)
  }

  /// The same key of a publisher, certified for another name.
  func renewedKey(named name: String) throws -> PublisherKey { try Self.key(name, signing, under: root) }

  private static func key(
    _ name: String, _ signing: AuthorityKey, under root: CertificateMaker
  ) throws -> PublisherKey {
    let certificate = try root.publisher(name: name, publicKey: signing.publicKey, validity: validity)
    return try PublisherKey(keyPEM: signing.pem, certificatesPEM: DERCertificate.pem(certificate))
  }
}

/// A machine on which several publishers are allowed, and plugins of one id.
struct TrustStage {
  let home: TemporaryFolder
  let memory: TrustMemory

  init() throws {
    home = try TemporaryFolder()
    memory = TrustMemory(folder: "\(home.path)/state/imprint/trust")
  }

  /// Trusts the roots, and says what else is given.
  func trust(
    _ cast: [CastPublisher], _ publishers: [TrustSettings.Publisher]? = nil,
    change: (inout TrustSettings) -> Void = { _ in }
  ) throws -> PluginTrust {
    var settings = TrustSettings(
      signatures: .require, publishers: publishers ?? cast.map { .init(name: $0.name, key: $0.key.keyHash) })
    for (index, one) in cast.enumerated() {
      try home.write(one.rootPEM, to: "settings/root-\(index).pem")
      settings.roots.append("root-\(index).pem")
    }
    change(&settings)
    return PluginTrust(
      try TrustPolicy(
        TrustSearch(files: [
          TrustSettingsFile(path: "\(home.path)/settings/trust.yaml", origin: .explicit, settings: settings)
        ]), flavour: .debug), memory: memory)
  }

  /// A plugin's folder, signed.
  func plugin(_ version: String = "1.0.0", by key: PublisherKey?) throws -> SignedFolder {
    let folder = try SignedFolder(isSigned: false) { $0.version = version }
    if let key { try folder.sign(with: key) }
    return folder
  }
}

/// The code that using a plugin is refused with; `nil` where it may be used.
func refusal(_ plugin: SignedFolder, _ trust: PluginTrust) -> TrustError.Code? {
  do {
    _ = try plugin.verdict(trust)
    return nil
  } catch {
    return (error as? TrustError)?.code
  }
}
