// SPDX-License-Identifier: Apache-2.0
import Foundation
@testable import Imprint
import TestSupport
import Testing

/// A machine made of files, and what doctor says of its devices.
struct ExaminedMachine {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  func machine(cardPatience: Duration = .seconds(30)) -> DeviceMachine {
    DeviceMachine(
      devices: folder.path + "/dev", processes: folder.path + "/proc",
      cardSocket: folder.path + "/pcscd.comm",
      cardPatience: cardPatience)
  }

  /// Plugins that find cameras, microphones and cards: their manifests alone count.
  func findings(
    plugins: [String: [String]], cardPatience: Duration = .seconds(30)
  ) throws -> [HealthFinding] {
    for (id, abilities) in plugins {
      var manifest = FixtureManifest()
      manifest.id = id
      manifest.provides = abilities
      try folder.write(manifest.yaml, to: "root/plugins/\(id)/plugin.yaml")
      // Any library of this machine will do: a listing opens none.
      let library = folder.url.appending(path: "root/plugins/\(id)/\(manifest.library)")
      if !FileManager.default.fileExists(atPath: library.path) {
        try FileManager.default.copyItem(
          at: BuiltProducts.folder().appending(path: "libNullMatcher.so"), to: library)
      }
    }
    try folder.makeFolder("root/plugins")
    let path = PluginSearchPath(roots: [PluginRoot(path: folder.path + "/root", origin: .explicit)])
    let examination = HealthExamination(configuration: ImprintConfiguration(searchPath: path))
    let catalog = PluginCatalog.discover(path)
    #expect(catalog.skipped.isEmpty)
    return examination.devices(of: catalog, on: machine(cardPatience: cardPatience))
  }
}
