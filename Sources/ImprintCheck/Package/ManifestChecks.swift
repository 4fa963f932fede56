// SPDX-License-Identifier: Apache-2.0
internal import ImprintManifest
internal import ImprintSettings
internal import ImprintRuntime

/// The manifest: its form, and how it is read by older and newer versions.
extension PackageChecks {
  static let schema = ConformanceCheck(
    .package, "schema", "The manifest follows the schema of this version.", scope: .anyFolder
  ) { subject, _ in
    do {
      _ = try subject.place.found()
    } catch let error as ManifestError {
      for problem in error.problems.dropFirst() { subject.note("\(problem)") }
      let others = error.problems.count - 1
      throw CheckFailure(
        error.reason + (others > 0 ? " There are \(others) more problems." : ""), place: error.place)
    }
  }

  static let withoutRemarks = ConformanceCheck(
    .package, "without-remarks",
    "The manifest causes no warnings: no unknown key, ability or feature."
  ) { subject, _ in
    let warnings = try subject.found().warnings
    for warning in warnings { subject.note("\(warning)") }
    guard let first = warnings.first else { return }
    throw CheckWarning(
      first.reason + (warnings.count > 1 ? " There are \(warnings.count - 1) more warnings." : ""),
      place: first.place)
  }

  static let newerMinorAccepted = ConformanceCheck(
    .package, "newer-minor-accepted", "With a newer minor version of the schema it is still listed."
  ) { subject, _ in
    let copy = try subject.copy()
    try copy.replaceSection("schema", with: "schema: \"\(ManifestReader.pluginSchema.major).99999\"")
    if let skip = copy.skip() { throw CheckFailure("\(skip.error)", place: "schema") }
    let found = try copy.place.found()
    try expect(
      found.warnings.contains { $0.code == .newerSchema }, "there is no warning about the newer version.",
      place: "schema")
  }

  static let otherMajorRefused = ConformanceCheck(
    .package, "other-major-refused",
    "With another major version of the schema it is refused, with the line number."
  ) { subject, _ in
    let copy = try subject.copy()
    try copy.replaceSection("schema", with: "schema: \"\(ManifestReader.pluginSchema.major + 1).0\"")
    do {
      _ = try copy.place.found()
    } catch let error as ManifestError {
      let problem = error.problems.first { $0.code == .otherSchema }
      try expect(
        (problem?.line ?? 0) > 0, "it is refused for another reason: \(error.reason)", place: error.place)
      return
    }
    throw CheckFailure("it is read.", place: "schema")
  }

  static let otherContractRefused = ConformanceCheck(
    .package, "other-contract-refused",
    "With contract versions that this host does not support it is refused, with both ranges.",
    rules: ["R-07"]
  ) { subject, _ in
    let copy = try subject.copy()
    try copy.replaceSection("abi", with: "abi: {min: 90001, max: 90002}")
    guard let error = copy.skip()?.error else { throw CheckFailure("it is listed.", place: "abi") }
    try expect(error.code == .abiDisjoint, "it is refused for another reason: \(error)", place: "abi")
    try expect(
      error.reason.contains("90001 to 90002"), "the reason does not state the range: \(error.reason)",
      place: "abi")
  }

  static let ownKeysFree = ConformanceCheck(
    .package, "own-keys-free", "Keys that begin with `x-` may be added without a warning."
  ) { subject, _ in
    let copy = try subject.copy()
    let before = try subject.found().warnings.count
    try copy.append("x-conformance-check: {any: [thing, 1]}")
    let found = try copy.place.found()
    try expect(found.warnings.count == before, "it causes a warning.", place: "x-conformance-check")
  }

  static let idForm = ConformanceCheck(
    .package, "id-form",
    "Installed under its id as folder name it is listed, under another name it is refused."
  ) { subject, _ in
    let id = try subject.manifest.id
    let listed = try subject.copy("right").catalog
    try expect(
      listed.plugin(withID: id) != nil,
      "it is not listed: \(listed.skipped.first.map { "\($0.error)" } ?? "nothing was found.")", place: id)
    let other = try subject.copy("wrong", folder: "org.example.another-name").catalog
    try expect(other.found.isEmpty, "it is listed in a folder of another name.", place: id)
    try expect(
      other.skipped.first?.error.code == .folderNameDiffers,
      "it is skipped for another reason: \(other.skipped.first.map { "\($0.error)" } ?? "none")", place: id)
  }

  static let duplicateID = ConformanceCheck(
    .package, "duplicate-id",
    "If installed twice, the one in the first root is used, and the other one is skipped with a reason."
  ) { subject, _ in
    let id = try subject.manifest.id
    let (first, second) = (try subject.copy("first"), try subject.copy("second"))
    let catalog = PluginCatalog.discover(
      PluginSearchPath(
        roots: [first, second].map { PluginRoot(path: $0.place.root, origin: .explicit) }))
    try expect(
      catalog.plugin(withID: id)?.folder == first.place.folder,
      "the one in the first root is not the one listed.",
      place: id)
    try expect(
      catalog.skipped.first?.error.code == .duplicateID, "the second is not skipped as a duplicate.",
      place: id)
  }

  static let licensesDeclared = ConformanceCheck(
    .package, "licences-declared",
    "The licences of code, weights, models and run-time libraries are declared."
  ) { subject, _ in
    let manifest = try subject.manifest
    var licenses = [("license.code", manifest.license.code)]
    if !manifest.models.isEmpty { licenses.append(("license.weights", manifest.license.weights ?? "")) }
    licenses += manifest.models.map { ("models: \($0.name)", $0.license) }
    licenses += manifest.runtimes.map { ("runtimes: \($0.name)", $0.license) }
    for (place, license) in licenses {
      let words = ["", "unknown", "none", "noassertion", "todo", "tbd"]
      try expect(
        !words.contains(license.lowercased()), "it says '\(license)', which names no licence.", place: place)
    }
  }
}
