// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint

/// The demo as lines for a terminal.
struct DemoSummary {
  let run: DemoRun

  var text: String {
    var lines = ["", "captured"]
    for capture in run.captures {
      lines.append(
        "  \(capture.photograph.file.padded(12)) \(capture.result.images.count) images of "
          + "\(capture.result.frames) frames, best quality \(Int(capture.best.quality)), "
          + "liveness \(capture.best.liveness); template \(capture.template.payload.count) bytes")
    }
    lines.append("asked to turn the head (rendered from the photograph)")
    for one in run.livenesses {
      lines.append(
        "  \(one.photograph.file.padded(12)) \((one.isAttack ? "print" : "person").padded(8)) "
          + "\(one.liveness) after \(one.frames) frames: \(one.words)")
    }
    lines.append("verified against \(run.captures[0].photograph.file), threshold \(Score.defaultThreshold)")
    for one in run.verifications {
      lines.append(
        "  \(one.probe.file.padded(12)) \((one.genuine ? "genuine" : "impostor").padded(8)) score "
          + "\(one.score)\(mark(one.isExtrapolated))  \(one.accepted ? "match" : "no match")")
    }
    lines.append("identified among \(run.enrolled.count) people, threshold \(run.searchThreshold)")
    for one in run.identifications {
      let list = one.candidates.map {
        "\($0.person) \($0.score)\(mark($0.isExtrapolated))\($0.isMatch ? " match" : "")"
      }.joined(separator: ", ")
      lines.append(
        "  \(one.probe.file.padded(12)) \((one.isEnrolled ? "enrolled" : "stranger").padded(8)) "
          + (one.candidates.contains(where: \.isMatch) ? "" : "nobody; best: ") + list)
    }
    lines.append("times: first call, then the median of the others")
    for timing in run.times.all {
      guard let first = timing.first else { continue }
      lines.append(
        "  \(timing.name.padded(28)) \(first.text.padded(10)) "
          + (timing.median.map { "\($0.text) (\(timing.count))" } ?? "done once"))
    }
    lines.append("* extrapolated: beyond the range that the calibration's data support")
    return lines.joined(separator: "\n")
  }

  private func mark(_ isExtrapolated: Bool) -> String { isExtrapolated ? "*" : "" }
}

extension DemoRun {
  /// The same for all searches: of one gallery.
  var searchThreshold: Score { identifications.first?.threshold ?? .defaultThreshold }
}

extension String {
  fileprivate func padded(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

extension Duration {
  /// With its unit: seconds, milliseconds, or microseconds below one.
  var text: String {
    let (seconds, attoseconds) = components
    let microseconds = Double(seconds) * 1e6 + Double(attoseconds) / 1e12
    if microseconds >= 1e6 { return String(format: "%.2f s", microseconds / 1e6) }
    return microseconds < 1000
      ? String(format: "%.0f µs", microseconds) : String(format: "%.1f ms", microseconds / 1000)
  }
}
