// SPDX-License-Identifier: Apache-2.0
import Foundation
import Imprint
import ImprintAuthoring

/// What the demo did, in order, with everything the page shows.
struct DemoRun: Sendable {
  let captures: [DemoCapture]
  let livenesses: [DemoLiveness]
  let verifications: [DemoVerification]
  /// Whom the gallery holds, each once.
  let enrolled: [String]
  let identifications: [DemoIdentification]
  /// The matcher's measured error rates, and its algorithm's name.
  let calibration: CalibrationDeclaration
  let algorithm: String
  /// The plugins that were used, each with its version.
  let plugins: [String]
  let times: DemoTimes

  /// Every genuine score is above every impostor score, everybody is identified correctly or not at all, and
  /// liveness told the person from the print.
  var separates: Bool {
    guard let lowest = verifications.filter(\.genuine).map(\.score).min(),
      let highest = verifications.filter({ !$0.genuine }).map(\.score).max()
    else { return false }
    return lowest > highest && identifications.allSatisfy(\.isRight) && livenesses.allSatisfy(\.isRight)
  }

  /// Captures every photograph, enrols the first, verifies the others against it; then searches for each
  /// among that person and two drawn ones, so that one probe is of somebody who is not there.
  static func perform(system: BiometricSystem, samples: String, times: DemoTimes) async throws -> DemoRun {
    var times = times
    let work = NSTemporaryDirectory() + "imprint-demo-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: work) }
    let (extractor, matcher) = (try await system.faces.extractor(), try await system.faces.matcher())
    guard let entry = matcher.calibrations.entry(probe: extractor.origin, reference: extractor.origin),
      let calibration = system.set.plugins.first(where: { $0.id == matcher.pluginID })?
        .calibrations[entry.number]
    else {
      throw DemoError(place: matcher.pluginID, reason: "it has no calibration for the templates made here.")
    }

    var captures: [DemoCapture] = []
    for photograph in Photograph.all {
      captures.append(
        try await DemoCapture.perform(
          photograph, from: samples, in: work, system: system, extractor: extractor, times: &times))
    }
    let livenesses = try await DemoLiveness.perform(
      .reference, from: samples, in: work, system: system, times: &times)
    let store = try await FolderStore(path: work + "/store")
    _ = try await store.enroll(name: Photograph.reference.person, templates: [captures[0].template])
    var verifications: [DemoVerification] = []
    for probe in captures.dropFirst() {
      verifications.append(
        try await DemoVerification.perform(
          probe, against: captures[0].template, matcher: matcher, times: &times))
    }
    try await enrollDrawn(in: store, system: system, extractor: extractor)
    let entries = try await store.gallery(algorithm: matcher.format.algorithm).items
    let gallery = Gallery(entries.map { (id: $0.user.name, template: $0.template.template) }, for: matcher)
    let people = entries.map(\.user.name)
    var identifications: [DemoIdentification] = []
    for probe in captures.dropFirst() {
      identifications.append(
        try await DemoIdentification.perform(
          probe, among: gallery, of: people, matcher: matcher, times: &times))
    }
    return DemoRun(
      captures: captures, livenesses: livenesses, verifications: verifications, enrolled: people,
      identifications: identifications,
      calibration: calibration, algorithm: matcher.format.algorithm,
      plugins: system.set.plugins.map { "\($0.id) \($0.version)" }, times: times)
  }

  /// A gallery of one returns him or nobody. It is filled with drawings, so that no real person's picture is
  /// needed.
  private static func enrollDrawn(
    in store: FolderStore, system: BiometricSystem, extractor: FaceExtractor
  ) async throws {
    for portrait in try SamplePictures.portraits() where portrait.name.hasSuffix("-1") {
      let template = try await system.faces.template(
        of: portrait.image, choosing: .only, with: extractor, place: portrait.name)
      _ = try await store.enroll(name: "drawn \(portrait.name.dropLast(2))", templates: [template])
    }
  }
}
