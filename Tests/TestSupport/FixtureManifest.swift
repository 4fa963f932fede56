// SPDX-License-Identifier: Apache-2.0

/// The manifest of a ``FixturePlugin``: what tests change of it, and the rest as it has to be.
public struct FixtureManifest: Sendable {
  public var id = "org.example.fixture"
  public var version = "1.0.0"
  public var vendor = "Example"
  public var library = "libFixture.so"
  public var architecture = Self.runningArchitecture
  public var libc = "glibc 2.17"
  /// Who the library is, where it serves several plugins.
  public var ofMany: String?
  public var abi = "{min: 1, max: 1}"
  public var provides = [
    "imprint.face-extractor/1", "imprint.matcher/2", "imprint.face-tracker/1", "imprint.face-capture/2",
    "imprint.camera/1",
  ]
  public var features: [String] = []
  /// Name and file are the same.
  public var models: [(name: String, sha256: String, bytes: Int)] = []
  public var runtimes: [(name: String, version: String, files: [(file: String, sha256: String)])] = []
  /// The name of the fixture's one format, and what else is said of it.
  public var format = "example.fixture"
  public var templateBytes = "4"
  public var needsFace = false
  public var similarity = "{min: 0, max: 1}"
  /// Entries of `extracts` and `compares` in the place of that one.
  public var extracts: [String]?
  public var compares: [String]?
  public var hostNeeds = ["imprint.host.files/1"]
  public var threads = 2
  public var egress = "none"
  public var instances = "parallel"
  /// Lines at the end.
  public var more = ""

  public init() {}

  public static var runningArchitecture: String {
    #if arch(x86_64)
      "x86_64"
    #else
      "aarch64"
    #endif
  }

  /// As it lies in `plugin.yaml`.
  public var yaml: String {
    var text = """
      schema: "1.4"
      id: \(id)
      version: \(version)
      vendor: \(vendor)
      name: Fixture
      summary: A plugin for tests.
      license: {code: Apache-2.0\(models.isEmpty ? "" : ", weights: CC0-1.0")}
      library: {file: \(library), architecture: \(architecture), libc: \(libc)\(ofMany.map { ", ofMany: \($0)" } ?? "")}
      abi: \(abi)
      provides: [\(provides.joined(separator: ", "))]
      needs: {host: [\(hostNeeds.joined(separator: ", "))], abilities: []}
      features: [\(features.joined(separator: ", "))]
      concurrency: {instances: \(instances), threads: \(threads), forkSafe: false}
      dataUse: {class: biometric, egress: \(egress), retention: none}

      """
    if !models.isEmpty {
      text += "models:\n"
      for model in models {
        text += """
            - {name: \(model.name), file: \(model.name), sha256: "\(model.sha256)", bytes: \(model.bytes),
               version: 1.0.0, license: CC0-1.0,
               source: {package: example, version: 1.0.0, file: \(model.name), sha256: "\(model.sha256)"}}

          """
      }
    }
    if !runtimes.isEmpty {
      text += "runtimes:\n"
      for runtime in runtimes {
        let files = runtime.files.map { "{file: \($0.file), sha256: \"\($0.sha256)\"}" }
        text += "  - {name: \(runtime.name), version: \(runtime.version), license: Apache-2.0, "
        text += "files: [\(files.joined(separator: ", "))]}\n"
      }
    }
    let format = "format: \(self.format), modality: face, templateBytes: \(templateBytes)"
    if provides.contains(where: { $0.contains("-extractor/") }) {
      let own = ["{\(format), version: 1, needsFace: \(needsFace)}"]
      text += "extracts: [\((extracts ?? own).joined(separator: ", "))]\n"
    }
    if provides.contains("imprint.matcher/2") {
      let own = [
        "{\(format), reads: {min: 1, max: 1}, symmetric: true, similarity: \(similarity), fuses: 1, "
          + "intendedUse: [selfie-to-selfie]}"
      ]
      text += "compares: [\((compares ?? own).joined(separator: ", "))]\n"
    }
    return text + more
  }
}
