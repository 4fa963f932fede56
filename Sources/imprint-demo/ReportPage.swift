// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint

/// The demo as one HTML page that needs nothing else: pictures are inside it.
struct ReportPage {
  let run: DemoRun

  func write(to path: String) throws {
    let file = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(try html().utf8).write(to: file, options: .atomic)
  }

  private func html() throws -> String {
    """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"><title>Imprint: the main job</title>
    <style>\(Self.style)</style></head><body>
    <h1>Imprint: the main job, on real input</h1>
    <p>Four photographs of public office holders were played as hand-held camera streams, captured by
    device-replay → face-tracker → face-capture Lite, and compared by face-f6. Green: the face box and the
    468 landmarks the tracker found; blue: the eyes.</p>
    <h2>Captured</h2><div class="row">\(try run.captures.map(card).joined())</div>
    <h2>Verified against \(Photograph.reference.file)</h2>
    <table><tr><th>probe</th><th>truth</th><th class="bar">score</th><th>threshold 3500 (FMR 0.01 %)</th>
    <th>time</th></tr>\(run.verifications.map(row).joined())</table>
    <h2>Identified among everybody enrolled</h2>
    <table><tr><th>probe</th><th>truth</th><th>candidates above the threshold</th>
    <th>threshold (FPIR 0.1 %)</th><th>time</th></tr>\(run.identifications.map(row).joined())</table>
    <p class="note">Scores are 1500 − 500 · log10(false match rate), by the calibration in the matcher's
    manifest; those marked * lie beyond what its data carry. Liveness is unknown: Lite does not examine
    it.</p>
    </body></html>
    """
  }

  private func card(_ capture: DemoCapture) throws -> String {
    let pose = capture.best.face.pose
    return """
      <figure>\(try FacePicture(capture.best).svg())
      <figcaption><b>\(capture.photograph.file)</b>, person \(capture.photograph.person)<br>
      \(capture.result.images.count) images of \(capture.result.frames) frames,
      \(capture.captureTime.text), ended: \(capture.result.outcome.rawValue)<br>
      quality \(Int(capture.best.quality)) of 100, tracking \(capture.best.tracking),
      liveness \(capture.best.liveness)<br>
      yaw \(Self.degrees(pose.yaw)), pitch \(Self.degrees(pose.pitch)), roll \(Self.degrees(pose.roll))<br>
      said: \(capture.feedback.map(\.rawValue).joined(separator: ", "))<br>
      template: \(capture.template.format), \(capture.template.payload.count) bytes,
      \(capture.extractTime.text)</figcaption></figure>
      """
  }

  private func row(_ one: DemoVerification) -> String {
    let width = max(0, min(100, one.score.value / 60))
    return """
      <tr><td>\(one.probe.file)</td><td>\(one.genuine ? "genuine" : "impostor")</td>
      <td class="bar"><span style="width:\(Int(width))%" class="\(one.genuine ? "good" : "bad")"></span>
      <i style="left:58.33%"></i><b>\(one.score)\(one.isExtrapolated ? "*" : "")</b></td>
      <td>\(one.accepted ? "match" : "no match")</td><td>\(one.time.text)</td></tr>
      """
  }

  private func row(_ one: DemoIdentification) -> String {
    let list = one.candidates.map { "person \($0.person): \($0.score)\($0.isExtrapolated ? "*" : "")" }
      .joined(separator: "<br>")
    return """
      <tr><td>\(one.probe.file)</td><td>person \(one.probe.person)</td>
      <td>\(list.isEmpty ? "nobody" : list)</td><td>\(one.threshold)</td>
      <td>\(one.time.text)</td></tr>
      """
  }

  private static func degrees(_ angle: Float) -> String { String(format: "%+d°", Int(angle.rounded())) }

  private static let style = """
    body{font:15px/1.45 system-ui,sans-serif;max-width:1180px;margin:2em auto;padding:0 1em;color:#1b1f24}
    h1{font-size:1.5em}h2{font-size:1.15em;margin-top:1.6em}.row{display:flex;gap:14px;flex-wrap:wrap}
    figure{margin:0;width:270px}figure svg{width:100%;border-radius:6px;display:block}
    figcaption{font-size:13px;margin-top:6px}table{border-collapse:collapse;width:100%}
    th,td{text-align:left;padding:6px 10px;border-bottom:1px solid #d5dae0;vertical-align:middle}
    td.bar{position:relative;width:42%;background:#f4f6f8}td.bar span{position:absolute;left:0;top:8px;bottom:8px}
    td.bar b{position:relative}td.bar i{position:absolute;top:2px;bottom:2px;border-left:2px dashed #555}
    .good{background:#9fdcae}.bad{background:#f3b0a7}.note{color:#57606a;font-size:13px}
    """
}
