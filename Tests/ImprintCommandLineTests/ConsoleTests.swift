// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import Logging
import Testing

@testable import ImprintCommandLine

/// What our programs print and log is visible, whoever wrote it and whatever call was forgotten.
struct ConsoleTests {
  private func shown(_ text: String) -> String { StyleMark.shown(text, VisibleText.lines) }

  @Test func aColourOfOursIsOne() {
    let text = "a " + StyleMark.marked("b", .green) + " c"
    #expect(shown(text) == "a \u{1B}[32mb\u{1B}[0m c")
  }

  @Test func aColourInForeignTextIsNone() {
    #expect(shown("\u{1B}[32mpassed\u{1B}[0m") == #"\u{1B}[32mpassed\u{1B}[0m"#)
    // Nor with the borders of our marks: what stands between them is nobody else's to know.
    #expect(shown("\u{1}32\u{2}passed") == #"\u{1}32\u{2}passed"#)
    #expect(shown("\u{1}abc.32\u{2}") == #"\u{1}abc.32\u{2}"#)
  }

  @Test func aMarkWithinAStyledTextEndsNothing() {
    let foreign = "x\u{1B}[0m\u{1B}]0;title\u{7}"
    #expect(shown(StyleMark.marked(VisibleText.line(foreign), .red)).filter { $0 == "\u{1B}" }.count == 2)
  }

  @Test func cellsAndFactsAreOneLineEach() {
    var table = Table(["NAME", "VALUE"])
    table.add(["a\nroot  forged", "\u{202E}b"])
    #expect(table.text.split(separator: "\n").count == 2)
    #expect(table.text.contains(#"a\u{A}root"#) && table.text.contains(#"\u{202E}b"#))
    let pairs = facts([("name", "a\nmay be used: yes"), ("key", "1")])
    #expect(pairs.split(separator: "\n").count == 2)
    // Columns are as wide as what is shown.
    #expect(table.text.split(separator: "\n")[0].hasPrefix("NAME" + String(repeating: " ", count: 15)))
  }

  @Test func aLineOfAReportStaysOneAndKeepsItsStyle() {
    let line = oneLine(StyleMark.marked("ok", .green) + " a\nerror: forged\u{202E}")
    #expect(shown(line) == "\u{1B}[32mok\u{1B}[0m" + #" a\u{A}error: forged\u{202E}"#)
    #expect(joinedLines(["a\nb", "c"]) == #"a\u{A}b"# + "\nc")
  }

  @Test func aLoggedEventIsVisible() throws {
    var event = LogEvent(
      level: .warning, message: "plugin \u{1B}[2Jsays\nerror: none",
      metadata: [
        "plugin.id\n": "\u{202E}", "list": ["\u{200B}", .dictionary(["k": .stringConvertible(Hostile())])],
      ], source: "x", file: "f", function: "g", line: 1)
    event.error = Hostile()
    let shown = ConsoleLogHandler.visible(event)
    #expect(shown.message.description == #"plugin \u{1B}[2Jsays\u{A}error: none"#)
    #expect(shown.error == nil)
    let metadata = try #require(shown.metadata)
    #expect("\(metadata)".unicodeScalars.allSatisfy(VisibleText.isVisible), "\(metadata)")
    #expect(metadata["error"] == #"bad\u{7}"#)
  }

  private struct Hostile: Error, CustomStringConvertible {
    var description: String { "bad\u{7}" }
  }
}
