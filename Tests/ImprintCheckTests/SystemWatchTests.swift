// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

/// What code under the watch is refused, call by call, in a process of its own: a watch never ends.
@Suite struct SystemWatchTests {
  @Test func everyWayToAFileAProcessASocketAndTheSystemIsJudged() throws {
    let folder = try TemporaryFolder()
    try folder.write("x", to: "readable/file")
    try folder.write("x", to: "writable/other")
    let program = folder.url.appending(path: "calls")
    let sources = BuiltProducts.package.appending(path: "Sources").path
    try CCompiler.compileProgram(
      source: BuiltProducts.package.appending(path: "Tests/Fixtures/watch/calls.c").path, to: program,
      link: [
        "-I\(sources)/CCheckWatch/include", "\(sources)/CCheckWatch/watch.c",
        "\(sources)/CCheckWatch/kinds.c",
        "\(sources)/CImprintLinux/call_table.c", "-lseccomp", "-lpthread",
      ])
    let process = Process()
    process.executableURL = program
    process.arguments = [folder.path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let lines = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      .split(separator: "\n").map { $0.split(separator: " ") }
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    #expect(lines.count > 100)
    for line in lines { #expect(line.count == 3 && line[1] == line[2], "\(line)") }
    // Nothing was made, and nothing changed.
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/readable") == ["file"])
    #expect(try String(contentsOfFile: "\(folder.path)/readable/file", encoding: .utf8) == "x")
  }
}
