// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import ImprintSignedDocuments
import ImprintLicenseAuthority
import TestSupport

/// A token in software (SoftHSM 2) of one test's own.
///
/// SoftHSM finds its tokens by an environment variable, which all of a process share: a test makes the token,
/// and uses it in a child process that it starts for that.
struct SoftToken: Codable, Sendable {
  static let module = "/usr/lib/softhsm/libsofthsm2.so"

  let folder: String
  let pin: String

  /// - Parameter settings: further lines of SoftHSM's configuration.
  init(label: String = "licences", settings: [String] = []) throws {
    guard FileManager.default.fileExists(atPath: Self.module) else {
      throw MissingForTest("\(Self.module): install the packages of group test (scripts/lib/packages.txt)")
    }
    folder = try TemporaryFolder().path
    pin = "\(Int.random(in: 100_000...999_999))"
    try FileManager.default.createDirectory(atPath: "\(folder)/tokens", withIntermediateDirectories: true)
    let lines = ["directories.tokendir = \(folder)/tokens", "objectstore.backend = file"] + settings
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: configuration))
    try writePIN(pin)
    try addToken(label)
  }

  var configuration: String { "\(folder)/softhsm2.conf" }
  var pinFile: String { "\(folder)/pin" }
  var source: TokenPIN { .file(pinFile) }

  /// Lets this process use the token: for the child process of a test.
  func enter() { setenv("SOFTHSM2_CONF", configuration, 1) }

  func location(_ key: String = "object=signing", token: String = "token=licences") -> TokenLocation {
    TokenLocation(module: Self.module, uri: "pkcs11:\(token);\(key)")
  }

  func makeKey(_ algorithm: SignatureAlgorithm = .es256) throws -> TokenKey {
    try TokenKey.generate(algorithm, at: location(), pin: source)
  }

  func writePIN(_ pin: String) throws {
    try Data(pin.utf8).write(to: URL(filePath: pinFile))
    chmod(pinFile, 0o600)
  }

  func addToken(_ label: String) throws {
    try run(
      "/usr/bin/softhsm2-util", "--init-token", "--free", "--label", label, "--so-pin", "87654321", "--pin",
      pin)
  }

  /// OpenSC's program, as an operator would use it.
  @discardableResult
  func tool(_ arguments: String...) throws -> String {
    try run(
      "/usr/bin/pkcs11-tool",
      ["--module", Self.module, "--token-label", "licences", "--login", "--pin", pin] + arguments)
  }

  /// Ends all sessions of this process behind its back, as a token does that is taken out and put in again.
  func endAllSessions() throws {
    typealias SlotList =
      @convention(c) (UInt8, UnsafeMutablePointer<UInt>?, UnsafeMutablePointer<UInt>) -> UInt
    typealias CloseAll = @convention(c) (UInt) -> UInt
    guard let module = dlopen(Self.module, RTLD_NOW), let list = dlsym(module, "C_GetSlotList"),
      let close = dlsym(module, "C_CloseAllSessions")
    else { throw MissingForTest("the functions of \(Self.module)") }
    var slots = [UInt](repeating: 0, count: 8)
    var count = UInt(slots.count)
    guard unsafeBitCast(list, to: SlotList.self)(1, &slots, &count) == 0 else {
      throw MissingForTest("the slots of \(Self.module)")
    }
    for slot in slots.prefix(Int(count)) { _ = unsafeBitCast(close, to: CloseAll.self)(slot) }
  }

  @discardableResult
  private func run(_ program: String, _ arguments: String...) throws -> String { try run(program, arguments) }

  private func run(_ program: String, _ arguments: [String]) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = ["SOFTHSM2_CONF": configuration, "PATH": "/usr/bin:/bin"]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw MissingForTest("\(program): \(text)") }
    return text
  }
}
