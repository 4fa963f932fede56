// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintSettings
import Testing

@testable import ImprintManifest

@Suite struct FileTests {
  /// Runs with a folder that is removed afterwards.
  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "imprint-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { _ = try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  private func code(at path: String) -> ManifestProblem.Code? {
    #expect(throws: ManifestError.self) { try ManifestReader.plugin(at: path) }?.code
  }

  @Test func missingFileIsUnreadable() throws {
    try withFolder { #expect(code(at: $0.appending(path: "none.yaml").path) == .unreadable) }
  }

  @Test func folderIsUnreadable() throws {
    try withFolder { #expect(code(at: $0.path) == .unreadable) }
  }

  @Test func fifoDoesNotBlock() throws {
    try withFolder { folder in
      let path = folder.appending(path: "fifo").path
      #expect(mkfifo(path, 0o600) == 0)
      #expect(code(at: path) == .unreadable)
    }
  }

  @Test func hugeFileIsRefusedUnread() throws {
    try withFolder { folder in
      let path = folder.appending(path: "huge.yaml").path
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
      // Sparse: 1 TiB that cannot be read into memory.
      #expect(truncate(path, 1 << 40) == 0)
      #expect(code(at: path) == .tooLarge)
    }
  }

  @Test func endlessDeviceIsUnreadable() {
    #expect(code(at: "/dev/zero") == .unreadable)
  }

  @Test func placeIsThePathThatWasGiven() throws {
    try withFolder { folder in
      let path = folder.appending(path: "plugin.yaml").path
      try Data("id: 1\n".utf8).write(to: URL(filePath: path))
      let error = #expect(throws: ManifestError.self) { try ManifestReader.plugin(at: path) }
      #expect(error?.place.hasPrefix(path + ":1:") == true)
    }
  }

  @Test func replacedFileKeepsModeAndLink() throws {
    try withFolder { folder in
      let path = folder.appending(path: "real.yaml").path
      let link = folder.appending(path: "link.yaml").path
      try Data(Samples.good()).write(to: URL(filePath: path))
      #expect(chmod(path, 0o640) == 0)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "real.yaml")
      let new = "dataUse: {class: none, egress: none, retention: none}\n"
      try ManifestEditor.replaceSection("dataUse", with: new, inFileAt: link)
      #expect(try ManifestReader.plugin(at: path).manifest.dataUse.dataClass == .none)
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real.yaml")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
          "link.yaml", "real.yaml",
        ])
    }
  }

  @Test func failedReplacementLeavesTheFileAsItWas() throws {
    try withFolder { folder in
      let path = folder.appending(path: "plugin.yaml").path
      try Data(Samples.good()).write(to: URL(filePath: path))
      #expect(throws: ManifestError.self) {
        try ManifestEditor.replaceSection("dataUse", with: "dataUse: {class: wrong}\n", inFileAt: path)
      }
      #expect(try Array(Data(contentsOf: URL(filePath: path))) == Samples.good())
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["plugin.yaml"])
    }
  }
}
