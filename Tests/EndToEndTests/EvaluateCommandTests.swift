// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintAuthoring
import TestSupport
import Testing

/// `evaluate`: what it looks at before its work, and what it goes on past.
@Suite struct EvaluateCommandTests {
  private let installation: CalibratedInstallation
  private var folder: TemporaryFolder { installation.installation.folder }

  init() throws { installation = try CalibratedInstallation() }

  private func evaluate(_ arguments: String...) throws -> CommandRun {
    try installation.run(["evaluate", "--pairs", "pairs.csv", "--json"] + arguments)
  }

  private func addPairs(_ lines: String) throws {
    let file = folder.url.appending(path: "pairs.csv")
    try folder.write(try String(contentsOf: file, encoding: .utf8) + lines, to: "pairs.csv")
  }

  @Test func aPictureThatIsMissingOrBrokenIsCountedAndTheOthersGoOn() throws {
    try folder.write("no picture\n", to: "broken.png")
    try addPairs("a.png,missing.png,1,a,a\na.png,broken.png,1,a,a\n")
    let run = try evaluate()
    #expect(run.exitCode == 0, "\(run.output)")
    // A fault of the data, and no failure of what is measured.
    #expect(try run.json["genuineLost"] as? Int == 0 && run.json["pairsUnread"] as? Int == 2)
    #expect((try run.json["fta"] as? [String: Any])?["errors"] as? Int == 0)
    let failures = try #require(try run.json["failures"] as? [[String: Any]])
    #expect(failures.map { $0["image"] as? String } == ["missing.png", "broken.png"])
    #expect(failures.map { $0["reason"] as? String } == ["unreadable", "not-an-image"])
    #expect(failures.allSatisfy { $0["unread"] as? Bool == true })
    #expect(run.errors.contains("warning: missing.png: left out (unreadable)"))
  }

  @Test func whereNoPictureGivesATemplateTheErrorSaysWhatToLookAt() throws {
    let run = try evaluate("--images-root", "elsewhere")
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "no-templates")
    #expect(try run.error?["reason"]?.contains("3 unreadable") == true)
    #expect(try run.error?["remedy"]?.contains("--images-root") == true)
  }

  @Test(arguments: ["no/such/folder/report.json", ".", "pairs.csv", "report/"])
  func aReportThatCannotBeWrittenIsRefusedBeforeTheWork(report: String) throws {
    // A picture that the work would have told of.
    try addPairs("a.png,missing.png,1,a,a\n")
    let before = try Data(contentsOf: folder.url.appending(path: "pairs.csv"))
    let run = try evaluate("--report", report)
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "file")
    #expect(!run.errors.contains("no template"))
    #expect(try Data(contentsOf: folder.url.appending(path: "pairs.csv")) == before)
  }

  @Test func aManifestThatCannotBeWrittenIsRefusedBeforeTheWork() throws {
    // A name so long that nothing can be written beside it, and then put in its place: also by root.
    let manifest = "\(String(repeating: "m", count: 245)).yaml"
    let text = try String(
      contentsOf: folder.url.appending(path: "root/plugins/\(NullInstallation.id)/plugin.yaml"),
      encoding: .utf8)
    try folder.write(text, to: manifest)
    // A picture that the work would have told of.
    try addPairs("a.png,missing.png,1,a,a\n")
    let run = try evaluate(
      "--calibrate", manifest, "--population", "patterns", "--data-set", "made up")
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "file", "\(run.output)")
    #expect(try run.error?["place"] == manifest)
    #expect(!run.errors.contains("no template"))
    #expect(try String(contentsOf: folder.url.appending(path: manifest), encoding: .utf8) == text)
  }

  @Test(arguments: [("--population", "\u{7}"), ("--data-set", String(repeating: "a", count: 201))])
  func wordsThatTheManifestCannotHoldAreRefusedBeforeTheWork(option: String, words: String) throws {
    let manifest = "root/plugins/\(NullInstallation.id)/plugin.yaml"
    try addPairs("a.png,missing.png,1,a,a\n")
    let run = try evaluate(
      "--calibrate", manifest, "--population", "patterns", "--data-set", "made up", option, words)
    #expect(run.exitCode == 1)
    #expect(try run.error?["reason"]?.contains("calibrations[0]") == true, "\(run.output)")
    #expect(!run.errors.contains("no template"))
  }

  @Test func whereTheDataCarryNoCalibrationTheReportIsWrittenAllTheSame() throws {
    let manifest = "root/plugins/\(NullInstallation.id)/plugin.yaml"
    let text = try String(contentsOf: folder.url.appending(path: manifest), encoding: .utf8)
    let run = try evaluate(
      "--calibrate", manifest, "--population", "patterns", "--data-set", "made up", "--report", "report.json")
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "too-few-comparisons", "\(run.output)")
    let report = try Data(contentsOf: folder.url.appending(path: "report.json"))
    let json = try #require(try JSONSerialization.jsonObject(with: report) as? [String: Any])
    #expect(json["genuineLost"] as? Int == 0 && json["calibration"] is NSNull)
    #expect(try String(contentsOf: folder.url.appending(path: manifest), encoding: .utf8) == text)
  }

  @Test func aReportIsWrittenAndNothingElseIsLeft() throws {
    #expect(try evaluate("--report", "report.json").exitCode == 0)
    #expect(try evaluate("--report", "report.json").exitCode == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.filter { $0.hasPrefix("report") } == ["report.json"])
  }

  @Test func statementsBesideAManifestAreNamedThatACalibrationBreaks() throws {
    let plugin = "root/plugins/\(NullInstallation.id)"
    #expect(PluginContents.statements(besideManifestAt: folder.url.path + "/\(plugin)/plugin.yaml").isEmpty)
    for name in [PluginContents.signatureName, PluginContents.conformanceName] {
      try folder.write("signed", to: "\(plugin)/\(name)")
    }
    #expect(
      PluginContents.statements(besideManifestAt: folder.url.path + "/\(plugin)/plugin.yaml")
        == ["conformance.sig", "plugin.sig"])
  }

  @Test func aCalibrationOfASignedPluginSaysHowToSignItAgain() throws {
    // A folder that a shell would take for two words and an open quote.
    let plugin = "somebody's plugin"
    let manifest = folder.url.appending(path: "root/plugins/\(NullInstallation.id)/plugin.yaml")
    try folder.write(try Data(contentsOf: manifest), to: "\(plugin)/plugin.yaml")
    for name in [PluginContents.signatureName, PluginContents.conformanceName] {
      try folder.write("signed", to: "\(plugin)/\(name)")
    }
    try writePeople(80)
    let run = try installation.run([
      "evaluate", "--pairs", "people.csv", "--calibrate", "\(plugin)/plugin.yaml", "--population", "patterns",
      "--data-set", "made up", "--json",
    ])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    #expect(try run.json["brokenStatements"] as? [String] == ["conformance.sig", "plugin.sig"])
    let lines = run.errors.split(separator: "\n").map(String.init)
    let quoted = #"'somebody'\''s plugin'"#
    #expect(lines.contains("  Sign it again: sdkctl plugin sign \(quoted) --key FILE --certificates FILE"))
    #expect(
      lines.contains("  Check it again: sdkctl plugin check \(quoted) --sign-key FILE --certificates FILE"))
    #expect(!run.errors.contains("\\u{"), "\(run.errors)")
  }

  @Test func aCalibrationReplacesItsOwnEntryAndLeavesTheOthers() throws {
    let manifest = "root/plugins/\(NullInstallation.id)/plugin.yaml"
    let before = try String(contentsOf: folder.url.appending(path: manifest), encoding: .utf8)
    let start = try #require(before.range(of: "  - format: imprint.null\n    probe")).lowerBound
    // Of the release before: nothing of it is measured here.
    let older = before[start...].replacing("1.0.0, max: 1.0.0", with: "0.9.0, max: 0.9.0")
    try folder.write(before + older, to: "measured.yaml")
    try writePeople(80)
    let run = try installation.run([
      "evaluate", "--pairs", "people.csv", "--calibrate", "measured.yaml", "--population", "patterns",
      "--data-set",
      "made up, 2", "--json",
    ])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    let measured = try #require(try run.json["calibration"] as? [String: Any])
    let probe = try #require(measured["probe"] as? [String: Any])
    #expect(probe["extractor"] as? String == NullInstallation.id && probe["minVersion"] as? String == "1.0.0")
    let after = try String(contentsOf: folder.url.appending(path: "measured.yaml"), encoding: .utf8)
    #expect(after.hasPrefix(before[..<start]) && after.hasSuffix(older))
    let read = try ManifestReader.plugin(bytes: Array(after.utf8), place: "").manifest.calibrations
    #expect(read.map(\.dataSet) == ["made up, 2", "none"])
  }

  @Test func aCalibrationThatHoldsForMoreIsRefusedBeforeTheWork() throws {
    let manifest = "root/plugins/\(NullInstallation.id)/plugin.yaml"
    let text = try String(contentsOf: folder.url.appending(path: manifest), encoding: .utf8)
    let wide = text.replacing("max: 1.0.0", with: "max: 1.9.0")
    try folder.write(wide, to: "wide.yaml")
    try addPairs("a.png,missing.png,1,a,a\n")
    let run = try evaluate("--calibrate", "wide.yaml", "--population", "patterns", "--data-set", "made up")
    #expect(run.exitCode == 1)
    #expect(try run.errorCode == "overlapping-calibration", "\(run.output)")
    #expect(!run.errors.contains("no template"))
  }

  /// Twelve people with three pictures each, of which the second and third are the first with other noise.
  private func writePeopleFolder() throws {
    for person in 0..<12 {
      for picture in 0..<3 {
        var generator = SeededGenerator(seed: UInt64(1000 + person))
        var noise = SeededGenerator(seed: UInt64(picture))
        let pixels = (0..<64 * 64).map { _ in
          UInt8(truncatingIfNeeded: (generator.next() >> 58) << 2)
            &+ UInt8(truncatingIfNeeded: noise.next() >> 62)
        }
        let image = try #require(Image(width: 64, height: 64, format: .grey8, pixels: pixels))
        try folder.write(try ImageEncoder.png(image), to: "people/p\(person)/session/\(picture).png")
      }
    }
  }

  @Test func aFolderOfPeopleIsComparedAllAgainstAllAndSearched() throws {
    try writePeopleFolder()
    try folder.write("notes", to: "people/p0/notes.txt")
    try folder.write("read me", to: "people/README.md")
    try folder.write("no picture", to: "people/p3/broken.jpg")
    try folder.write(
      "person,kind\n" + (0..<11).map { "p\($0),\($0 % 2 == 0 ? "even" : "odd")\n" }.joined(), to: "groups.csv"
    )
    let run = try installation.run([
      "evaluate", "--people", "people", "--groups", "groups.csv", "--page", "page.html", "--data-set",
      "<noise>", "--json", "--width", "2",
    ])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    let json = try run.json
    #expect(json["genuineComparisons"] as? Int == 36 && json["impostorComparisons"] as? Int == 594)
    #expect(json["subjects"] as? Int == 12 && json["pairsUnread"] as? Int == 36)
    #expect(run.errors.contains("passed over, as no picture of a person's folder: README.md and 1 more"))
    let scores = try #require(json["scores"] as? [[String: Any]])
    #expect(scores.map { $0["score"] as? Double } == [2000, 2500, 3000, 3500, 4000, 4500])
    for point in scores {
      for name in ["fmr", "fnmr"] {
        let rate = try #require(point[name] as? [String: Any])
        let (lower, upper) = (try #require(rate["lower"] as? Double), try #require(rate["upper"] as? Double))
        #expect(lower < upper, "\(name) at \(point["score"] ?? "")")
      }
    }
    let searches = try #require(json["identification"] as? [String: Any])
    #expect(searches["enrolled"] as? Int == 12)
    #expect((searches["rankOne"] as? [String: Any])?["trials"] as? Int == 24)
    let groups = try #require(json["groups"] as? [[String: Any]])
    #expect(groups.map { $0["value"] as? String } == ["even", "odd", nil])
    #expect(groups.map { $0["people"] as? Int } == [6, 5, 1])
    let page = try String(contentsOf: folder.url.appending(path: "page.html"), encoding: .utf8)
    #expect(page.contains("&lt;noise&gt;") && !page.contains("<noise>"))
    #expect(page.contains("id=\"promisest\"") && page.contains("broken.jpg: not-an-image, left out"))
  }

  @Test func threeReferencesOfEachAreTheGalleryWhereThatIsAskedFor() throws {
    try writePeopleFolder()
    let run = try installation.run(["evaluate", "--people", "people", "--references", "2", "--json"])
    let searches = try #require(try run.json["identification"] as? [String: Any])
    #expect(searches["references"] as? Int == 2)
    #expect((searches["rankOne"] as? [String: Any])?["trials"] as? Int == 12)
  }

  @Test func ratesAreStatedAtTheScoresThatAreAskedFor() throws {
    let run = try evaluate("--score", "3200", "--score", "2600")
    let scores = try #require(try run.json["scores"] as? [[String: Any]])
    #expect(scores.map { $0["score"] as? Double } == [2600, 3200])
  }

  @Test func twoListsDoWhatOneListDoes() throws {
    try folder.write("a.png a.png\n", to: "genuine.txt")
    try folder.write("a.png b.png\nb.png c.png\n", to: "impostor.txt")
    let lists = try installation.run([
      "evaluate", "--genuine", "genuine.txt", "--impostor", "impostor.txt", "--json",
    ])
    #expect(lists.exitCode == 0, "\(lists.output)")
    let (json, one) = (try lists.json, try evaluate().json)
    for key in ["genuineComparisons", "impostorComparisons", "subjects"] {
      #expect(json[key] as? Int == one[key] as? Int, "\(key)")
    }
    #expect(json["labelling"] as? String == "genuine-pairs")
  }

  @Test(arguments: [
    [], ["--people", "people", "--pairs", "pairs.csv"], ["--genuine", "pairs.csv"],
    ["--people", "people", "--images-root", "."], ["--pairs", "pairs.csv", "--references", "0"],
  ])
  func whatDoesNotGoTogetherIsAUsageError(arguments: [String]) throws {
    #expect(try installation.run(["evaluate"] + arguments).exitCode == 64)
  }

  @Test func aFolderOfNobodySaysHowItShouldBe() throws {
    let run = try installation.run(["evaluate", "--people", "root", "--json"])
    #expect(try run.errorCode == "too-few-people")
    #expect(try installation.run(["evaluate", "--people", "nowhere", "--json"]).errorCode == "broken-folder")
  }

  @Test func aTableOfOtherPeopleIsRefusedBeforeTheWork() throws {
    try addPairs("a.png,missing.png,1,a,a\n")
    try folder.write("person,sex\nada,f\n", to: "groups.csv")
    let run = try evaluate("--groups", "groups.csv")
    #expect(try run.errorCode == "broken-groups")
    #expect(!run.errors.contains("left out"))
  }

  /// Pictures of noise, each of somebody else, and a list of some pairs.
  private func writePeople(_ count: Int) throws {
    var state: UInt64 = 20_261_122
    var list = "pathA,pathB,same,subjectA,subjectB\n"
    for person in 0..<count {
      let cells: [UInt8] = (0..<64).map { _ in
        // Numerical Recipes' generator; the high bits are the good ones.
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
      }
      var pixels: [UInt8] = []
      for y in 0..<64 {
        for x in 0..<64 { pixels.append(cells[y / 8 * 8 + x / 8]) }
      }
      let image = try #require(Image(width: 64, height: 64, format: .grey8, pixels: pixels))
      try folder.write(try ImageEncoder.png(image), to: "\(person).png")
      list += "\(person).png,\((person + 1) % count).png,0,\(person),\((person + 1) % count)\n"
    }
    try folder.write(list, to: "people.csv")
  }
}
