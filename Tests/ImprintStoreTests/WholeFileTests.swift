// SPDX-License-Identifier: Apache-2.0
import Glibc
import ImprintFiles
import ImprintModel
import TestSupport
import Testing

@testable import ImprintStore

/// Files that appear whole, by their paths.
@Suite struct WholeFileTests {
  @Test func whatIsNoFileIsNotReplaced() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    let error = #expect(throws: StoreError.self) { try Folder<StoreError>.write([1], to: pipe) }
    #expect(error?.reason == "it is not a regular file." && error?.place == pipe)
    var status = stat()
    #expect(lstat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
  }

  @Test func aPathWithANullNamesNothing() throws {
    let folder = try TemporaryFolder()
    #expect(FilePath.parts(of: folder.path + "/a\0b") == (".", ""))
    #expect(throws: StoreError.self) { try Folder<StoreError>.write([1], to: folder.path + "/a\0b") }
    #expect(access(folder.path + "/a", F_OK) != 0)
  }
}
