// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintModel
import ImprintStore
import Testing

/// A folder that is gone with the test.
final class Scratch: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/imprint-store-\(UniqueID())"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var store: String { path + "/store" }

  func mode(_ name: String) throws -> Int {
    try #require(
      try FileManager.default.attributesOfItem(atPath: store + name)[.posixPermissions] as? Int)
  }

  func names(_ name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: store + name).sorted()
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: store + name))
  }
}

func template(_ bytes: [UInt8] = [1, 2, 3], algorithm: String = "imprint.test", version: UInt32 = 1) throws
  -> Template
{
  let format = try #require(TemplateFormat(algorithm: algorithm, version: version))
  return try #require(Template(format: format, modality: .face, site: .face, quality: 80, payload: bytes))
}

/// The code of the error that something throws.
func code<Value>(_ work: () async throws(StoreError) -> Value) async -> StoreError.Code? {
  do throws(StoreError) {
    _ = try await work()
    return nil
  } catch {
    return error.code
  }
}

/// A process that writes to a store: the executable that is built beside the tests.
struct Writer {
  let process = Process()
  private let output = Pipe()

  /// Adds users with one template each.
  /// - Parameter shell: what a shell does before it becomes the writer, such as setting a limit.
  init(_ store: String, users: Int, bytes: Int = 512, shell: String = "exec") throws {
    try self.init([store, String(users), String(bytes)], shell: shell)
  }

  /// Enrols a user with a template of each length, once or without end.
  init(
    _ store: String, enrol name: String, bytes: [Int], isEndless: Bool = false, shell: String = "exec"
  ) throws {
    try self.init([store, isEndless ? "0" : "1"] + bytes.map(String.init) + [name], shell: shell)
  }

  private init(_ arguments: [String], shell: String) throws {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = URL(fileURLWithPath: tests).deletingLastPathComponent().path + "/StoreWriter"
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "\(shell) \"$@\"", "sh", program] + arguments
    process.standardOutput = output
    try process.run()
  }

  /// Waits for its end: what it printed.
  func result() throws -> String {
    let words = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: words, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
