// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport

@testable import ImprintTrust

/// A plugin's folder with a library, a model and a text, signed by the tests' publisher. Nothing of it is
/// loaded.
struct SignedFolder {
  static let id = "org.example.fixture"

  let home: TemporaryFolder
  let memory: TrustMemory
  var folder: String { "\(home.path)/\(Self.id)" }

  /// - Parameter change: of the manifest.
  init(isSigned: Bool = true, _ change: (inout FixtureManifest) -> Void = { _ in }) throws {
    home = try TemporaryFolder()
    memory = TrustMemory(folder: "\(home.path)/state/imprint/trust")
    let model = Array("a model".utf8)
    var manifest = FixtureManifest()
    manifest.models = [(name: "face.bin", sha256: ContentHash(of: model).hex, bytes: model.count)]
    change(&manifest)
    try write(manifest.yaml, to: "plugin.yaml")
    try write("a library", to: manifest.library)
    try write("a model", to: "models/face.bin")
    try write("thanks", to: "NOTICE")
    if isSigned { try sign() }
  }

  func write(_ text: String, to name: String) throws {
    try home.write(text, to: "\(Self.id)/\(name)")
  }

  func sign(with key: PublisherKey? = nil, at time: Int64 = TestTrust.time) throws {
    try ReadPlugin.read(folder).sign(with: key ?? TestTrust.key(), at: time)
  }

  /// Changes one bit in the middle of a file.
  func flip(_ name: String) throws {
    let file = URL(filePath: "\(folder)/\(name)")
    var bytes = try Data(contentsOf: file)
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: file)
  }

  /// What the settings come to; the publisher's root and name are there already.
  func policy(
    _ settings: TrustSettings = TrustSettings(), flavour: BuildFlavour = .debug, knowsPublisher: Bool = true
  ) throws -> TrustPolicy {
    var settings = settings
    if knowsPublisher {
      try home.write(try TestTrust.publisher().text(of: "root.pem") ?? "", to: "settings/root.pem")
      settings.roots.append("root.pem")
      settings.publishers.append(.init(name: TestTrust.name))
    }
    return try TrustPolicy(
      TrustSearch(files: [
        TrustSettingsFile(path: "\(home.path)/settings/trust.yaml", origin: .explicit, settings: settings)
      ]), flavour: flavour)
  }

  /// Judges it as it is now, as opening it would: the manifest as it was parsed, the model as that states it.
  func verdict(_ trust: PluginTrust) throws -> TrustVerdict {
    let manifest = try ManifestReader.plugin(at: "\(folder)/plugin.yaml")
    var room = PluginContents.mostBytes
    let library = try PluginFiles.hash(manifest.manifest.library.file, in: folder, room: &room)
    return try trust.judge(
      PluginEvidence.gather(
        folder, manifest: manifest.manifest, manifestHash: manifest.sha256,
        library: (library.sha256, library.bytes), readsFiles: true))
  }

  func verdict(
    _ settings: TrustSettings = TrustSettings(signatures: .require), knowsPublisher: Bool = true
  ) throws -> TrustVerdict {
    try verdict(PluginTrust(policy(settings, knowsPublisher: knowsPublisher), memory: memory))
  }
}
