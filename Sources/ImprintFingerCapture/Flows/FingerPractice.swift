// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// How a person learns to use a reader, in four steps (F123): three are shown, the fourth is tried, live,
/// with ``FingerFlows/practice(_:)``. The words are stable.
public enum FingerPracticeStep: String, Sendable, Hashable, Codable, CaseIterable {
  /// Where the sensor is.
  case sensor
  /// How the finger lies on it.
  case place
  /// How hard, and how long.
  case press
  /// The person tries it.
  case live

  /// A sentence or two in English, for whoever has no words of their own.
  public var words: String {
    switch self {
    case .sensor: "Find the sensor of the reader: the small window or plate."
    case .place: "Lay the finger flat and straight over the middle of the sensor, not the tip alone."
    case .press: "Press lightly and evenly, keep still until told, then lift the finger."
    case .live: "Now try it. Aim for full bars of quality and area."
    }
  }

  /// Whether presses are taken.
  public var isLive: Bool { self == .live }
  /// The next one; `nil` after the last.
  public var next: FingerPracticeStep? {
    Self.allCases.firstIndex(of: self).flatMap { $0 + 1 < Self.allCases.count ? Self.allCases[$0 + 1] : nil }
  }
  /// The one before; `nil` of the first.
  public var previous: FingerPracticeStep? {
    Self.allCases.firstIndex(of: self).flatMap { $0 > 0 ? Self.allCases[$0 - 1] : nil }
  }
}

/// What a practice is asked for.
public struct FingerPracticeSettings: Sendable, Hashable {
  /// Its least quality and area are the aim of the practice: default 40 and 40, and two minutes.
  public var demand: FingerDemand
  public var site: BodySite
  /// How many presses in a row have to reach the aim: 1...10, default 3.
  public var presses: Int
  /// What measures the quality: the extractor of this type. `nil`: none is needed, and quality is not asked
  /// for.
  public var templateType: FingerTemplateType?

  public init(
    demand: FingerDemand = FingerDemand(timeout: .seconds(120), minimumQuality: 40, minimumArea: 40),
    site: BodySite = .unknown, presses: Int = 3, templateType: FingerTemplateType? = .isoCompactCard
  ) {
    self.demand = demand
    self.site = site
    self.presses = presses
    self.templateType = templateType
  }
}

extension FingerFlows {
  /// The fourth step: presses are tried, and shown with their bars, until enough in a row reach the aim. No
  /// template is kept.
  /// - Returns: the operation, whose result is the pictures that reached it.
  /// - Throws: ``FingerCaptureError``: why it cannot begin.
  public func practice(
    _ settings: FingerPracticeSettings = FingerPracticeSettings()
  ) async throws(FingerCaptureError) -> FingerOperation<[FingerPicture]> {
    try settings.demand.check()
    guard settings.site == .unknown || settings.site.isFinger else { throw .location(settings.site) }
    guard (1...10).contains(settings.presses) else {
      throw .option("presses", "it is \(settings.presses).", "Give 1 to 10.")
    }
    var maker: (any FingerTemplateMaker)?
    if let type = settings.templateType { maker = try await self.maker(of: type) }
    return try await FingerOperation.start(work(settings.demand), on: source, maker: maker) { taker in
      var pictures: [FingerPicture] = []
      var failures = 0
      while pictures.count < settings.presses {
        let press = try await taker.press(of: settings.site)
        let failed = await taker.failures
        if failed != failures { pictures = [] }
        failures = failed
        pictures.append(press.picture)
        await taker.show(press)
        await taker.progress(settings.site, done: pictures.count, of: settings.presses)
      }
      return pictures
    }
  }
}
