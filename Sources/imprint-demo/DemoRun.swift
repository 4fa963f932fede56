// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint

/// What the demo did, in order, with everything the page shows.
struct DemoRun: Sendable {
  let captures: [DemoCapture]
  let verifications: [DemoVerification]
  let identifications: [DemoIdentification]

  /// Every genuine score is above every impostor's.
  var separates: Bool {
    guard let lowest = verifications.filter(\.genuine).map(\.score).min(),
      let highest = verifications.filter({ !$0.genuine }).map(\.score).max()
    else { return false }
    return lowest > highest
  }

  /// Captures every photograph, enrols the first, verifies the others against it, enrols the other person
  /// too, and identifies the first person's other pictures.
  static func perform(imprint: Imprint, samples: String) async throws -> DemoRun {
    let work = NSTemporaryDirectory() + "imprint-demo-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: work) }
    let matcher = try await imprint.matcher()

    var captures: [DemoCapture] = []
    for photograph in Photograph.all {
      captures.append(
        try await DemoCapture.perform(
          photograph, from: samples, in: work, imprint: imprint, matcher: matcher))
    }
    let store = try FolderStore(path: work + "/store")
    try await enrol(captures[0], in: store)
    var verifications: [DemoVerification] = []
    for probe in captures.dropFirst() {
      verifications.append(try await DemoVerification.perform(probe, against: store, matcher: matcher))
    }
    try await enrol(captures[3], in: store)
    var identifications: [DemoIdentification] = []
    for probe in captures[1...2] {
      identifications.append(try await DemoIdentification.perform(probe, among: store, matcher: matcher))
    }
    return DemoRun(captures: captures, verifications: verifications, identifications: identifications)
  }

  private static func enrol(_ capture: DemoCapture, in store: FolderStore) async throws {
    let user = try await store.addUser(name: capture.photograph.person)
    _ = try await store.addTemplate(capture.template, for: user.id)
  }

  /// What happened, as a table for a terminal.
  var summary: String {
    var lines = ["", "captured"]
    for capture in captures {
      lines.append(
        "  \(capture.photograph.file.padded(12)) \(capture.result.images.count) images of "
          + "\(capture.result.frames) frames, best quality \(Int(capture.best.quality)), "
          + "liveness \(capture.best.liveness), \(capture.captureTime.milliseconds) ms; "
          + "template \(capture.template.payload.count) bytes, \(capture.extractTime.milliseconds) ms")
    }
    lines.append("verified against \(captures[0].photograph.file), threshold \(Score.defaultThreshold)")
    for one in verifications {
      lines.append(
        "  \(one.probe.file.padded(12)) \((one.genuine ? "genuine" : "impostor").padded(8)) score "
          + "\(one.score)  \(one.accepted ? "match" : "no match")")
    }
    lines.append("identified among \(Set(Photograph.all.map(\.person)).count) people")
    for one in identifications {
      let list = one.candidates.map { "\($0.person) \($0.score)" }.joined(separator: ", ")
      lines.append(
        "  \(one.probe.file.padded(12)) threshold \(one.threshold): \(list.isEmpty ? "nobody" : list)")
    }
    return lines.joined(separator: "\n")
  }
}

extension String {
  fileprivate func padded(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}

extension Duration {
  /// In milliseconds, with one digit behind the point.
  var milliseconds: String {
    let (seconds, attoseconds) = components
    return String(format: "%.1f", Double(seconds) * 1e3 + Double(attoseconds) / 1e15)
  }
}
