// SPDX-License-Identifier: Apache-2.0
import ImprintSignedDocuments
import Testing

@Suite struct Base64Tests {
  @Test(arguments: [
    ("", "", ""), ("f", "Zg==", "Zg"), ("fo", "Zm8=", "Zm8"), ("foo", "Zm9v", "Zm9v"),
    ("foobar", "Zm9vYmFy", "Zm9vYmFy"),
  ])
  func textsOfRFC4648AreWrittenAndRead(bytes: String, standard: String, url: String) {
    #expect(Base64.standard.text(of: bytes.utf8) == standard && Base64.url.text(of: bytes.utf8) == url)
    #expect(Base64.standard.bytes(of: Array(standard.utf8)) == Array(bytes.utf8))
    #expect(Base64.url.bytes(of: Array(url.utf8)) == Array(bytes.utf8))
  }

  @Test func eachAlphabetRefusesTheOther() {
    #expect(Base64.url.text(of: [0xFB, 0xFF]) == "-_8" && Base64.standard.text(of: [0xFB, 0xFF]) == "+/8=")
    #expect(
      Base64.url.bytes(of: Array("+/8".utf8)) == nil && Base64.standard.bytes(of: Array("-_8=".utf8)) == nil)
  }

  @Test(arguments: ["A", "AAAAA", "Zh", "Zm9", "Zg=", "Zg==", "Z g", "Zg\n", "\u{0}AAA", "ÄA"])
  func whatIsNotCanonicalBase64URLIsRefused(text: String) {
    #expect(Base64.url.bytes(of: Array(text.utf8)) == nil)
  }

  @Test(arguments: ["Zg", "Zg=", "Zh==", "Zm9=", "Zg==\n", "====", "Z===", "=Zg=", "Zg==Zg=="])
  func whatIsNotCanonicalBase64IsRefused(text: String) {
    #expect(Base64.standard.bytes(of: Array(text.utf8)) == nil)
  }

  @Test func everyLengthComesBack() {
    for length in 0..<70 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 11) }
      #expect(Base64.url.bytes(of: Array(Base64.url.text(of: bytes).utf8)) == bytes)
      #expect(Base64.standard.bytes(of: Array(Base64.standard.text(of: bytes).utf8)) == bytes)
    }
  }
}
