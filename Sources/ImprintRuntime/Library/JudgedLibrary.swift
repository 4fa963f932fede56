// SPDX-License-Identifier: Apache-2.0
private import Glibc
private import Synchronization

/// A library whose sealed bytes were judged, and that is loaded from them.
///
/// The loader opens `/proc/self/fd/N` of the sealed copy: whatever becomes of the file on disk after it was
/// copied is not looked at, and what was judged is what runs. The cost: `$ORIGIN` in a plugin's run path
/// leads nowhere, and debuggers see the number instead of the name. Swift's run-time libraries are in the
/// process already, or in the folder that the host runs with, which ``LinkRule`` lets a run path name.
///
/// What remains: what the library is linked with is found by the loader alone; ``LibrarySearch`` says what it
/// finds.
struct JudgedLibrary {
  /// As it is named to people; it is not opened again.
  let path: String
  let facts: ElfFile
  private let file: SealedFile

  private struct Loaded {
    let library: UInt
    // The loader knows a library by the name it was loaded by: another file with the same number would pass
    // for it. So the copy of each loaded library stays open, as long as the process.
    let file: SealedFile
  }

  // By contents: two copies of the same bytes are one library, with one set of variables.
  private static let loaded = Mutex<[ContentHash: Loaded]>([:])

  init(_ file: SealedFile, facts: ElfFile, path: String) {
    self.file = file
    self.facts = facts
    self.path = path
  }

  /// Loads the library, or gives the instance that the process has. Its constructors run here; it is never
  /// unloaded, as thread-local destructors and a Swift runtime outlive it.
  /// - Returns: The loader's handle, the same each time.
  /// - Throws: ``PluginError`` `dependency-missing` or `cannot-load`.
  func load() throws(PluginError) -> UnsafeMutableRawPointer {
    // Constructors run under this lock. They have no host to call back.
    try Self.loaded.withLock { loaded throws(PluginError) in
      if let known = loaded[file.sha256], let library = UnsafeMutableRawPointer(bitPattern: known.library) {
        return library
      }
      let name = "/proc/self/fd/\(file.descriptor)"
      guard let library = dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
        let said = dlerror().map { String(cString: $0) } ?? "the loader gave no reason"
        throw LoaderRefusal(path: path, facts: facts).error(said, loadedAs: name)
      }
      PluginWork.awaitReleasesAtExit()
      loaded[file.sha256] = Loaded(library: UInt(bitPattern: library), file: file)
      return library
    }
  }
}

/// Why the loader does not take a library, from its words.
struct LoaderRefusal {
  /// As the library is named to people.
  let path: String
  let facts: ElfFile

  /// - Parameter loadedAs: The name that the loader was given.
  func error(_ words: String, loadedAs: String) -> PluginError {
    let said = words.replacing(loadedAs, with: path)
    let about = said.prefix { $0 != ":" }
    let isDependency =
      facts.needed.contains(String(about)) || said.contains("cannot open shared object file")
    guard about != path, isDependency else { return cannotLoad("the loader refused it: \(said).") }
    return PluginError(
      .dependencyMissing, place: path,
      reason:
        "a library that it needs cannot be found: \(said). It needs \(facts.needed.joined(separator: ", ")).",
      remedy: about.hasPrefix("libswift") || about.hasPrefix("libFoundation")
        ? "Build the plugin without Foundation, with the toolchain of the host, or with -static-stdlib."
        : "Install the package with \(about).")
  }

  func cannotLoad(_ reason: String) -> PluginError {
    PluginError(
      .cannotLoad, place: path, reason: reason,
      remedy: "Install the plugin again, with what it depends on. /proc has to be mounted.")
  }
}
