// SPDX-License-Identifier: Apache-2.0
private import Glibc
private import Synchronization

/// A library's file that was opened once, judged by the bytes of that descriptor, and is loaded from it.
///
/// The loader opens `/proc/self/fd/N`, not the path: whatever is put in the path's place after the judging is
/// not looked at, and none of its code runs. Loading by path and comparing afterwards would come too late, as
/// constructors have run by then; and `/proc/self/maps` names another device than `fstat` on btrfs and
/// overlayfs. The cost: `$ORIGIN` in a plugin's run path leads nowhere, and debuggers see the number instead
/// of the name. Swift's run-time libraries are in the process already, or found by an absolute run path.
///
/// What remains until signatures land: whoever may write into the judged file itself can change it between
/// the reading and the mapping, or later; and what the library is linked with is found by the loader alone.
struct JudgedLibrary: ~Copyable {
  /// As it is named to people; it is not opened again.
  let path: String
  let facts: ElfFile
  private let file: OpenFile

  private struct Loaded {
    let library: UInt
    let state: FileState
    let descriptor: Int32
  }

  // The loader knows a library by the name it was loaded by: another file with the same number would pass for
  // it. So the descriptor of each loaded library stays open, as long as the process.
  private static let loaded = Mutex<[FileIdentity: Loaded]>([:])

  init(_ file: consuming OpenFile, facts: ElfFile, path: String) {
    self.file = file
    self.facts = facts
    self.path = path
  }

  /// The file that was judged.
  var identity: FileIdentity { file.state.identity }

  /// Loads the library, or gives the instance that the process has. Its constructors run here; it is never
  /// unloaded, as thread-local destructors and a Swift runtime outlive it.
  /// - Returns: The loader's handle, the same each time.
  /// - Throws: ``PluginError`` `dependency-missing`, `cannot-load`, or `library-changed` where the process has
  ///   the library as it was before somebody wrote to it.
  func load() throws(PluginError) -> UnsafeMutableRawPointer {
    // Constructors run under this lock. They have no host to call back.
    try Self.loaded.withLock { loaded throws(PluginError) in
      if let known = loaded[identity], let library = UnsafeMutableRawPointer(bitPattern: known.library) {
        guard known.state.size == file.state.size, known.state.modified == file.state.modified else {
          throw PluginError(
            .libraryChanged, place: path, reason: "it was written to after this process loaded it.",
            remedy: "Start the program again; replace libraries by renaming, never by writing into them.")
        }
        return library
      }
      // A descriptor of its own, that ends with neither this value nor a child process.
      let descriptor = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 3)
      guard descriptor >= 0 else { throw cannotLoad(FileProblem(errno).sentence) }
      guard let library = dlopen("/proc/self/fd/\(descriptor)", RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE) else {
        let said = dlerror().map { String(cString: $0) } ?? "the loader gave no reason"
        close(descriptor)
        throw refusal(said, descriptor: descriptor)
      }
      loaded[identity] = Loaded(
        library: UInt(bitPattern: library), state: file.state, descriptor: descriptor)
      return library
    }
  }

  private func refusal(_ words: String, descriptor: Int32) -> PluginError {
    let said = words.replacing("/proc/self/fd/\(descriptor)", with: path)
    let about = said.prefix { $0 != ":" }
    let isDependency =
      facts.needed.contains(String(about)) || said.contains("cannot open shared object file")
    guard about != path, isDependency else { return cannotLoad("the loader refused it: \(said).") }
    return PluginError(
      .dependencyMissing, place: path,
      reason:
        "a library that it needs cannot be found: \(said). It needs \(facts.needed.joined(separator: ", ")).",
      remedy: "Install the package with \(about).")
  }

  private func cannotLoad(_ reason: String) -> PluginError {
    PluginError(
      .cannotLoad, place: path, reason: reason,
      remedy: "Install the plugin again, with what it depends on. /proc has to be mounted.")
  }
}
