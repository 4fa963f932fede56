// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import TestSupport
import Testing

@testable import ImprintTrust

struct TrustMemoryTests {
  private let home: TemporaryFolder
  private let memory: TrustMemory

  init() throws {
    home = try TemporaryFolder()
    memory = TrustMemory(folder: "\(home.path)/state/imprint/trust")
  }

  private func version(_ text: String) throws -> SemanticVersion { try #require(SemanticVersion(text)) }

  @Test func theHighestVersionStays() throws {
    #expect(try memory.version(of: "org.example.a") == nil)
    for text in ["1.2.0", "1.10.0", "1.9.9"] { try memory.note(version(text), of: "org.example.a") }
    #expect(try memory.version(of: "org.example.a") == version("1.10.0"))
    #expect(try memory.version(of: "org.example.b") == nil)
    #expect(try TrustMemory(folder: memory.folder).version(of: "org.example.a") == version("1.10.0"))
  }

  @Test func writersAtTheSameTimeLoseNothing() async throws {
    try await withThrowingTaskGroup { group in
      for number in 0..<16 {
        group.addTask { try memory.note(version("1.0.\(number)"), of: "org.example.plugin\(number % 4)") }
      }
      try await group.waitForAll()
    }
    for number in 0..<4 {
      #expect(try memory.version(of: "org.example.plugin\(number)") == version("1.0.\(12 + number)"))
    }
  }

  @Test(arguments: [
    "", "{}", "{\"ver\":1,\"plugins\":{\"a\":\"x\"},\"lists\":{}}", "{\"ver\":3,\"plugins\":{},\"lists\":{}}",
    "{\"ver\":2,\"plugins\":{\"a\":\"1.0.0\"},\"lists\":{}}",
    "{\"ver\":1,\"plugins\":{\"a\":{\"publishers\":[]}},\"lists\":{}}",
    "{\"ver\":2,\"plugins\":{\"a\":{\"publishers\":[],\"owner\":\"00\"}},\"lists\":{}}",
  ])
  func aDamagedFileIsAnErrorAndNoFreshStart(content: String) throws {
    try memory.note(version("1.0.0"), of: "org.example.a")
    let file = try #require(memory.folder) + "/seen.json"
    try Data(content.utf8).write(to: URL(filePath: file))
    let error = try #require(throws: TrustError.self) { try memory.version(of: "org.example.a") }
    #expect(error.code == .memory && error.place == file && !error.remedy.isEmpty)
  }

  @Test func aMemoryThatOthersMayWriteIsNotBelieved() throws {
    try memory.note(version("1.0.0"), of: "org.example.a")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o777], ofItemAtPath: try #require(memory.folder))
    #expect(try #require(throws: TrustError.self) { try memory.version(of: "org.example.a") }.code == .memory)
  }

  @Test func whereNothingCanBeWrittenAPluginIsUsedWithAWarning() throws {
    let plugin = try SignedFolder()
    let trust = PluginTrust(try plugin.policy(), memory: TrustMemory(folder: "/dev/null/trust"))
    let verdict = try plugin.verdict(trust)
    #expect(verdict.warnings.count == 1 && verdict.warnings[0].contains("cannot be remembered"))
  }
}
