// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import ImprintModel

struct ShellWordTests {
  @Test(arguments: [
    "", "plain/name-1.2+3:4@5_6", "two words", "it's", "'", "$HOME `id` \\ \" ; & | * ? [a] ~ # !", "a\nb",
    "é 名",
    "-rf",
  ])
  func theShellReadsOneWordAsItWas(_ word: String) throws {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", "printf '%s|' \(ShellWord.quoted(word))"]
    let output = Pipe()
    shell.standardOutput = output
    try shell.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    shell.waitUntilExit()
    #expect(String(decoding: said, as: UTF8.self) == word + "|")
  }

  @Test func whatNeedsNoQuotesHasNone() {
    let path = "/opt/imprint/plugins/org.example.door"
    #expect(ShellWord.quoted(path) == path)
  }
}
