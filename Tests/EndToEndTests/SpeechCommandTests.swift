// SPDX-License-Identifier: Apache-2.0
import Foundation
import TestSupport
import Testing

@Suite struct SpeechCommandTests {
  private let home: TemporaryFolder

  init() throws {
    home = try TemporaryFolder()
    let words = """
      turn T ER N
      on AA N
      off AO F
      the DH AH
      light L AY T
      lights L AY T S
      two T UW
      too T UW
      hey HH EY
      computer K AH M P Y UW T ER

      """
    try home.write(words.utf8, to: "words.dict")
    try home.write("turn on the light\nturn off the light\nstop the light\n".utf8, to: "phrases.txt")
    try home.write("stop S T AA P\nstop(2) S T AO P\n".utf8, to: "own.dict")
    try home.write("hey computer /1e-30/\n".utf8, to: "triggers.txt")
  }

  private func run(_ arguments: String...) throws -> CommandRun {
    try CommandRun.sdkctl(["speech"] + arguments, home: home)
  }

  private func built(_ name: String, _ arguments: String...) throws -> CommandRun {
    try CommandRun.sdkctl(
      ["speech", "graph", "build", name, "--dictionary", "words.dict"] + arguments, home: home)
  }

  @Test func aGraphIsBuiltListedShownAndRemoved() throws {
    let build = try built("lights", "--phrases", "phrases.txt", "--pronunciations", "own.dict", "--json")
    #expect(build.exitCode == 0, "\(build.errors)")
    let json = try build.json
    #expect(json["kind"] as? String == "model" && json["name"] as? String == "lights")
    #expect((json["size"] as? [String: Any])?["words"] as? Int == 6)
    let path = try #require(json["path"] as? String)
    #expect(path.hasSuffix("/.local/share/imprint/speech-graphs/lights.impg"))

    let list = try run("graph", "list")
    #expect(list.exitCode == 0 && list.output.contains("lights") && list.output.contains("en-US"))
    let show = try run("graph", "show", "lights")
    #expect(show.exitCode == 0 && show.output.contains("stop: S T AA P, S T AO P"))
    // By its path too.
    #expect(try run("graph", "show", path).output == show.output)

    #expect(try run("graph", "remove", "lights").exitCode == 0)
    let gone = try run("graph", "show", "lights", "--json")
    #expect(gone.exitCode == 1)
    #expect(try (gone.json["error"] as? [String: String])?["code"] == "unknown-graph")
    #expect(try run("graph", "list").output == "no graphs\n")
  }

  @Test func whatWasNoticedIsPrintedLikeACompilersWarnings() throws {
    try home.write("two\ntoo\nturn on 2 light\n".utf8, to: "alike.txt")
    let build = try built("alike", "--phrases", "alike.txt")
    #expect(build.exitCode == 0)
    #expect(build.output.contains("warning: alike.txt:2: ") && build.output.contains("[same-sound]"))
    #expect(build.output.contains("note: alike.txt:3: it is read as: turn on two light."))
  }

  @Test func aWordWithoutPronunciationIsAnErrorAndNothingIsSaved() throws {
    let build = try built("lights", "--phrases", "phrases.txt", "--json")
    #expect(build.exitCode == 1)
    let error = try #require(build.json["error"] as? [String: String])
    #expect(error["code"] == "unknown-word" && error["place"] == "stop")
    #expect(try run("graph", "list").output == "no graphs\n")
  }

  @Test func aGraphOfTriggersHasTheirThresholds() throws {
    #expect(try built("wake", "--triggers", "triggers.txt", "--folder", "graphs").exitCode == 0)
    let show = try run("graph", "show", "wake", "--folder", "graphs", "--json")
    let triggers = try #require(show.json["triggers"] as? [[String: Any]])
    #expect(triggers.count == 1 && triggers[0]["words"] as? [String] == ["hey", "computer"])
    let threshold = try #require(triggers[0]["threshold"] as? Double)
    #expect(abs(threshold + 30) < 0.001)
    let again = try built("wake", "--triggers", "triggers.txt", "--folder", "graphs", "--new", "--json")
    #expect(again.exitCode == 1)
    #expect(try (again.json["error"] as? [String: String])?["code"] == "exists")
    let replaced = try built("wake", "--triggers", "triggers.txt", "--folder", "graphs")
    #expect(replaced.output.contains("replaced wake: "))
    // Before anything is read.
    let none = try built("a/b", "--triggers", "none.txt", "--folder", "graphs", "--json")
    #expect(try (none.json["error"] as? [String: String])?["code"] == "bad-name")
  }

  @Test func aLanguageModelIsBuiltAndADamagedOneRefusedWithItsLine() throws {
    let arpa = "\\data\\\nngram 1=3\n\n\\1-grams:\n-99\t<s>\n-0.3\t</s>\n-0.3\tlight\n\n\\end\\\n"
    try home.write(arpa.utf8, to: "model.arpa")
    #expect(try built("light", "--arpa", "model.arpa").exitCode == 0)
    try home.write(arpa.replacingOccurrences(of: "-0.3\tlight", with: "nan\tlight").utf8, to: "model.arpa")
    let build = try built("light", "--arpa", "model.arpa", "--json")
    #expect(build.exitCode == 1)
    let error = try #require(build.json["error"] as? [String: String])
    #expect(error["code"] == "bad-weight" && error["place"] == "model.arpa:7")
  }

  @Test func aDamagedGraphIsListedAsAProblem() throws {
    #expect(try built("wake", "--triggers", "triggers.txt", "--folder", "graphs").exitCode == 0)
    try home.write("no graph".utf8, to: "graphs/other.impg")
    let list = try run("graph", "list", "--folder", "graphs")
    #expect(list.exitCode == 1 && list.output.contains("wake") && list.output.contains("warning: "))
  }

  @Test func lettersAreLearnedAndSayAWordThatTheDictionaryLacks() throws {
    var words = ""
    for first in ["b", "d", "k", "l", "m", "n", "p", "s", "t"] {
      for vowel in ["a", "i", "o", "u"] {
        for last in ["b", "d", "k", "l"] {
          words +=
            "\(first)\(vowel)\(last) \(first.uppercased()) \(vowel.uppercased()) \(last.uppercased())\n"
        }
      }
    }
    try home.write(words.utf8, to: "made-up.dict")
    let made = try run("letters", "made-up.dict", "--output", "made-up.lts")
    #expect(made.exitCode == 0 && made.output == "learned from 144 of 144 pronunciations\n", "\(made.errors)")
    try home.write("bad minutab\n".utf8, to: "phrases.txt")
    let build = try CommandRun.sdkctl(
      [
        "speech", "graph", "build", "made-up", "--dictionary", "made-up.dict", "--letters", "made-up.lts",
        "--phrases", "phrases.txt", "--json",
      ], home: home)
    #expect(build.exitCode == 0, "\(build.output)")
    let proposals = try #require(build.json["proposals"] as? [[String: Any]])
    #expect(proposals.first?["word"] as? String == "minutab")
    #expect((proposals.first?["pronunciations"] as? [String])?.first == "M I N U T A B")
    let measured = try run("letters", "made-up.dict", "--measure", "--json")
    #expect(try measured.json["words"] as? Int ?? 0 > 5)
    #expect(try run("letters", "made-up.dict").exitCode == 64)
    // Not over the dictionary itself.
    #expect(try run("letters", "made-up.dict", "--output", "./made-up.dict").exitCode == 1)
    #expect(try run("letters", "made-up.dict", "--measure").exitCode == 0)
  }
}
