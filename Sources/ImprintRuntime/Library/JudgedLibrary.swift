// SPDX-License-Identifier: Apache-2.0
private import Glibc
private import Synchronization

/// A library whose sealed bytes were validated, and that is loaded from them.
///
/// The loader opens `/proc/self/fd/N` of the sealed copy: changes to the file on disk after the copy have no
/// effect, and what was validated is what runs. The cost: `$ORIGIN` in a plugin's run path does not resolve,
/// and debuggers see the descriptor instead of the name. Swift's run-time libraries are already in the
/// process, or in the folder that the host uses, which ``LinkRule`` allows in a run path.
///
/// What remains: only the loader resolves the library's dependencies; ``LibrarySearch`` predicts the result.
struct JudgedLibrary {
  /// For messages; it is not opened again.
  let path: String
  let facts: ElfFile
  private let file: SealedFile

  private struct Loaded {
    let library: UInt
    // The loader identifies a library by the name it was loaded under: another file with the same descriptor
    // would be mistaken for it. So the copy of each loaded library stays open for the life of the process.
    let file: SealedFile
  }

  // By contents: two copies of the same bytes are one library, with one set of globals.
  private static let loaded = Mutex<[ContentHash: Loaded]>([:])

  init(_ file: SealedFile, facts: ElfFile, path: String) {
    self.file = file
    self.facts = facts
    self.path = path
  }

  /// Loads the library, or returns the instance already loaded. Its constructors run here; it is never
  /// unloaded, as thread-local destructors and a Swift runtime outlive it.
  /// - Returns: The loader's handle, the same each time.
  /// - Throws: ``PluginError`` `dependency-missing` or `cannot-load`.
  func load() throws(PluginError) -> UnsafeMutableRawPointer {
    // Constructors run under this lock. They have no host to call back yet.
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

/// Why the loader refuses a library, from its message.
struct LoaderRefusal {
  /// The library's path, for messages.
  let path: String
  let facts: ElfFile

  /// - Parameter loadedAs: The name passed to the loader.
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
      remedy: "Install the plugin again, with its dependencies. /proc must be mounted.")
  }
}
