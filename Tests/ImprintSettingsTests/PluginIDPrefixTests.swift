// SPDX-License-Identifier: Apache-2.0
import ImprintSettings
import Testing

@Suite struct PluginIDPrefixTests {
  @Test(arguments: [
    ("dev.imprint", "dev.imprint.face-tracker", true), ("dev.imprint.", "dev.imprint.face-tracker", true),
    ("dev.imprint", "dev.imprint", true), ("dev.imprint", "dev.imprintx", false),
    ("dev.imprint", "dev.imprintx.face-tracker", false), ("dev.imprint", "dev.imprint-x.a", false),
    ("dev.imprint.face", "dev.imprint.face-tracker", false),
    ("dev.imprint.face-tracker", "dev.imprint", false),
  ])
  func anIdIsCoveredByWholeWords(prefix: String, id: String, isCovered: Bool) throws {
    #expect(try #require(PluginIDPrefix(prefix)).covers(id) == isCovered)
  }

  @Test func aDotAtTheEndSaysNothingMore() {
    #expect(PluginIDPrefix("dev.imprint.") == PluginIDPrefix("dev.imprint"))
  }

  @Test(arguments: [
    "", ".", "dev", "dev.", "dev..imprint", ".dev.imprint", "Dev.Imprint", "dev.imprint..", "dev.imprint*",
    "dev imprint.a", "1dev.imprint", "dev.-imprint",
    // Cyrillic e, a full-width dot, a letter with a mark of its own, an invisible character.
    "d\u{435}v.imprint", "dev\u{FF0E}imprint", "dev.imprin\u{301}t", "dev.imprint\u{200B}",
  ])
  func whatIsNoBeginningOfIdsIsRefused(text: String) { #expect(PluginIDPrefix(text) == nil) }
}
