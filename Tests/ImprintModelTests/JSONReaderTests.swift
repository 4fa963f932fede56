// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import Testing

@Suite struct JSONReaderTests {
  private func read(_ text: String) throws -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

  private func code(_ bytes: [UInt8], _ limits: JSONValue.Limits = JSONValue.Limits()) -> JSONError.Code? {
    do throws(JSONError) {
      _ = try JSONValue(parsing: bytes, limits: limits)
      return nil
    } catch {
      return error.code
    }
  }

  private func code(_ text: String) -> JSONError.Code? { code(Array(text.utf8)) }

  @Test func documentsOfEveryKindAreRead() throws {
    #expect(try read("null") == .null)
    #expect(try read(" \t\r\n true \t\r\n") == .bool(true))
    #expect(try read("false") == .bool(false))
    #expect(try read("[]") == .array([]) && read("{}") == .object([]))
    #expect(
      try read("[ 1 , [ ] , { \"a\" : null } ]")
        == .array([.integer(1), .array([]), .object([("a", .null)])]))
    #expect(
      try read("{\"\":\"\",\"b\":1,\"a\":2}")
        == .object([("", .string("")), ("b", .integer(1)), ("a", .integer(2))]))
  }

  @Test(arguments: [
    "", " ", "nul", "nullx", "True", "NaN", "Infinity", "-Infinity", "undefined", "'a'", "[", "]", "[1",
    "[1,", "[1,]",
    "[,1]", "[1 2]", "[1,,2]", "{", "}", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}",
    "{a:1}",
    "{1:1}", "{\"a\" 1}", "{\"a\"::1}", "{\"a\":1 \"b\":2}", "[}", "{]", "1 2", "{}{}", "[]\u{0}", "/**/1",
    "1//", "\u{A0}1",
    "\u{FEFF}1", "\u{2028}1", "\"", "\"a", "\"\\\"", "{\"a\":1}\u{0}",
  ])
  func whatIsNoDocumentIsRefused(text: String) {
    #expect(code(text) == .syntax)
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("7", 7), ("-12", -12), ("9223372036854775807", .max),
      ("-9223372036854775808", .min),
    ] as [(String, Int)])
  func wholeNumbersAreIntegers(text: String, number: Int) throws {
    guard case .integer(let read) = try read(text) else {
      Issue.record("no integer")
      return
    }
    #expect(read == number)
  }

  @Test(
    arguments: [
      ("0.5", 0.5), ("-0.0", 0), ("1.0", 1), ("1e2", 100), ("1E+2", 100), ("12.5e-1", 1.25), ("1e-400", 0),
      ("9223372036854775808", 9_223_372_036_854_775_808), ("0e0", 0), ("0.1", 0.1),
    ] as [(String, Double)])
  func otherNumbersAreDoubles(text: String, number: Double) throws {
    guard case .number(let read) = try read(text) else {
      Issue.record("no number")
      return
    }
    #expect(read == number)
  }

  @Test(arguments: [
    "01", "-01", "00", "+1", "-", "-a", ".5", "1.", "1.e1", "1e", "1e+", "1e-", "1E", "0x10", "1_000", "--1",
    "1e1.5",
    "1e400", "-1e400", "٣", "1٣",
  ])
  func numbersOutsideTheGrammarAreRefused(text: String) {
    #expect(code(text) == .syntax)
  }

  @Test(arguments: [
    (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u00e4\u00C4""#, "äÄ"),
    (#""\u0000""#, "\u{0}"), (#""\ud83e\udEAA""#, "🪪"), (#""\uFFFF\uE000""#, "\u{FFFF}\u{E000}"),
    ("\"\u{7F}🪪\"", "\u{7F}🪪"),
  ])
  func textsAreReadWithTheirEscapes(text: String, content: String) throws {
    guard case .string(let read) = try read(text) else {
      Issue.record("no text")
      return
    }
    #expect(read.utf8.elementsEqual(content.utf8))
  }

  @Test(arguments: [
    #""\ud83e""#, #""\udeaa""#, #""\ud83e\ud83e""#, #""\ud83ex""#, #""\ud83e\n""#, #""\ud83e\u0041""#,
    #""\udeaa\ud83e""#,
    #""\u12""#, #""\u12g4""#, #""\u""#, #""\x41""#, #""\U0041""#, #""\'""#, #""\0""#, #""\"#, #""\u+123""#,
    #""\u١٢٣٤""#,
    "\"\n\"", "\"\t\"", "\"\u{0}\"", "\"\u{1F}\"",
  ])
  func textsOutsideTheGrammarAreRefused(text: String) {
    #expect(code(text) == .syntax)
  }

  @Test(
    arguments: [
      [0x80], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF], [0xE2, 0x82],
      [0xF8, 0x88, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func whatIsNotUTF8IsRefused(bytes: [UInt8]) {
    #expect(code([0x22] + bytes + [0x22]) == .syntax)
    #expect(code(bytes) == .syntax)
  }

  @Test(arguments: [
    #"{"a":1,"a":1}"#, #"{"a":1,"b":2,"\u0061":3}"#, #"{"x":{"a":1,"a":2}}"#, #"[{"":0,"":0}]"#,
  ])
  func memberThatOccursTwiceIsRefused(text: String) {
    #expect(code(text) == .duplicateMember)
  }

  @Test func twoSpellingsOfOneCharacterAreTwoMembers() throws {
    #expect(try read("{\"\u{E9}\":1,\"e\u{301}\":2}").text.contains("2"))
    #expect(code(#"{"a":{"a":1},"b":{"a":1}}"#) == nil)
  }

  @Test func deeperThanTheLimitIsRefused() {
    for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
      let nested = { (depth: Int) in
        String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)
      }
      #expect(code(nested(15)) == nil)
      #expect(code(nested(16)) == .limit)
      #expect(code(nested(10_000)) == .limit)
      #expect(code(String(repeating: open, count: 10_000)) == .limit)
    }
    #expect(code(Array("[[1]]".utf8), JSONValue.Limits(depth: 2)) == .limit)
    #expect(code(Array("[[1]]".utf8), JSONValue.Limits(depth: 3)) == nil)
  }

  @Test func longerThanTheLimitIsRefusedBeforeItIsRead() {
    #expect(code([UInt8](repeating: 0xFF, count: 65_537)) == .limit)
    #expect(code(Array("1".utf8) + [UInt8](repeating: 0x20, count: 65_535)) == nil)
    #expect(code(Array("[1,2]".utf8), JSONValue.Limits(bytes: 4)) == .limit)
  }

  @Test func placesAreOffsets() {
    do throws(JSONError) {
      _ = try JSONValue(parsing: Array("{\"a\":1,\"a\":2}".utf8))
      Issue.record("accepted")
    } catch {
      #expect(error.place == "byte 7")
    }
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    let value = JSONValue.object([
      ("a", .array([.null, .bool(true), .integer(.min), .number(0.1), .number(1e300)])),
      ("\u{0}\u{1F}\"\\\n🪪", .string("\u{7F}\u{2028}e\u{301}")), ("c", .object([("d", .array([]))])),
    ])
    #expect(try read(value.text) == value)
  }
}
