// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import Testing

@Suite struct ContentHashTests {
  /// FIPS 180-4, the examples for SHA-256.
  @Test(
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ])
  func theHashIsSHA256(text: String, hex: String) {
    #expect(ContentHash(of: Array(text.utf8)).hex == hex)
  }

  @Test func hexIsReadInBothCases() throws {
    let hash = ContentHash(of: [1, 2, 3])
    #expect(ContentHash(hex: hash.hex) == hash)
    #expect(ContentHash(hex: hash.hex.uppercased()) == hash)
  }

  @Test func hexOfAnotherLengthOrAlphabetIsRefused() {
    let hex = ContentHash(of: []).hex
    #expect(ContentHash(hex: hex.dropLast()) == nil)
    #expect(ContentHash(hex: hex + "0") == nil)
    #expect(ContentHash(hex: "g" + hex.dropFirst()) == nil)
    #expect(ContentHash(bytes: [1, 2, 3]) == nil)
  }
}
