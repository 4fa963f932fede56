// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintFinger
import TestSupport
import Testing

/// `sdkctl finger`.
@Suite struct FingerCommandTests {
  private let home: TemporaryFolder
  private let record: String

  init() throws {
    home = try TemporaryFolder()
    let minutiae = (0..<5).map { (index: Int) -> Minutia in
      let kind: Minutia.Kind = index.isMultiple(of: 2) ? .ending : .bifurcation
      return Minutia(
        x: Double(40 * index + 20), y: Double(60 * index + 20),
        angle: MinutiaAngle(degrees: Double(45 * index)), kind: kind, quality: UInt8(20 * index + 10))
    }
    let view = FingerView(fingerCode: 2, quality: 70, width: 400, height: 480, minutiae: minutiae)
    record = try home.write(FingerRecord(views: [view]).bytes(), to: "index.fmr")
  }

  private func run(_ arguments: [String]) throws -> CommandRun {
    try CommandRun.sdkctl(["finger"] + arguments, home: home)
  }

  @Test func aRecordBecomesACardAndWhatIsLostIsSaid() throws {
    let card = home.path + "/index.card"
    let run = try run(["convert", record, "--to", "card", "--most", "3", "--out", card])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    #expect(run.errors.contains("lost: 2 minutiae, of least quality"), "\(run.errors)")
    #expect(!run.output.contains("lost"))
    #expect(try Data(contentsOf: URL(filePath: card)).count == 9)
    let back = try self.run([
      "convert", card, "--card", "--to", "iso-19794-2-2005", "--out", home.path + "/back.fmr", "--json",
    ])
    #expect(back.exitCode == 0, "\(back.output)\(back.errors)")
    #expect(try back.json["from"] as? String == "card")
    #expect(try (back.json["losses"] as? [Any])?.isEmpty == true)
  }

  @Test func aRecordIsShownAndDrawnOverItsPicture() throws {
    let picture = try home.write(
      Array("P5 400 480 255\n".utf8) + [UInt8](repeating: 200, count: 400 * 480), to: "index.pgm")
    let out = home.path + "/index.svg"
    let run = try run(["show", record, "--out", out, "--picture", picture, "--json"])
    #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
    let views = try #require(try run.json["views"] as? [[String: Any]])
    #expect(views.map { $0["minutiae"] as? Int } == [5])
    let drawn = try String(contentsOfFile: out, encoding: .utf8)
    #expect(
      drawn.contains("<circle") && drawn.contains("<rect x=") && drawn.contains("data:image/png;base64,"))
    let text = try self.run(["show", record])
    #expect(text.output.contains("right-index") && text.output.contains("400x480"), "\(text.output)")
  }

  @Test func whatIsNoRecordIsNamedWithItsPlace() throws {
    let path = try home.write("hello", to: "no.fmr")
    let run = try run(["show", path])
    #expect(run.exitCode == 1)
    #expect(run.errors.contains("no.fmr: byte 0") && run.errors.contains("not-a-record"), "\(run.errors)")
    let view = try self.run(["show", record, "--view", "1", "--out", home.path + "/a.svg"])
    #expect(view.exitCode == 1 && view.errors.contains("--view 0"), "\(view.errors)")
  }
}
