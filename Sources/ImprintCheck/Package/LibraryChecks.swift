// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintManifest
internal import ImprintRuntime

/// The library's file, read as the loader would read it.
extension PackageChecks {
  static let architecture = ConformanceCheck(
    .package, "architecture",
    "The library is a complete ELF file for the architecture stated by the manifest."
  ) { subject, _ in
    let (found, linkage) = (try subject.found(), try linkage(of: subject))
    let stated = found.manifest.library.architecture.rawValue
    try expect(
      linkage.architecture == stated, "it is for \(linkage.architecture), but the manifest says \(stated).",
      place: found.libraryPath)
  }

  static let libcFloor = ConformanceCheck(
    .package, "libc-floor", "The library needs no newer C library than the manifest states."
  ) { subject, _ in
    let (found, linkage) = (try subject.found(), try linkage(of: subject))
    let stated = found.manifest.library.libc
    guard stated.family == .glibc else { throw CheckSkip("the manifest names \(stated.family.rawValue).") }
    for need in linkage.versionNeeds where need.version.hasPrefix("GLIBC_") {
      // GLIBC_PRIVATE and the like are no versions.
      let numbers = need.version.dropFirst("GLIBC_".count).split(separator: ".").map { Int($0) }
      let version = numbers.compactMap { $0 }
      guard version.count == numbers.count else {
        throw CheckFailure("it needs \(need.version) of \(need.library).", place: found.libraryPath)
      }
      try expect(
        !stated.version.lexicographicallyPrecedes(version),
        "it needs \(need.version) of \(need.library), but the manifest says \(stated).",
        place: found.libraryPath)
    }
  }

  static let dependenciesResolve = ConformanceCheck(
    .package, "dependencies-resolve", "All its library dependencies are found on this machine."
  ) { subject, _ in
    let (found, linkage) = (try subject.found(), try linkage(of: subject))
    let search = LibrarySearch()
    let missing = search.missing(
      for: linkage, at: found.libraryPath, provided: search.namesInHosts())
    // Verified bytes are loaded from memory, not from the folder: $ORIGIN then leads nowhere.
    let beside = missing.map(\.name).filter {
      !$0.contains("/") && CheckFiles.exists("\(found.folder)/\($0)")
    }
    try expect(
      beside.isEmpty,
      "\(beside.joined(separator: ", ")) is beside it, where the loader does not search: link it "
        + "statically, or name it under `runtimes`.", place: found.libraryPath)
    guard let first = missing.first else { return }
    for other in missing { subject.note("\(other.neededBy) needs \(other.name)") }
    let names = missing.map(\.name).joined(separator: ", ")
    throw CheckFailure(
      first.found.map { "the loader does not find \(names): \($0) is not a library for this machine." }
        ?? "the loader does not find \(names).", place: first.neededBy)
  }

  static let runPaths = ConformanceCheck(
    .package, "run-paths",
    "The library's run path contains at most its own folder, and its SONAME is its file name."
  ) { subject, _ in
    let found = try subject.found()
    try linkage(of: subject).judgeLinks(named: found.manifest.library.file, place: found.libraryPath)
  }

  static let oneExport = ConformanceCheck(
    .package, "one-export", "The library exports only imp_plugin_entry."
  ) { subject, _ in
    let (found, linkage) = (try subject.found(), try linkage(of: subject))
    let extra = linkage.exports.filter { $0 != "imp_plugin_entry" }
    try expect(
      linkage.exports.contains("imp_plugin_entry"), "it does not export imp_plugin_entry.",
      place: found.libraryPath)
    try expect(
      extra.isEmpty,
      "it exports \(extra.prefix(5).joined(separator: ", "))\(extra.count > 5 ? " and others" : "") too: "
        + "they may "
        + "replace another library's.", place: found.libraryPath)
  }

  static let imports = ConformanceCheck(
    .package, "imports",
    "The library imports no function that affects the whole process: fork, exec, exit and the like."
  ) { subject, _ in
    let (found, linkage) = (try subject.found(), try linkage(of: subject))
    let names = Set(linkage.imports)
    let refused = wholeProcess.filter { names.contains($0) }
    try expect(
      refused.isEmpty, "it imports \(refused.joined(separator: ", ")).", place: found.libraryPath)
    if names.contains("abort") {
      throw CheckWarning(
        "it imports abort, as all C++ does: make sure that no input leads to it.",
        place: found.libraryPath)
    }
  }

  static let readOnlyRelocations = ConformanceCheck(
    .package, "read-only-relocations",
    "Relocated tables are read-only after loading (full RELRO: -z relro -z now)."
  ) { subject, _ in
    let (found, linkage) = (try subject.found(), try linkage(of: subject))
    try expect(linkage.hasReadOnlyRelocations, "it has no RELRO segment.", place: found.libraryPath)
    try expect(linkage.bindsNow, "it binds symbols lazily.", place: found.libraryPath)
  }

  static let noExecutableStack = ConformanceCheck(
    .package, "no-executable-stack", "The library needs no executable stack (-z noexecstack)."
  ) { subject, _ in
    let (found, linkage) = (try subject.found(), try linkage(of: subject))
    try expect(
      !linkage.hasExecutableStack, "it requests one, or has no GNU_STACK header, which means the same.",
      place: found.libraryPath)
  }

  static let noTextRelocations = ConformanceCheck(
    .package, "no-text-relocations",
    "The library has no text relocations, and no writable and executable segment (-fPIC)."
  ) { subject, _ in
    let (found, linkage) = (try subject.found(), try linkage(of: subject))
    try expect(
      !linkage.hasTextRelocations, "it has text relocations.", place: found.libraryPath)
    try expect(
      !linkage.hasWritableCode, "it has a writable and executable segment.", place: found.libraryPath)
  }

  /// Calls that no library may make in another's process. A worker refuses most of them; in the process
  /// nothing does.
  static let wholeProcess = [
    "fork", "vfork", "_Fork", "execv", "execve", "execveat", "execvp", "execvpe", "execl", "execle", "execlp",
    "fexecve", "posix_spawn", "posix_spawnp", "system", "popen", "exit", "_exit", "_Exit", "quick_exit",
    "sigaction", "signal", "sigset", "setenv", "putenv", "unsetenv", "clearenv", "chdir", "fchdir", "chroot",
    "setuid", "setgid", "setrlimit", "daemon",
  ]

  static func linkage(of subject: CheckSubject) throws -> LibraryLinkage {
    let path = try subject.found().libraryPath
    return try LibraryLinkage(CheckFiles.read(path), place: path)
  }
}
