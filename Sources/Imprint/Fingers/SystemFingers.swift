// SPDX-License-Identifier: Apache-2.0
internal import ImprintFingerCapture
internal import ImprintMatching
internal import ImprintRuntime

/// Opens what finger flows need, by a system's plugins.
struct SystemFingers: FingerFlowSource {
  let fingers: Fingers

  func reader(_ reader: FingerReaderOptions?) async throws -> any FingerEventSource {
    do {
      if let reader { return try await fingers.reader(reader) }
      return try await fingers.reader(FingerReaderOptions(locator: await first()))
    } catch let error as DeviceError {
      // A reader that is missing is another matter than a plugin that is.
      throw FingerCaptureError(error.code == .unknownDevice ? .readerNotAvailable : .notAvailable, error)
    }
  }

  /// The locator of the first reader that gives images.
  private func first() async throws -> String {
    let readers = try await fingers.readers()
    let able = readers.filter(\.givesImages).min { ($0.id ?? $0.locator) < ($1.id ?? $1.locator) }
    guard let able else {
      throw FingerCaptureError(
        .readerNotAvailable, place: "fingerprint reader",
        reason: readers.isEmpty
          ? "none was named, and none was found."
          : "none was named, and none of the \(readers.count) that were found gives images.",
        remedy:
          "Plug one in, or name a script that is played as one; `sdkctl finger list` shows what was found.")
    }
    return able.locator
  }

  func maker(of type: FingerTemplateType) async throws -> any FingerTemplateMaker {
    ExtractedFingers(extractor: try await fingers.extractor(format: type.rawValue))
  }

  func matcher(of type: FingerTemplateType) async throws -> TemplateMatcher {
    try await fingers.matcher(format: type.rawValue)
  }
}

/// Templates of presses, by an extractor.
private struct ExtractedFingers: FingerTemplateMaker {
  let extractor: FingerExtractor

  var format: TemplateFormat { extractor.format.template }

  func template(of image: FingerImage, site: BodySite, created: Int64) async throws -> Template {
    try await extractor.template(
      of: image.withEvenResolution().image, finger: Finger(position: site, impression: image.impression),
      created: created)
  }
}
