// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
private import Glibc

/// Finds a library's dependencies, direct and transitive, as the loader would, but only by reading files.
/// Nothing is loaded, so none of their code runs.
///
/// The order is glibc's: libraries already loaded, by name; `RPATH`, where there is no `RUNPATH`, of the
/// library and of those that depend on it; `RUNPATH` of the library; `/etc/ld.so.cache`; the system's
/// folders. `LD_LIBRARY_PATH` is ignored: it is not reliable, and a worker has none. A library that is only
/// in a `glibc-hwcaps` folder, and not in the cache, is not found.
package struct LibrarySearch: Sendable {
  /// A library that is not found.
  package struct Missing: Sendable, Hashable {
    package let name: String
    /// The path of the library that needs it.
    package let neededBy: String
    /// A file where the loader would search that is not a library; `nil` where there is none.
    package let found: String?
  }

  private let machine: UInt16
  private let cache: LoaderCache?
  private let systemFolders: [String]
  // More than any plugin needs, dependencies included.
  private static let mostLibraries = 2048

  /// Of this machine.
  package init() {
    self.init(cache: LoaderCache.place, systemFolders: Self.standardFolders)
  }

  init(cache: String, systemFolders: [String]) {
    machine = ElfHeader.runningMachine
    self.cache = Self.bytes(of: cache, upTo: LoaderCache.maximumBytes).flatMap {
      LoaderCache($0, machine: ElfHeader.runningMachine)
    }
    self.systemFolders = systemFolders
  }

  /// The missing dependencies of a plugin's library, in search order; reads each library once.
  ///
  /// The library itself is loaded from memory: `$ORIGIN` in its run path does not resolve.
  /// - Parameters:
  ///   - library: The validated library; `path` names it.
  ///   - provided: Names of libraries already loaded.
  package func missing(
    for library: LibraryLinkage, at path: String, provided: Set<String>
  ) -> [Missing] {
    let folders = library.runPath.filter { $0.hasPrefix("/") }
    return walk(
      [Wanted(names: library.needed, neededBy: path, folders: folders, passedOn: [])], provided
    ).missing
  }

  /// The names of the libraries loaded in every process that hosts plugins: those of the worker, or of this
  /// program where the worker is not installed.
  package func namesInHosts() -> Set<String> {
    names(broughtBy: (try? WorkerProgram.find()) ?? "/proc/self/exe")
  }

  /// The names of all libraries that a program loads.
  func names(broughtBy program: String) -> Set<String> {
    guard let bytes = Self.bytes(of: program, upTo: ElfFile.maximumBytes),
      let needs = ElfNeeds(bytes, machine)
    else { return [] }
    return walk([wanted(needs, at: program, inherited: [])], []).names
  }

  private struct Wanted {
    let names: [String]
    let neededBy: String
    /// The folders searched before the system's.
    let folders: [String]
    /// Those of them that also apply to transitive dependencies.
    let passedOn: [String]
  }

  private func walk(_ start: [Wanted], _ provided: Set<String>) -> (names: Set<String>, missing: [Missing]) {
    var known = provided
    var missing: [Missing] = []
    var queue = start
    var next = 0
    while next < queue.count, known.count < Self.mostLibraries + provided.count {
      let wanted = queue[next]
      next += 1
      for name in wanted.names where known.insert(name).inserted {
        switch find(name, for: wanted) {
        case .success(let (path, needs)):
          if let soname = needs.soname { known.insert(soname) }
          queue.append(self.wanted(needs, at: path, inherited: wanted.passedOn))
        case .failure(let nothing):
          missing.append(Missing(name: name, neededBy: wanted.neededBy, found: nothing.path))
        }
      }
    }
    return (known, missing)
  }

  private func wanted(_ needs: ElfNeeds, at path: String, inherited: [String]) -> Wanted {
    let origin = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    // With a RUNPATH of its own, no RPATH is searched.
    if let runPath = needs.runPath {
      return Wanted(
        names: needs.needed, neededBy: path, folders: expanded(runPath, origin: origin), passedOn: inherited)
    }
    let all = (needs.searchPath.map { expanded($0, origin: origin) } ?? []) + inherited
    return Wanted(names: needs.needed, neededBy: path, folders: all, passedOn: all)
  }

  private struct Nothing: Error {
    /// The path of what is there instead.
    let path: String?
  }

  private func find(_ name: String, for wanted: Wanted) -> Result<(String, ElfNeeds), Nothing> {
    let paths =
      name.contains("/")
      ? [name]
      : wanted.folders.map { "\($0)/\(name)" } + (cache?.paths(of: name) ?? [])
        + systemFolders.map { "\($0)/\(name)" }
    var other: String?
    for path in paths where access(path, F_OK) == 0 {
      // The loader also continues where a file is for another processor.
      if let bytes = Self.bytes(of: path, upTo: ElfFile.maximumBytes), let needs = ElfNeeds(bytes, machine) {
        return .success((path, needs))
      }
      other = other ?? path
    }
    return .failure(Nothing(path: other))
  }

  private func expanded(_ path: String, origin: String) -> [String] {
    path.split(separator: ":").flatMap { folder -> [String] in
      var texts = [
        folder.replacing("${ORIGIN}", with: origin).replacing("$ORIGIN", with: origin)
          .replacing("${PLATFORM}", with: ElfHeader.running).replacing("$PLATFORM", with: ElfHeader.running)
      ]
      if texts[0].contains("$LIB") || texts[0].contains("${LIB}") {
        texts = ["lib64", "lib/\(ElfHeader.running)-linux-gnu", "lib"].map { library in
          texts[0].replacing("${LIB}", with: library).replacing("$LIB", with: library)
        }
      }
      return texts.map { String($0) }
    }
  }

  private static func bytes(of path: String, upTo limit: Int) -> [UInt8]? {
    try? RegularFile(path).bytes(upTo: limit)
  }

  // Debian's, and those of systems with one folder per word size.
  private static let standardFolders = [
    "/lib/\(ElfHeader.running)-linux-gnu", "/usr/lib/\(ElfHeader.running)-linux-gnu", "/lib64", "/usr/lib64",
    "/lib", "/usr/lib",
  ]
}

/// The dependencies of a system library. It is not validated: it belongs to the machine, not to a plugin.
struct ElfNeeds {
  let needed: [String]
  let soname: String?
  /// `DT_RUNPATH`, verbatim.
  let runPath: String?
  /// `DT_RPATH`, verbatim.
  let searchPath: String?

  /// - Returns: `nil` where the loader would not accept it on that processor.
  init?(_ file: [UInt8], _ machine: UInt16) {
    do throws(ElfHeader.Problem) {
      let header = try ElfHeader(file)
      guard header.machine == machine else { return nil }
      let bytes = LittleEndian(file)
      let segments = try ElfSegment.all(header, bytes)
      let image = ElfImage(bytes, segments)
      let dynamic = try ElfDynamic(segments, image)
      guard let address = dynamic[.strings], let strings = image.table(at: address) else { return nil }
      var names: [String] = []
      for offset in dynamic.all(.needed) {
        guard names.count < 1024, let name = strings.text(at: offset) else { return nil }
        names.append(name)
      }
      needed = names
      soname = dynamic[.soname].flatMap(strings.text(at:))
      runPath = dynamic[.runPath].flatMap(strings.text(at:))
      searchPath = dynamic[.searchPath].flatMap(strings.text(at:))
    } catch {
      return nil
    }
  }
}
