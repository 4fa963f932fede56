// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import ImprintRuntime

/// Libraries are found as the loader finds them, and none is loaded.
struct LibrarySearchTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func write(
    _ name: String, needed: [String] = [], runPath: String? = nil, isSearchPath: Bool = false,
    in place: String = "system"
  ) throws {
    var library = BuiltLibrary()
    library.needed = needed
    library.soname = name
    library.runPath = runPath
    library.isSearchPath = isSearchPath
    try folder.write(library.built().bytes, to: "\(place)/\(name)")
  }

  private func missing(
    _ needed: [String], runPath: String? = nil, cache: String = "/nowhere", provided: Set<String> = []
  )
    throws -> [LibrarySearch.Missing]
  {
    var library = BuiltLibrary()
    library.needed = needed
    library.runPath = runPath
    let linkage = try LibraryLinkage(library.built().bytes, place: "plugin")
    return LibrarySearch(cache: cache, systemFolders: ["\(folder.path)/system"])
      .missing(for: linkage, at: "plugin", provided: provided)
  }

  @Test func whatThoseNeedThatItNeedsIsLookedForToo() throws {
    try write("libone.so", needed: ["libtwo.so"])
    try write("libtwo.so", needed: ["libone.so", "libthree.so"])
    let missing = try missing(["libone.so"])
    #expect(missing.map(\.name) == ["libthree.so"])
    #expect(missing.first?.neededBy == "\(folder.path)/system/libtwo.so")
    try write("libthree.so")
    #expect(try self.missing(["libone.so"]).isEmpty)
  }

  @Test func whatTheHostHasIsNotLookedFor() throws {
    #expect(try missing(["libgone.so"]).map(\.name) == ["libgone.so"])
    #expect(try missing(["libgone.so"], provided: ["libgone.so"]).isEmpty)
  }

  @Test func aLibraryBesideThePluginIsNotFoundByOrigin() throws {
    try write("libbeside.so", in: ".")
    #expect(try missing(["libbeside.so"], runPath: "$ORIGIN").map(\.name) == ["libbeside.so"])
  }

  @Test func runPathsCountAsTheLoaderCountsThem() throws {
    try write("libdeep.so", in: "deep")
    // RUNPATH: of the library alone. RPATH: of those it brings in, too.
    try write("libinner.so", needed: ["libdeep.so"])
    try write("libouter.so", needed: ["libinner.so"], runPath: "$ORIGIN/../deep")
    #expect(try missing(["libouter.so"]).map(\.name) == ["libdeep.so"])
    try write("libouter.so", needed: ["libinner.so"], runPath: "${ORIGIN}/../deep", isSearchPath: true)
    #expect(try missing(["libouter.so"]).isEmpty)
    // One with a RUNPATH does not look there.
    try write("libinner.so", needed: ["libdeep.so"], runPath: "/nowhere")
    #expect(try missing(["libouter.so"]).map(\.name) == ["libdeep.so"])
  }

  @Test func theLoaderAgreesOnRunPaths() throws {
    for (inner, isSearchPath, isFound): (String?, Bool, Bool) in [
      (nil, false, false), (nil, true, true), ("/nowhere", true, false),
    ] {
      try write("libdeep.so", in: "deep")
      try write("libinner.so", needed: ["libdeep.so"], runPath: inner, in: "deep/er")
      let search = "\(folder.path)/deep/er:\(folder.path)/deep"
      try write(
        "libouter.so", needed: ["libinner.so"], runPath: search, isSearchPath: isSearchPath, in: "top")
      let said = try RealLoader.shared.get().load("\(folder.path)/top/libouter.so")
      #expect(said.contains { $0.hasPrefix("mapped") } == isFound, "\(said)")
      let linkage = try LibraryLinkage(
        [UInt8](try Data(contentsOf: folder.url.appending(path: "top/libouter.so"))), place: "x")
      #expect(linkage.needed == ["libinner.so"])
      var program = BuiltLibrary()
      program.needed = ["libouter.so"]
      program.runPath = "\(folder.path)/top"
      let missing = LibrarySearch(cache: "/nowhere", systemFolders: []).missing(
        for: try LibraryLinkage(program.built().bytes, place: "x"), at: "x", provided: [])
      #expect(missing.isEmpty == isFound, "\(missing)")
    }
  }

  @Test func aFileThatIsNoLibraryIsNamed() throws {
    try folder.write("INPUT(libreal.so)", to: "system/libscript.so")
    let missing = try missing(["libscript.so"])
    #expect(missing.first?.found == "\(folder.path)/system/libscript.so")
    // The loader goes on past one for another processor.
    var other = BuiltLibrary().built()
    other.put(UInt16(243), at: 18)
    try folder.write(other.bytes, to: "system/libother.so")
    #expect(try self.missing(["libother.so"]).map(\.name) == ["libother.so"])
  }

  @Test func theCacheIsReadInBothItsForms() throws {
    try write("libcached.so", in: "elsewhere")
    let path = "\(folder.path)/elsewhere/libcached.so"
    for isBehindOldForm in [false, true] {
      let cache = try folder.write(
        Self.cache(["libcached.so": path], behindOldForm: isBehindOldForm), to: "cache")
      #expect(try missing(["libcached.so"], cache: cache).isEmpty)
      #expect(try missing(["libuncached.so"], cache: cache).map(\.name) == ["libuncached.so"])
    }
  }

  @Test func aDamagedCacheIsNone() throws {
    let whole = Self.cache(["libcached.so": "/lib/libcached.so"], behindOldForm: false)
    let machine = ElfHeader.runningMachine
    #expect(LoaderCache(whole, machine: machine)?.paths(of: "libcached.so") == ["/lib/libcached.so"])
    for length in 0..<whole.count { _ = LoaderCache(Array(whole[..<length]), machine: machine) }
    for index in whole.indices {
      var bytes = whole
      bytes[index] = 0xff
      _ = LoaderCache(bytes, machine: machine)
    }
    #expect(LoaderCache([], machine: machine) == nil)
  }

  @Test func thisMachinesCacheFindsTheCLibrary() throws {
    let linkage = try LibraryLinkage(BuiltLibrary().built().bytes, place: "x")
    #expect(LibrarySearch().missing(for: linkage, at: "x", provided: []).isEmpty)
  }

  @Test func codeOfWhatIsLookedForDoesNotRun() throws {
    let witness = "\(folder.path)/witness"
    let source = try folder.write(
      "#include <stdio.h>\n__attribute__((constructor)) static void ran(void){fclose(fopen(\"\(witness)\",\"w\"));}",
      to: "trap.c")
    try folder.makeFolder("system")
    let trap = folder.url.appending(path: "system/libtrap.so")
    try CCompiler.compile(source: source, to: trap, link: ["-Wl,-soname,libtrap.so"], exportsEverything: true)
    let system = LibrarySearch(cache: LoaderCache.place, systemFolders: ["\(folder.path)/system"])
    var library = BuiltLibrary()
    library.needed = ["libtrap.so", trap.path]
    let linkage = try LibraryLinkage(library.built().bytes, place: "x")
    #expect(system.missing(for: linkage, at: "x", provided: []).isEmpty)
    #expect(!FileManager.default.fileExists(atPath: witness))
    // The trap works: the loader springs it.
    _ = try RealLoader.shared.get().load(trap.path)
    #expect(FileManager.default.fileExists(atPath: witness))
  }

  /// A cache as `ldconfig` writes one, for 64-bit libraries of this processor.
  private static func cache(_ paths: [String: String], behindOldForm: Bool) -> [UInt8] {
    func bytes<T: FixedWidthInteger>(_ number: T) -> [UInt8] {
      withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
    let kind: UInt32 = ElfHeader.runningMachine == 62 ? 0x0303 : 0x0a03
    var texts: [UInt8] = []
    var entries: [UInt8] = []
    let start = 48 + 24 * paths.count
    for (name, path) in paths {
      entries += bytes(kind) + bytes(UInt32(start + texts.count))
      entries += bytes(UInt32(start + texts.count + name.utf8.count + 1)) + [UInt8](repeating: 0, count: 12)
      texts += Array(name.utf8) + [0] + Array(path.utf8) + [0]
    }
    let whole =
      Array("glibc-ld.so.cache1.1".utf8) + bytes(UInt32(paths.count)) + bytes(UInt32(texts.count))
      + [UInt8](repeating: 0, count: 20) + entries + texts
    guard behindOldForm else { return whole }
    // One entry in the older form: 12 bytes, and the rest to a multiple of 8.
    return Array("ld.so-1.7.0".utf8) + [0] + bytes(UInt32(1)) + [UInt8](repeating: 0, count: 12 + 4) + whole
  }
}
