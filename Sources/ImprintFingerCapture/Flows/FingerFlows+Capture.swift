// SPDX-License-Identifier: Apache-2.0
public import ImprintModel

/// What a capture without enrolling is asked for (F114).
public struct FingerCaptureSettings: Sendable, Hashable {
  public var demand: FingerDemand
  /// Which finger, for feedback and template; a hand takes its fingers one after the other. Default: unknown.
  public var site: BodySite
  /// How many presses of each finger are taken, 1...10, default 1.
  public var presses: Int
  /// How many of them are returned, the best: 1...presses, default all.
  public var kept: Int
  /// The type of the templates that are made; `nil`, the default: none, and no extractor is needed.
  public var templateType: FingerTemplateType?

  /// - Parameter kept: `nil`: all.
  public init(
    demand: FingerDemand = FingerDemand(), site: BodySite = .unknown, presses: Int = 1, kept: Int? = nil,
    templateType: FingerTemplateType? = nil
  ) {
    self.demand = demand
    self.site = site
    self.presses = presses
    self.kept = kept ?? presses
    self.templateType = templateType
  }

  /// - Throws: ``FingerCaptureError`` `badOptions`, `wrongBiometricLocation`, `otherTemplateType`.
  func check(with verifier: (any FingerVerifier)?) throws(FingerCaptureError) {
    if let verifier {
      guard let templateType else {
        throw .option(
          "verifier", "it compares templates, and none are made.", "Ask for its type: templateType.")
      }
      guard !verifier.holdsReferences else {
        throw .option(
          "verifier", "it has its own references, and cannot compare presses with each other.",
          "Give a verifier that compares with the references it is given, such as the set's matcher.")
      }
      try verifier.check(templateType)
    }
    try demand.check()
    guard !site.fingers.isEmpty else { throw .location(site) }
    guard (1...10).contains(presses) else {
      throw .option("presses", "it is \(presses).", "Give 1 to 10.")
    }
    guard (1...presses).contains(kept) else {
      throw .option(
        "kept", "it is \(kept), of \(presses) presses.", "Give 1 to as many as there are presses.")
    }
  }
}

extension FingerFlows {
  /// Captures presses, and neither enrols nor verifies (F114).
  /// - Parameter verifier: of a hand, sees to it that no finger is taken for two: one that was captured
  ///   already has to be pressed again. It needs templates of its type, and compares with the presses, so
  ///   that one that has its own references cannot. `nil`: nobody does.
  /// - Returns: the operation, whose result is the best presses, finger by finger, each in the order they
  ///   came.
  /// - Throws: ``FingerCaptureError``: why it cannot begin.
  public func capture(
    _ settings: FingerCaptureSettings = FingerCaptureSettings(), verifier: (any FingerVerifier)? = nil
  ) async throws(FingerCaptureError) -> FingerOperation<[FingerPress]> {
    try settings.check(with: verifier)
    var maker: (any FingerTemplateMaker)?
    if let type = settings.templateType { maker = try await self.maker(of: type) }
    return try await FingerOperation.start(work(settings.demand), on: source, maker: maker) { taker in
      var best: [FingerPress] = []
      for site in settings.site.fingers {
        var presses: [FingerPress] = []
        while presses.count < settings.presses {
          let press = try await taker.press(of: site)
          let others = best
          if let verifier, !others.isEmpty,
            try await taker.inTime({ try await press.isAlike(others, by: verifier) })
          {
            await taker.fail(.sameFinger)
            continue
          }
          presses.append(press)
          await taker.keep(press)
          await taker.progress(site, done: presses.count, of: settings.presses)
        }
        best += presses.best(settings.kept)
      }
      return best
    }
  }
}
