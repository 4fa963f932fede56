// SPDX-License-Identifier: Apache-2.0
@testable import ImprintAttackEvaluation
import ImprintPages
import Testing

@Suite struct ReportTests {
  private static let hostile = "<script>alert('1')</script>\u{202E}&\"><img src=x onerror=alert(1)>\u{0}"

  private func results(_ suffix: String = "") -> [PresentationResult] {
    ["medium", "high"].flatMap { level in
      Samples.results(
        of: "still-print", Samples.outcomes(2, of: 12, .live, else: .fake), subjects: 4, level: level,
        measures: (0..<12).map { Double($0) / 10 })
        + Samples.results(
          of: "mask\(suffix)", [.live, .failed(code: "lost\(suffix)")], level: level, isMatch: [true],
          measures: [1.5])
        + Samples.results(
          of: nil, Samples.outcomes(9, of: 12, .live, else: .noDecision), subjects: 4, level: level,
          measures: (0..<12).map { 1 + Double($0) / 10 })
    } + Samples.results(of: nil, [.live], mode: "new\(suffix)", level: "odd\(suffix)")
  }

  private func report(_ results: [PresentationResult], run: AttackRun = Samples.run) throws -> AttackReport {
    var evaluation = try AttackEvaluation(run)
    for result in results { try evaluation.add(result) }
    return AttackReport(evaluation, criteria: Samples.criteria, bootstrap: SubjectBootstrap(rounds: 60))
  }

  /// All texts of a run that a file could bring.
  private func run(_ suffix: String) -> AttackRun {
    AttackRun(
      dataSet: .init(name: "data\(suffix)", terms: "terms\(suffix)"),
      versions: [.init(name: "name\(suffix)", version: "1\(suffix)")],
      species: [.init(name: "still-print\(suffix)", description: "a print\(suffix)")], isSynthetic: true,
      sharesFaceMesh: true, laboratory: "lab\(suffix)", noDecisionPolicy: "again\(suffix)",
      processor: "family\(suffix)", date: "today\(suffix)")
  }

  @Test func hostileNamesStayTextOnThePage() throws {
    let plain = try report(results(), run: run("")).html
    let page = try report(results(Self.hostile), run: run(Self.hostile)).html
    for markup in ["<script", "</script", "<img", "onerror=alert(1)>", "\u{202E}", "\u{0}"] {
      #expect(!page.contains(markup), "\(markup)")
    }
    #expect(page.contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;"))
    func elements(_ page: String) -> Int { page.count { $0 == "<" } }
    #expect(elements(page) == elements(plain))
  }

  @Test func hostileNamesStayOneLineOfText() throws {
    let plain = try report(results(), run: run("")).text
    let forged = "\n\u{1B}[2Jverdict: met, and shown"
    let text = try report(results(forged), run: run(forged)).text
    #expect(text.split(separator: "\n").count == plain.split(separator: "\n").count)
    #expect(!text.contains("\u{1B}"))
  }

  @Test func nothingIsFetchedAndNoScriptRuns() throws {
    let page = try report(results()).html
    for fetching in ["<script", "<link", "src=", "url(", "http://", "https://", "@import"] {
      #expect(!page.contains(fetching), "\(fetching)")
    }
    #expect(page.contains("prefers-color-scheme:dark"))
    #expect(page.contains("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"))
  }

  @Test func everyDrawingHasATitleAndADescriptionOfItsOwn() throws {
    let page = try report(results()).html
    let drawings = page.split(separator: "<svg").dropFirst()
    #expect(drawings.count == 7)
    var ids: Set<Substring> = []
    for drawing in drawings {
      let labels = try #require(drawing.split(separator: "aria-labelledby=\"").last?.prefix { $0 != "\"" })
      for id in labels.split(separator: " ") {
        #expect(ids.insert(id).inserted)
        #expect(drawing.contains("id=\"\(id)\""))
      }
      #expect(drawing.contains("<title") && drawing.contains("<desc"))
    }
  }

  @Test func theSameResultsGiveTheSameBytesInAnyOrder() throws {
    let (one, other) = (try report(results()), try report(results().reversed()))
    #expect(one.json.text == other.json.text)
    #expect(one.text == other.text)
    #expect(one.html == other.html)
  }

  @Test func theReportSaysWhatItIsNot() throws {
    for text in [try report(results()).text, try report(results()).html] {
      #expect(text.contains("no laboratory"))
      #expect(text.contains("synthetic"))
      #expect(text.contains("share one face mesh"))
      #expect(text.contains("the person may try again."))
      #expect(text.contains("drawn people 1") && text.contains("CC0"))
      #expect(text.contains("imprint 0.1.0") && text.contains("family 25") && text.contains("2026-11-24"))
    }
  }

  @Test func aLaboratorysResultOnRealSpeciesSaysNeither() throws {
    let run = AttackRun(
      dataSet: .init(name: "lobby", terms: "ours"), versions: [], isSynthetic: false, sharesFaceMesh: false,
      laboratory: "Example Labs", noDecisionPolicy: "the person is refused.", processor: "family 25",
      date: "2026-11-24")
    let text = try report(results(), run: run).text
    #expect(text.contains("Tested by Example Labs."))
    #expect(!text.contains("synthetic") && !text.contains("face mesh") && !text.contains("no laboratory"))
  }

  @Test func keysOfTheJSONStay() throws {
    func keys(_ value: JSONValue, _ path: String = "") -> [String] {
      switch value {
      case .object(let members): members.flatMap { ["\(path).\($0.0)"] + keys($0.1, "\(path).\($0.0)") }
      case .array(let items): items.flatMap { keys($0, path) }
      default: []
      }
    }
    let all = Set(keys(try report(results()).json))
    for key in [
      ".format", ".version", ".verdict", ".runs.dataSet.name", ".runs.noDecision", ".statements",
      ".criteria.levels.apcer", ".intervals.seed", ".presentations.bonaFide", ".modes.mode",
      ".modes.levels.bounds.apcer", ".modes.levels.highestApcer.rate", ".modes.levels.species.apcer.lower",
      ".modes.levels.species.apcer.exact.lower", ".modes.levels.species.apcer.drawn.lower",
      ".modes.levels.species.apnrr.errors", ".modes.levels.species.iapar.trials",
      ".modes.levels.species.counts.errors.code", ".modes.levels.bonaFide.bpcerFake.rate",
      ".modes.levels.bonaFide.bpcerNoDecision.rate", ".modes.levels.bonaFide.bpnrr.rate",
      ".modes.levels.shortfalls.needs", ".modes.measure.limits.limit", ".modes.measure.tradeOff.points.bpcer",
      ".modes.durations.seconds.atMost", ".missingModes",
    ] {
      #expect(all.contains(key), "\(key)")
    }
  }

  @Test func theJSONHasTheRates() throws {
    let text = try report(Samples.results(of: "screen", [.live, .fake, .fake, .fake])).json.text
    #expect(text.contains(#""apcer":{"rate":0.25,"errors":1,"trials":4,"subjects":4,"#))
    // A rate of 1/4 is above 1 %; still-print and people were not presented.
    #expect(text.contains(#""verdict":"not-met","runs""#))
  }

  @Test func figuresAreShortAndNeverRoundedToNothing() {
    #expect(Figures.percent(1.0 / 30_000) == "< 0.01 %" && Figures.percent(1 - 1e-6) == "> 99.9 %")
    #expect(Figures.percent(0) == "0 %" && Figures.percent(1) == "100 %")
    #expect(Figures.percent(0.0184) == "1.84 %" && Figures.percent(0.3808) == "38.1 %")
    #expect(Figures.interval(0.000_01...0.0122) == "< 0.01 to 1.22 %")
    #expect(
      Figures.short(1.2) == "1.2" && Figures.short(0.012_345) == "0.0123" && Figures.short(-123.4) == "-123")
    #expect(
      Figures.short(0) == "0" && Figures.fixed(-0.004, 2) == "0.00" && Figures.fixed(2.999, 2) == "3.00")
    #expect(Figures.bound(0.01) == "1 %" && Figures.bound(0.075) == "7.5 %")
  }
}
