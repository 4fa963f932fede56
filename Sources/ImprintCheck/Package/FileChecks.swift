// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintManifest
internal import ImprintRuntime
internal import ImprintTrust

/// The files of the plugin's folder.
extension PackageChecks {
  static let statedFiles = ConformanceCheck(
    .package, "stated-files",
    "Models and run-time libraries are present, with the hashes stated by the manifest.",
    rules: ["R-06"], deadline: .seconds(60)
  ) { subject, _ in
    for file in try subject.found().statedFiles { try file.verify() }
  }

  static let pathsStayInside = ConformanceCheck(
    .package, "paths-stay-inside", "A library name that points to another folder is refused."
  ) { subject, _ in
    let manifest = try subject.manifest
    for name in ["../\(manifest.library.file)", "/etc/passwd", "..", "a/../../\(manifest.library.file)"] {
      let copy = try subject.copy("copy")
      defer { CheckFiles.remove(copy.place.root) }
      try copy.replaceSection(
        "library",
        with: "library: {file: \"\(name)\", architecture: \(manifest.library.architecture.rawValue), "
          + "libc: \(manifest.library.libc)}")
      try expect(
        copy.skip() != nil && copy.catalog.found.isEmpty, "it is listed.", place: "library.file: \(name)")
    }
  }

  static let noLinksOut = ConformanceCheck(
    .package, "no-links-out", "The plugin's folder contains no links."
  ) { subject, _ in
    try PluginFiles.refuseLinks(in: subject.place.folder)
  }

  static let notWritableByOthers = ConformanceCheck(
    .package, "not-writable-by-others", "Only the owner has write access to its folder and files."
  ) { subject, _ in
    let paths = try [subject.place.folder] + ownFiles(subject)
    for path in paths {
      var status = stat()
      guard stat(path, &status) == 0 else { throw CheckFailure("it is missing.", place: path) }
      let mode = String(status.st_mode & 0o777, radix: 8)
      try expect(status.st_mode & 0o002 == 0, "it is world-writable: its mode is \(mode).", place: path)
      try expect(
        status.st_mode & 0o020 == 0, "it is group-writable: its mode is \(mode).", place: path)
    }
  }

  /// The files of the folder that the manifest names, and the manifest itself; runtimes are shared and belong
  /// to the installation.
  private static func ownFiles(_ subject: CheckSubject) throws -> [String] {
    let found = try subject.found()
    let models = found.manifest.models.map { "\(found.folder)/models/\($0.file)" }
    return [subject.place.manifestPath, found.libraryPath] + models
  }
}
