// SPDX-License-Identifier: Apache-2.0
import ImprintRuntime
import TestSupport
import Testing

/// What a camera's or microphone's worker may read because its locator names it.
@Suite struct LocatorFilesTests {
  private let folder: TemporaryFolder
  private let ada: String
  private let bea: String

  init() throws {
    folder = try TemporaryFolder()
    ada = try folder.write([1], to: "ada.puppet")
    bea = try folder.write([2], to: "bea.puppet")
  }

  private func paths(_ locator: String) -> [String] { CameraOptions(locator: locator).readablePaths }

  @Test func anExistingFileOrFolderIsReadable() {
    #expect(paths(ada) == [ada])
    #expect(paths(folder.path) == [folder.path])
    #expect(MicrophoneOptions(locator: ada).readablePaths == [ada])
  }

  @Test func aFileBetweenAWordAndAQueryIsReadable() {
    #expect(paths("puppet:\(ada)") == [ada])
    #expect(paths("\(ada)?seed=7") == [ada])
    #expect(paths("puppet:\(ada)?person=swap&other=\(bea)&seed=7") == [ada, bea])
  }

  @Test func theQueryBeginsAtTheLastQuestionMark() throws {
    let odd = try folder.write([3], to: "who?.puppet")
    #expect(paths(odd) == [odd])
    #expect(paths("puppet:\(odd)?other=\(ada)") == [odd, ada])
  }

  @Test(arguments: ["usb-046d", "puppet:nobody.puppet?other=", "seed=7", "?", ":", "", "nul\0"])
  func whatNamesNoFileGrantsNothing(locator: String) { #expect(paths(locator).isEmpty) }

  @Test func aFolderIsReadableOnlyByItsOwnPath() {
    #expect(paths("puppet:\(folder.path)").isEmpty)
    #expect(paths("puppet:nobody?other=\(folder.path)").isEmpty)
  }

  @Test(arguments: ["/dev/null", "x:/proc/self/status", "x:nobody?other=/sys/kernel/uevent_seqnum", "/proc"])
  func pseudoFileSystemsAreNotGranted(locator: String) { #expect(paths(locator).isEmpty) }
}
