// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// The staged installation with its models, the sample photographs, and a home of its own.
struct FaceInstallation {
  static let isThere = BuiltProducts.stage != nil && SampleRecording.samples != nil
  static let whyNot: Comment = "IMPRINT_STAGE or IMPRINT_SAMPLES is not set: no models, or no photographs"

  let home: TemporaryFolder
  private(set) var root: URL

  /// - Parameter features: what is licensed; `nil`: nothing ever was.
  init(features: [LicenseFeature]? = LicensedHome.everything) throws {
    guard let stage = BuiltProducts.stage else { throw MissingForTest("IMPRINT_STAGE is not set") }
    home = try TemporaryFolder()
    if let features { try LicensedHome.install(features, in: home) }
    root = stage
  }

  /// Puts a root of its own in the stage's place: copies of the plugins, which a test may break. The run-time
  /// libraries are linked.
  mutating func copyPlugins() throws {
    let copy = home.url.appending(path: "root")
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
    for name in ["plugins", "variants"] {
      try FileManager.default.copyItem(at: root.appending(path: name), to: copy.appending(path: name))
    }
    try FileManager.default.createSymbolicLink(
      at: copy.appending(path: "runtimes"), withDestinationURL: root.appending(path: "runtimes"))
    root = copy
  }

  /// The stage's plugins are signed, and it says who may sign; copies are trusted unasked, as tests break
  /// them.
  func run(_ arguments: [String], environment: [String: String] = [:]) throws -> CommandRun {
    let settings = root.appending(path: "etc/imprint/trust.yaml")
    let isStage = FileManager.default.fileExists(atPath: settings.path)
    let trust = isStage ? ["IMPRINT_TRUST_CONFIG": settings.path] : [:]
    return try CommandRun.sdkctl(
      arguments + ["--root", root.path], environment: trust.merging(environment) { $1 }, home: home)
  }

  /// A sample photograph's path.
  func photograph(_ name: String) throws -> String { try SampleRecording.path(of: name) }

  /// A sample photograph, decoded.
  func picture(_ name: String) throws -> Image { try ImageFile.read(try photograph(name)) }

  /// Imprint over the same plugins, to make what a test needs.
  /// - Parameter plugins: in the place of the variant's own.
  func open(plugins: [String] = []) throws -> BiometricSystem {
    try BiometricSystem.open(
      ImprintConfiguration(
        searchPath: PluginSearchPath(roots: [PluginRoot(path: root.path, origin: .explicit)]),
        plugins: plugins, trust: .off, entitlements: EverythingGranted(), logger: CollectedLog().logger()))
  }
}

extension CommandRun {
  /// The code of the error that `--json` printed; `nil` where there is none.
  var errorCode: String? {
    get throws { try error?["code"] }
  }

  /// What the error that `--json` printed says in words.
  var error: [String: String]? {
    get throws { (try json["error"] as? [String: Any])?.compactMapValues { $0 as? String } }
  }
}
