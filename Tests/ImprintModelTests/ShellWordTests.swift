// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@testable import ImprintModel

struct ShellWordTests {
  @Test(arguments: [
    "", "plain/name-1.2+3:4@5_6", "two words", "it's", "'", "$HOME `id` \\ \" ; & | * ? [a] ~ # !", "a\nb",
    "é 名",
    "-rf", "a'\u{301}; echo injected #", "\u{600}'; echo injected #", "'\u{FE0F}''", "e\u{301}",
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
    // Bytes, as texts that look alike are equal.
    #expect(Array(said) == Array((word + "|").utf8))
  }

  @Test func whatNeedsNoQuotesHasNone() {
    let path = "/opt/imprint/plugins/org.example.door"
    #expect(ShellWord.quoted(path) == path)
  }
}
