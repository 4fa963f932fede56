// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import Testing

/// Foreign text steers nothing, hides nothing, and pretends nothing.
struct VisibleTextTests {
  @Test(arguments: [
    ("\u{1B}[2J", #"\u{1B}[2J"#), ("a\nb", #"a\u{A}b"#), ("a\rb", #"a\u{D}b"#), ("\u{9B}31m", #"\u{9B}31m"#),
    ("\u{0}", #"\u{0}"#), ("\u{7F}", #"\u{7F}"#), ("a\tb", #"a\u{9}b"#), ("\u{202E}evil", #"\u{202E}evil"#),
    ("\u{2066}x\u{2069}", #"\u{2066}x\u{2069}"#), ("\u{200F}", #"\u{200F}"#), ("\u{61C}", #"\u{61C}"#),
    ("A\u{200B}B", #"A\u{200B}B"#), ("\u{FEFF}x", #"\u{FEFF}x"#), ("\u{AD}", #"\u{AD}"#),
    ("x\u{2028}y\u{2029}z", #"x\u{2028}y\u{2029}z"#), ("\u{85}", #"\u{85}"#), ("\u{E0041}", #"\u{E0041}"#),
    ("\u{3164}", #"\u{3164}"#), ("\u{115F}", #"\u{115F}"#), ("\u{2800}", #"\u{2800}"#),
    ("\u{A0}", #"\u{A0}"#),
    ("\u{3000}", #"\u{3000}"#), ("\u{E000}", #"\u{E000}"#), ("\u{FE0F}", #"\u{FE0F}"#),
    ("\u{180E}", #"\u{180E}"#),
    ("\u{10FFFD}", #"\u{10FFFD}"#), ("\r\n", #"\u{D}\u{A}"#), ("e\u{34F}", #"e\u{34F}"#),
  ])
  func whatIsNotSeenStandsByItsNumber(text: String, shown: String) {
    #expect(VisibleText.line(text).unicodeScalars.elementsEqual(shown.unicodeScalars))
  }

  @Test(arguments: ["Ada Müller", "e\u{301}", "指紋", "بصمة", "отпечаток", "👁", "C:\\x \"'<>&", "±µ€", "नमस्ते"])
  func ordinaryTextStays(text: String) { #expect(VisibleText.line(text) == text) }

  @Test func linesKeepLineFeedsAndTabsAlone() {
    #expect(VisibleText.lines("a\n\tb\r\u{B}") == "a\n\tb" + #"\u{D}\u{B}"#)
  }

  @Test func bytesThatAreNoTextStandByTheirNumbers() {
    #expect(VisibleText.line(utf8: Array("é".utf8) + [0xFF, 0x41, 0xC3]) == #"é\x{FF}A\x{C3}"#)
    // Surrogates and forms that are too long are no UTF-8.
    #expect(!VisibleText.line(utf8: [0xED, 0xA0, 0x80, 0xC0, 0xAF] as [UInt8]).contains("\u{FFFD}"))
    #expect(VisibleText.line(utf8: [0xC0, 0xAF] as [UInt8]) == #"\x{C0}\x{AF}"#)
    #expect(VisibleText.line(utf8: [] as [UInt8]).isEmpty)
  }

  @Test func aLongTextIsCut() {
    #expect(VisibleText.line(String(repeating: "x", count: 10), upTo: 10) == "xxxxxxxxxx")
    #expect(VisibleText.line(String(repeating: "x", count: 11), upTo: 10) == "xxxxxxxxxx...")
    #expect(VisibleText.line(utf8: [UInt8](repeating: 0xFF, count: 99), upTo: 2) == #"\x{FF}\x{FF}..."#)
    #expect(VisibleText.line(String(repeating: "\u{1B}", count: 1 << 20)).count < 200_000)
  }

  @Test func whatIsShownIsShownOnceMoreAsItIs() {
    let shown = VisibleText.line("\u{1B}\u{202E}\n")
    #expect(VisibleText.line(shown) == shown)
  }

  @Test func nothingIsMarkupEvenWithAnAccent() {
    #expect(VisibleText.html("<b>\"&'") == "&lt;b&gt;&quot;&amp;&#39;")
    let accented = VisibleText.html("<\u{338}script>\u{338}\"\u{301}")
    #expect(!accented.unicodeScalars.contains { ["<", ">", "\""].contains($0) })
  }

  @Test func aJSONDocumentStaysTheSameDocument() throws {
    let json = JSONValue.object([("na\u{202E}me", .string("a\u{1B}\u{200B}\u{E0041}\"\\\nÄ"))])
    let text = json.visibleText
    #expect(text.unicodeScalars.allSatisfy(VisibleText.isVisible))
    #expect(text.contains(#"\u202e"#) && text.contains(#"\udb40\udc41"#))
    #expect(try JSONValue(parsing: Array(text.utf8)) == json)
  }
}
