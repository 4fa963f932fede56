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
    let store = try await FolderStore(path: work + "/store")
    try await enroll(captures[0], in: store)
    var verifications: [DemoVerification] = []
    for probe in captures.dropFirst() {
      verifications.append(try await DemoVerification.perform(probe, against: store, matcher: matcher))
    }
    try await enroll(captures[3], in: store)
    var identifications: [DemoIdentification] = []
    for probe in captures[1...2] {
      identifications.append(try await DemoIdentification.perform(probe, among: store, matcher: matcher))
    }
    return DemoRun(captures: captures, verifications: verifications, identifications: identifications)
  }

  private static func enroll(_ capture: DemoCapture, in store: FolderStore) async throws {
    _ = try await store.enroll(name: capture.photograph.person, templates: [capture.template])
  }
}
