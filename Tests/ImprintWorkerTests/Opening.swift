// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintLicense
import ImprintManifest
import ImprintModel
import ImprintTrust
import Logging
import TestSupport
import Testing

@testable import ImprintRuntime

/// A fixture plugin that is opened through the runtime, in a process of its own.
extension FixturePlugin {
  func opened(
    in isolation: Isolation = .process, policy: WorkerPolicy = .quick, log: CollectedLog = CollectedLog(),
    quarantine: QuarantineStore? = nil, readablePaths: [String] = [],
    entitlements: any EntitlementProvider = EverythingGranted()
  ) throws -> OpenPlugin {
    let root = try install()
    let catalog = PluginCatalog.discover(
      PluginSearchPath(roots: [PluginRoot(path: root.path, origin: .explicit)]))
    let runtime = PluginRuntime(
      catalog: catalog, trust: .off, entitlements: entitlements, logger: log.logger(),
      hostName: "tests",
      hostVersion: "1.0.0", isolation: PluginIsolation(isolation), workers: policy, quarantine: quarantine)
    let found = try #require(catalog.found.first, "\(catalog.skipped.map(\.error.description))")
    return try runtime.openBlocking(found, readablePaths: readablePaths)
  }

  /// The fixture with statements at one place, and declarations of the system in front.
  static func misbehaving(_ place: String, _ statements: String) throws -> FixturePlugin {
    // A macro ends with its line.
    var plugin = FixturePlugin([place: statements.replacing("\n", with: " ")])
    let fixture = BuiltProducts.package.appending(path: "Tests/Fixtures/plugins/fixture.c")
    plugin.source =
      """
      #define _GNU_SOURCE
      #include <errno.h>
      #include <fcntl.h>
      #include <signal.h>
      #include <spawn.h>
      #include <stdlib.h>
      #include <string.h>
      #include <sys/mman.h>
      #include <sys/prctl.h>
      #include <sys/ptrace.h>
      #include <sys/resource.h>
      #include <sys/socket.h>
      #include <sys/stat.h>
      #include <sys/syscall.h>
      #include <sys/wait.h>
      #include <unistd.h>

      """ + (try String(contentsOf: fixture, encoding: .utf8))
    return plugin
  }
}

/// A small grey image; its first pixels are `values`.
func image(_ values: UInt8..., side: Int = 4) throws -> Image {
  let pixels = values + [UInt8](repeating: 0, count: side * side - values.count)
  return try #require(Image(width: side, height: side, format: .grey8, pixels: pixels))
}

extension FaceExtractor {
  /// The error of an extraction.
  nonisolated func failure(_ image: Image) async throws -> PluginCallError {
    try await #require(throws: PluginCallError.self) { try await extract(image, face: nil) }
  }
}

func payload(_ values: UInt8...) -> TemplatePayload { TemplatePayload(bytes: values, version: 1) }

/// Waits for something that comes within seconds; `false` where it does not.
func comes(within seconds: Double = 10, _ condition: () throws -> Bool) rethrows -> Bool {
  let end = ContinuousClock.now + .seconds(seconds)
  while ContinuousClock.now < end {
    if try condition() { return true }
    usleep(2_000)
  }
  return try condition()
}
