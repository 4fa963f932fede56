// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite struct ServeCommandTests {
  private func answer(_ arguments: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/curl")
    process.arguments = ["--silent", "--show-error", "--max-time", "20", "--noproxy", "*"] + arguments
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return "\(process.terminationStatus) \(text)"
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func aServerTellsThatItIsReadyServesWithItsPinsAndEndsWhenAsked(signal: Int32) async throws {
    let home = try ProgramHome()
    try home.prepare()
    let run = try home.start("serve")
    let line = try await run.ready()
    #expect(line.count == 4 && line[0] == "ready")
    let url = "\(line[1])/health/live"
    let authority = [
      "--cacert", home.path + "/client/tls-ca.pem", "--resolve",
      "localhost:\(line[1].split(separator: ":")[2]):127.0.0.1",
    ]
    let pin = line[2].replacing("sha256/", with: "sha256//")
    #expect(try answer(authority + ["--pinnedpubkey", pin, url]).hasPrefix("0 "))
    // Without the authority, and with another pin: refused.
    #expect(try answer([url]).hasPrefix("60 "))
    #expect(
      try answer(authority + ["--pinnedpubkey", "sha256//\(String(repeating: "A", count: 43))=", url])
        .hasPrefix("90 "))
    run.process.send(signal)
    run.process.waitUntilExit()
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.output.split(separator: "\n").count == 1)
  }

  @Test func withJSONTheReadyLineIsTheOneDocument() async throws {
    let home = try ProgramHome()
    try home.prepare()
    let run = try home.start("serve", "--json", "--insecure-http", "--port", "0")
    _ = try await run.ready()
    let port = try #require(try run.json["port"] as? Int)
    #expect(try run.json["url"] as? String == "http://localhost:\(port)")
    #expect(try answer(["http://127.0.0.1:\(port)/health/ready"]).hasPrefix("0 "))
    run.process.send(SIGTERM)
    run.process.waitUntilExit()
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try run.json["ready"] as? Bool == true)
  }

  @Test func aPortThatIsTakenIsTold() async throws {
    let home = try ProgramHome()
    try home.prepare()
    let first = try home.start("serve", "--insecure-http", "--json")
    _ = try await first.ready()
    let port = try #require(try first.json["port"] as? Int)
    let second = try home.run("serve", "--insecure-http", "--port", "\(port)", "--json")
    #expect(second.exitCode == 1)
    #expect(try second.errorCode == "address")
    first.process.send(SIGTERM)
    first.process.waitUntilExit()
  }
}
