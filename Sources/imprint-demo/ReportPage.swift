// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint

/// The demo as one self-contained HTML page: pictures and style embedded, no script.
struct ReportPage {
  private let content: ReportContent

  init(_ content: ReportContent) { self.content = content }

  func write(to path: String) throws {
    let file = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(html.text.utf8).write(to: file, options: .atomic)
  }

  var html: HTML {
    """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Imprint demo</title><style>\(ReportStyle.css)</style></head><body>
    \(head)
    \(captured)
    \(challenged)
    \(verified)
    \(searched)
    \(accuracy)
    \(times)
    \(ReportNextSteps.html)
    </body></html>

    """
  }

  private var head: HTML {
    """
    <header><h1>Imprint demo: faces captured, verified and identified</h1>
    <p>Four photographs of public office holders were played as hand-held camera streams, captured, and compared.
    Green: the face box and the landmarks that the tracker found; blue: the eyes.</p>
    <p class="note">Imprint \(content.build), \(content.date)<br>\(content.plugins.joined(separator: ", "))</p></header>
    """
  }

  private var captured: HTML {
    let cards = content.cards.map { card -> HTML in
      let lines = HTML.joined(card.lines.map { "<br>\($0)" })
      return """
        <figure>\(card.picture)
        <figcaption><b>\(card.title)</b>, person \(card.person)\(lines)</figcaption></figure>
        """
    }
    return "<section><h2>Captured</h2><div class=\"cards\">\(cards)</div></section>"
  }

  private var challenged: HTML {
    let rows = content.livenesses.map { one -> HTML in
      """
      <tr><td>\(one.who)<small>\(one.photograph.file), \(one.frames.description) frames</small></td>
      <td><b>\("\(one.liveness)")</b></td><td>\(one.words)</td></tr>
      """
    }
    return """
      <section><h2>Asked to turn the head</h2>
      <p>Photographs played as a camera are captured without liveness, and say <i>unknown</i>. Here a head is rendered from one
      of them, sees what the capture asks for, and turns; then somebody holds up a print of it. Both are synthetic: it shows what
      is measured, not how well real attacks are told.</p>
      <table class="errors"><tr><th>before the camera</th><th>liveness</th><th>what the methods measured</th></tr>
      \(rows)</table></section>
      """
  }

  private var verified: HTML {
    let scale = scale(to: .defaultThreshold)
    let rows = content.verifications.map { one -> HTML in
      """
      <div class="row"><div><b>\(one.probe.file)</b><small>\(one.genuine ? "the same person" : "another person")</small></div>
      \(scale.bar(of: one.score, isMatch: one.accepted, isExtrapolated: one.isExtrapolated))
      <div class="verdict">\(one.accepted ? "match" : "no match")</div></div>
      """
    }
    return """
      <section><h2>Verified against \(Photograph.reference.file)</h2>
      <p>A match is a score above the threshold, the dashed line: \(Score.defaultThreshold.description), exceeded by
      \(ScoreScale.rarity(of: .defaultThreshold)) pairs of different people.</p>
      <div class="chart">\(rows)\(axis(scale))</div></section>
      """
  }

  private var searched: HTML {
    let threshold = content.identifications.first?.threshold ?? .defaultThreshold
    let scale = scale(to: threshold)
    let searches = content.identifications.map { one -> HTML in
      let rows = one.candidates.enumerated().map { rank, candidate -> HTML in
        """
        <div class="row"><div><small>\(rank + 1).</small> \(candidate.person)</div>
        \(scale.bar(of: candidate.score, isMatch: candidate.isMatch, isExtrapolated: candidate.isExtrapolated))
        <div class="verdict">\(candidate.isMatch ? "match" : "no match")</div></div>
        """
      }
      return """
        <h3>\(one.probe.file): person \(one.probe.person), \(one.isEnrolled ? "enrolled" : "a stranger, not enrolled")
        <em>\(one.candidates.contains(where: \.isMatch) ? "found" : "nobody found")</em></h3>
        \(rows)
        """
    }
    return """
      <section><h2>Identified among \(content.enrolled.count) enrolled people</h2>
      <p>Enrolled: \(content.enrolled.joined(separator: ", ")). The drawn people do not exist; they fill the gallery. All
      candidates are shown, including those that are no match: for a stranger even the best must be below the threshold.
      Threshold \(threshold.description): 1 in 1,000 searches for a stranger returns a match.</p>
      <div class="chart">\(searches)\(axis(scale))</div></section>
      """
  }

  private func scale(to threshold: Score) -> ScoreScale {
    ScoreScale(threshold: threshold, measuredUpTo: content.calibration.calibration.supportedUpTo)
  }

  private func axis(_ scale: ScoreScale) -> HTML {
    """
    <div class="row scale"><div></div>\(scale.axis)<div></div></div>
    <p class="note">Score = 1500 − 500 · log10(false match rate). Below each number: how many pairs of different people score
    higher. Hatched, and marked *: beyond what the matcher's calibration was measured on, so the number is extrapolated.</p>
    """
  }

  private var accuracy: HTML {
    let calibration = content.calibration
    let rows =
      [("verified", content.verificationAccuracy)] + (content.searchAccuracy.map { [("searched", $0)] } ?? [])
    return """
      <section><h2>Error rates at these thresholds</h2>
      <table class="errors"><tr><th></th><th>threshold</th><th>taken for somebody else<small>false match rate, 95 % interval</small></th>
      <th>rejected although it is the person<small>false non-match rate, 95 % interval</small></th></tr>
      \(rows.map { AccuracyRow(use: $0.0, accuracy: $0.1).html })</table>
      <p>Measured on \(calibration.dataSet), \(calibration.calibration.population): \
      \(calibration.calibration.subjects.grouped) people, \(calibration.calibration.impostorComparisons.grouped) pairs of different people,
      \(calibration.genuineComparisons.grouped) of the same, with \(content.algorithm), on \(calibration.calibration.date). Rates are per
      comparison. Other pictures give other rates: measure your own with <code>sdkctl evaluate</code>. More, and what it does not
      show: <code>docs/reference/accuracy.md</code>.</p>
      <p class="note">The liveness of photographs is unknown: they were captured without a challenge.</p></section>
      """
  }

  private var times: HTML {
    let rows = content.times.all.compactMap { timing -> HTML? in
      guard let first = timing.first else { return nil }
      let rest: HTML =
        timing.median.map { "\($0.text) <small>median of \(timing.count)</small>" }
        ?? "<small>done once</small>"
      return "<tr><td>\(timing.name)</td><td>\(first.text)</td><td>\(rest)</td></tr>"
    }
    return """
      <section><h2>Times</h2>
      <table class="times"><tr><th></th><th>first call<small>loads models, warms caches</small></th><th>afterwards</th></tr>\(rows)</table>
      <p class="note">On this machine, under its present load; the recording was played at full speed.
      Careful measurements: <code>docs/performance.md</code>.</p></section>
      """
  }
}

/// One line of the table of error rates.
private struct AccuracyRow {
  let use: String
  let accuracy: ThresholdAccuracy

  var html: HTML {
    "<tr><td>\(use)</td><td>\(accuracy.threshold.description)</td><td>\(falseMatches)</td><td>\(refusals)</td></tr>"
  }

  private var falseMatches: HTML {
    guard let (rate, interval) = accuracy.falseMatchRate else { return "beyond what was measured" }
    return """
      \(Self.percent(rate * 100)) <small>\(Self.percent(interval.lowerBound * 100)) to \
      \(Self.percent(interval.upperBound * 100))</small>
      """
  }

  private var refusals: HTML {
    guard let row = accuracy.falseNonMatchRate else {
      return "<small>not published for this threshold</small>"
    }
    let (low, high) = (row.interval.lowerBound, row.interval.upperBound)
    return """
      \(String(format: "%.1f", row.percent)) % <small>\(String(format: "%.1f", low)) to \
      \(String(format: "%.1f", high)) %</small>
      """
  }

  /// With two significant digits.
  private static func percent(_ value: Double) -> String {
    let digits = value > 0 ? max(0, 1 - Int(floor(log10(value)))) : 0
    return String(format: "%.\(digits)f %%", value)
  }
}
