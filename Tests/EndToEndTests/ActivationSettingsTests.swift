// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

/// `license activate` writes settings that have proved good, and no others.
@Suite struct ActivationSettingsTests {
  private let home: TemporaryFolder
  private let settings: URL

  /// A licensed home whose settings a person has commented.
  init() throws {
    home = try TemporaryFolder()
    try LicensedHome.install([.verification], in: home)
    settings = home.url.appending(path: ".config/imprint/license.yaml")
    let text = try String(contentsOf: settings, encoding: .utf8)
    try Data((text + "# kept for the door on the left\n").utf8).write(to: settings)
    let key = try home.write("imk_0123456789ab_secret", to: "api.key")
    #expect(chmod(key, 0o600) == 0)
  }

  private let elsewhere = [
    "license", "activate", "--profile", "other", "--product", "com.example.other", "--api-key-file",
    "api.key",
    "--allow-insecure-http", "--server",
  ]

  @Test func failedActivationLeavesTheSettingsByteForByte() throws {
    let before = try Data(contentsOf: settings)
    // Nobody listens there.
    let run = try CommandRun.sdkctl(elsewhere + ["http://127.0.0.1:1", "--json"], home: home)
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "connectionIssue")
    #expect(try Data(contentsOf: settings) == before)
    #expect(try CommandRun.sdkctl(["license", "status"], home: home).exitCode == 0)
  }

  @Test func activationThatChangesNothingWritesNothing() throws {
    let before = try Data(contentsOf: settings)
    for arguments in [[], ["--profile", LicensedHome.profile]] {
      #expect(try CommandRun.sdkctl(["license", "activate"] + arguments, home: home).exitCode == 0)
      #expect(try Data(contentsOf: settings) == before)
    }
  }

  @Test func failedActivationWithoutSettingsMakesNone() throws {
    let fresh = try TemporaryFolder()
    try FileManager.default.copyItem(
      at: home.url.appending(path: "api.key"), to: fresh.url.appending(path: "api.key"))
    let anchor = try SettingsReader.licenseSettings(at: settings.path).manifest.trustAnchors
    let run = try CommandRun.sdkctl(
      elsewhere + ["http://127.0.0.1:1", "--trust-anchor", anchor, "--json"], home: fresh)
    #expect(try run.errorCode == "connectionIssue")
    #expect(!FileManager.default.fileExists(atPath: fresh.url.appending(path: ".config").path))
  }

  @Test func activationThatIsKilledWhileItWaitsLeavesTheSettingsByteForByte() throws {
    let before = try Data(contentsOf: settings)
    let listener = try SilentListener()
    let process = Process()
    process.executableURL = try BuiltProducts.folder().appending(path: "sdkctl")
    process.arguments = elsewhere + ["http://127.0.0.1:\(listener.port)"]
    process.environment = [
      "HOME": home.path, "PATH": "/usr/bin:/bin", "IMPRINT_TRUST_CONFIG": try TestTrust.offSettings(),
    ]
    process.currentDirectoryURL = home.url
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    // It has asked, and waits for an answer.
    try listener.waitForVisitor()
    #expect(process.send(SIGKILL))
    process.waitUntilExit()
    #expect(try Data(contentsOf: settings) == before)
    #expect(try CommandRun.sdkctl(["license", "status"], home: home).exitCode == 0)
  }
}

/// Takes connections and never says anything.
private final class SilentListener {
  let port: UInt16
  private let descriptor: Int32

  init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 4) == 0
          && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard isBound else { throw MissingForTest("no port of this machine can be listened on") }
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(descriptor) }

  func waitForVisitor() throws {
    var visitor = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&visitor, 1, 60_000) == 1, accept(descriptor, nil, nil) >= 0 else {
      throw MissingForTest("nobody came")
    }
  }
}
