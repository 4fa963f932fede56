// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintManifest
internal import ImprintRuntime

/// The library's file, read as the loader would read it.
extension PackageChecks {
  static let architecture = ConformanceCheck(
    .package, "architecture", "The library is a whole ELF file for the processor that the manifest names."
  ) { subject, _ in
    let (found, linkage) = (try subject.found(), try linkage(of: subject))
    let stated = found.manifest.library.architecture.rawValue
    try expect(
      linkage.architecture == stated, "it is for \(linkage.architecture), and the manifest says \(stated).",
      place: found.libraryPath)
  }

  static let libcFloor = ConformanceCheck(
    .package, "libc-floor", "The library needs no newer C library than the manifest says."
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
        "it needs \(need.version) of \(need.library), and the manifest says \(stated).",
        place: found.libraryPath)
    }
  }

  static let dependenciesResolve = ConformanceCheck(
    .package, "dependencies-resolve", "All libraries that it is linked with are found on this machine."
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
      "\(beside.joined(separator: ", ")) lies beside it, where the loader does not look: link it "
        + "statically, or name it under `runtimes`.", place: found.libraryPath)
    guard let first = missing.first else { return }
    for other in missing { subject.note("\(other.neededBy) needs \(other.name)") }
    let names = missing.map(\.name).joined(separator: ", ")
    throw CheckFailure(
      first.found.map { "the loader does not find \(names): \($0) is no library for this machine." }
        ?? "the loader does not find \(names).", place: first.neededBy)
  }

  static let runPaths = ConformanceCheck(
    .package, "run-paths",
    "The library has the loader look for others in its own folder at most, and goes by its file's name."
  ) { subject, _ in
    let found = try subject.found()
    try linkage(of: subject).judgeLinks(named: found.manifest.library.file, place: found.libraryPath)
  }

  static let oneExport = ConformanceCheck(
    .package, "one-export", "The library exports imp_plugin_entry, and nothing else."
  ) { subject, _ in
    let (found, linkage) = (try subject.found(), try linkage(of: subject))
    let extra = linkage.exports.filter { $0 != "imp_plugin_entry" }
    try expect(
      linkage.exports.contains("imp_plugin_entry"), "it does not export imp_plugin_entry.",
      place: found.libraryPath)
    try expect(
      extra.isEmpty,
      "it exports \(extra.prefix(5).joined(separator: ", "))\(extra.count > 5 ? " and others" : "") too: they may "
        + "take the place of another library's.", place: found.libraryPath)
  }

  static let imports = ConformanceCheck(
    .package, "imports",
    "The library calls nothing that acts on the whole process: fork, exec, exit and their like."
  ) { subject, _ in
    let (found, linkage) = (try subject.found(), try linkage(of: subject))
    let names = Set(linkage.imports)
    let refused = wholeProcess.filter { names.contains($0) }
    try expect(
      refused.isEmpty, "it is linked with \(refused.joined(separator: ", ")).", place: found.libraryPath)
    if names.contains("abort") {
      throw CheckWarning(
        "it is linked with abort, as all C++ is: make sure that no input leads there.",
        place: found.libraryPath)
    }
  }

  static let readOnlyRelocations = ConformanceCheck(
    .package, "read-only-relocations",
    "The tables that the loader fills are read-only afterwards (full RELRO: -z relro -z now)."
  ) { subject, _ in
    let (found, linkage) = (try subject.found(), try linkage(of: subject))
    try expect(linkage.hasReadOnlyRelocations, "it has no RELRO segment.", place: found.libraryPath)
    try expect(linkage.bindsNow, "it binds symbols at their first use.", place: found.libraryPath)
  }

  static let noExecutableStack = ConformanceCheck(
    .package, "no-executable-stack", "The library wants no stack that code can run on (-z noexecstack)."
  ) { subject, _ in
    let (found, linkage) = (try subject.found(), try linkage(of: subject))
    try expect(
      !linkage.hasExecutableStack, "it wants one, or says nothing, which is taken for yes.",
      place: found.libraryPath)
  }

  static let noTextRelocations = ConformanceCheck(
    .package, "no-text-relocations", "No part of the library is both written to and run (-fPIC)."
  ) { subject, _ in
    let (found, linkage) = (try subject.found(), try linkage(of: subject))
    try expect(
      !linkage.hasTextRelocations, "its code is changed when it is loaded.", place: found.libraryPath)
    try expect(!linkage.hasWritableCode, "it has a segment with both rights.", place: found.libraryPath)
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
