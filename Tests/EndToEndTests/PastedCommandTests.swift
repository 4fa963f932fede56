// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// A command that is told can be pasted into a shell, whatever the paths in it hold.
@Suite struct PastedCommandTests {
  private static let folder = "somebody's files"
  private static let quoted = #"somebody'\''s files"#

  @Test func captureOfThePicturesThatWereDrawn() throws {
    let run = try CommandRun.sdkctl(["plugin", "samples", Self.folder], home: TemporaryFolder())
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(
      run.output.contains("sdkctl capture --camera '\(Self.quoted)/recording' --out images"), "\(run.output)")
  }

  @Test func signingWithTheKeysThatWereMade() throws {
    let run = try CommandRun.sdkctl(
      ["plugin", "key", "create", "--name", "Acme", "--output", Self.folder], home: TemporaryFolder())
    #expect(run.exitCode == 0, "\(run.errors)")
    let command =
      "sdkctl plugin sign FOLDER --key '\(Self.quoted)/publisher.key' --certificates '\(Self.quoted)/publisher.pem'"
    #expect(run.output.contains(command), "\(run.output)")
  }

  @Test func checkingAgainWhatFailed() throws {
    let installation = try NullInstallation()
    let home = installation.folder
    try FileManager.default.moveItem(
      atPath: "\(installation.root)/plugins/\(NullInstallation.id)", toPath: "\(home.path)/\(Self.folder)")
    try home.write("no library", to: "\(Self.folder)/libNullMatcher.so")
    let run = try installation.run(["plugin", "check", Self.folder, "--only", "package.architecture"])
    #expect(run.exitCode == 1, "\(run.output)\(run.errors)")
    #expect(run.output.contains("sdkctl plugin check '\(Self.quoted)' --reproduce"), "\(run.output)")
  }
}
