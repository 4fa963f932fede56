// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@testable import ImprintRuntime

/// Where a library may have the loader look for others.
struct LinkRuleTests {
  private let rule = LinkRule(runtimeFolders: ["/opt/host/swift"])

  private func code(_ library: BuiltLibrary) throws -> PluginError.Code? {
    let file = try ElfFile(library.built().bytes)
    do throws(LinkRule.Refusal) {
      try rule.judge(file, named: "libFixture.so")
      return nil
    } catch {
      return error.code
    }
  }

  @Test(arguments: [
    "$ORIGIN", "${ORIGIN}", "$ORIGIN/", "$ORIGIN/lib", "$ORIGIN/lib64/x86_64-linux-gnu", "/opt/host/swift",
    "/opt/host/swift/", "/opt/host/swift:$ORIGIN",
  ])
  func itsOwnFolderAndTheHostsAreAllowed(_ path: String) throws {
    for isSearchPath in [false, true] {
      var library = BuiltLibrary()
      library.runPath = path
      library.isSearchPath = isSearchPath
      #expect(try code(library) == nil)
    }
  }

  @Test(arguments: [
    "/tmp", "/usr/lib", "relative", ".", "", "$ORIGIN:", ":$ORIGIN", "$ORIGIN::$ORIGIN/lib", "$ORIGIN/..",
    "$ORIGIN/../lib", "$ORIGIN/lib/../..", "$ORIGINAL", "$ORIGIN.d", "$ORIGIN/5", "$ORIGIN/lib/5", "$LIB",
    "$PLATFORM", "$ORIGIN/$LIB", "/opt/host/swift/..", "/opt/host/swift2", "/opt/host", "/proc/self/cwd",
    "$ORIGIN/.hidden", "/opt/host/swift:/tmp",
  ])
  func everythingElseIsRefused(_ path: String) throws {
    for isSearchPath in [false, true] {
      var library = BuiltLibrary()
      library.runPath = path
      library.isSearchPath = isSearchPath
      #expect(try code(library) == .foreignPath)
    }
  }

  @Test(arguments: [
    "/tmp/libevil.so", "./libevil.so", "$ORIGIN/libevil.so", "$LIB", "7", "12.so", "", "libevil", "a b.so",
  ])
  func aNameThatCouldBeAPathIsRefused(_ name: String) throws {
    var library = BuiltLibrary()
    library.needed = ["libc.so.6", name]
    #expect(try code(library) == .foreignPath)
  }

  @Test func theNameThatItGoesByIsItsFiles() throws {
    for (name, expected): (String, PluginError.Code?) in [
      ("libFixture.so", nil), ("libFixture.so.1.2", nil), ("libcurl.so.4", .irregularLibrary),
      ("", .irregularLibrary),
      ("libFixture.so.evil", .irregularLibrary), ("libc.so.6", .irregularLibrary),
    ] {
      var library = BuiltLibrary()
      library.soname = name
      #expect(try code(library) == expected, "\(name)")
    }
  }

  @Test func openingAndJudgingRefuseARunPathWhereverItLeads() throws {
    for path in ["/tmp", "$ORIGIN/..", "/opt/$ORIGIN"] {
      var plugin = FixturePlugin()
      plugin.link = ["-Wl,-rpath,\(path)"]
      let runtime = PluginRuntime(try plugin.install())
      let found = try #require(runtime.catalog.found.first)
      #expect(try #require(throws: PluginError.self) { try runtime.openBlocking(found) }.code == .foreignPath)
      #expect(try #require(throws: PluginError.self) { try found.judgeLibrary() }.code == .foreignPath)
      #expect(try #require(throws: PluginError.self) { try found.judgeLibraryFile() }.code == .foreignPath)
    }
  }

  /// What the rule is for: a library in such a folder runs in the host.
  @Test func theLoaderLooksThere() throws {
    let folder = try TemporaryFolder()
    var hidden = BuiltLibrary()
    hidden.soname = "libhidden.so"
    let path = try folder.write(hidden.built().bytes, to: "libhidden.so")
    var library = BuiltLibrary()
    library.needed = ["libhidden.so"]
    library.runPath = folder.path
    let said = try RealLoader.shared.get().load(library.built().bytes)
    #expect(said.contains("mapped \(path)"), "\(said)")
    #expect(try code(library) == .foreignPath)
  }

  @Test func theRunningProgramsSwiftIsDeclared() {
    // These tests are linked with Swift's shared libraries, or have them inside.
    for folder in SwiftRuntime.folders {
      #expect(FileManager.default.fileExists(atPath: "\(folder)/libswiftCore.so"))
    }
  }
}
