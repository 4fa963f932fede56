// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintScaffold
import TestSupport
import Testing

private func scaffold() throws -> PluginScaffold {
  try PluginScaffold(
    id: "org.example.acme", kind: .camera, language: .c,
    templates: PluginTemplates(folder: BuiltProducts.package.appending(path: "Kit/templates").path))
}

@Suite struct ScaffoldWritingTests {
  @Test func aNewFolderHasAllFiles() throws {
    let place = try TemporaryFolder()
    let made = try scaffold()
    try made.write(to: "\(place.path)/acme")
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(place.path)/acme")
    #expect(names.sorted() == made.files.map(\.name).sorted())
    let text = try String(contentsOfFile: "\(place.path)/acme/identity.h", encoding: .utf8)
    #expect(text.contains(#""org.example.acme""#))
  }

  @Test func anEmptyFolderIsFilled() throws {
    let place = try TemporaryFolder()
    try scaffold().write(to: place.path)
    #expect(FileManager.default.fileExists(atPath: "\(place.path)/plugin.yaml"))
  }

  @Test func aFolderInUseIsLeftAsItIs() throws {
    let place = try TemporaryFolder()
    try place.write("mine", to: "acme/notes")
    let error = try #require(throws: ScaffoldError.self) { try scaffold().write(to: "\(place.path)/acme") }
    #expect(error.code == .folderInUse)
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(place.path)/acme") == ["notes"])
  }

  @Test func aFileInTheWayIsLeftAsItIs() throws {
    let place = try TemporaryFolder()
    let file = try place.write("mine", to: "acme")
    #expect(try #require(throws: ScaffoldError.self) { try scaffold().write(to: file) }.code == .folderInUse)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
  }

  @Test func aFolderThatCannotBeMadeIsAFileError() throws {
    let place = try TemporaryFolder()
    let error = try #require(throws: ScaffoldError.self) { try scaffold().write(to: "\(place.path)/no/acme") }
    #expect(error.code == .file)
    #expect(!FileManager.default.fileExists(atPath: "\(place.path)/no"))
  }

  @Test func aDiskThatIsFullLeavesNothingBehind() throws {
    // A limit on the size of files fails a write midway, as a full disk does; the process of the test must
    // not have it, so a shell sets it for sdkctl.
    let place = try TemporaryFolder()
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/bash")
    shell.arguments = [
      "-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "bash",
      try BuiltProducts.folder().appending(path: "sdkctl").path, "plugin", "new", "\(place.path)/acme",
      "--id",
      "org.example.acme", "--lang", "c", "--kind", "camera", "--root", try kitRoot(place),
    ]
    shell.standardError = FileHandle.nullDevice
    shell.standardOutput = FileHandle.nullDevice
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 1)
    #expect(!FileManager.default.fileExists(atPath: "\(place.path)/acme"))
  }

  /// A root whose templates are the repository's.
  private func kitRoot(_ place: TemporaryFolder) throws -> String {
    try place.makeFolder("root/share/imprint")
    try FileManager.default.createSymbolicLink(
      at: place.url.appending(path: "root/share/imprint/templates"),
      withDestinationURL: BuiltProducts.package.appending(path: "Kit/templates"))
    return "\(place.path)/root"
  }
}
