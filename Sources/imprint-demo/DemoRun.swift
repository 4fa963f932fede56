// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint

/// What the demo did, in order, with everything the page shows.
struct DemoRun: Sendable {
  /// One photograph, captured and made into a template.
  struct Capture: Sendable {
    let photograph: Photograph
    let best: FaceImage
    let images: Int
    let frames: Int
    let template: Template
    let captureTime: Duration
    let extractTime: Duration
    let feedback: [CaptureFeedback]
  }

  /// One capture compared with the enrolled reference.
  struct Verification: Sendable {
    let probe: Photograph
    let genuine: Bool
    let score: Score
    let accepted: Bool
    let time: Duration
  }

  /// One capture searched for among everybody enrolled.
  struct Identification: Sendable {
    let probe: Photograph
    let candidates: [(person: String, score: Score)]
    let threshold: Score
    let time: Duration
  }

  let captures: [Capture]
  let verifications: [Verification]
  let identifications: [Identification]

  /// Every genuine score is above every impostor's.
  var separates: Bool {
    guard let lowest = verifications.filter(\.genuine).map(\.score).min(),
      let highest = verifications.filter({ !$0.genuine }).map(\.score).max()
    else { return false }
    return lowest > highest
  }

  static func perform(imprint: Imprint, samples: String) async throws -> DemoRun {
    let work = try temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: work) }
    let matcher = try await imprint.matcher()
    var captures: [Capture] = []
    for photograph in Photograph.all {
      captures.append(
        try await capture(photograph, from: samples, in: work, imprint: imprint, matcher: matcher))
    }
    let store = try FolderStore(path: work + "/store")
    try await enrol(captures[0], in: store)
    let verifications = try await verify(captures.dropFirst(), against: captures[0], matcher: matcher)
    try await enrol(captures[3], in: store)
    let identifications = try await identify(captures[1...2], in: store, matcher: matcher)
    return DemoRun(captures: captures, verifications: verifications, identifications: identifications)
  }
}
