// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

/// A comparison of two fingers, with what counted in it: for people its ``description``, which shows no
/// minutia, for programs ``json``, which shows all.
public struct FingerMatchExplanation: Sendable, Hashable, CustomStringConvertible {
  /// Who compared: the plugin's id.
  public let plugin: String
  /// The name of the format that it compared.
  public let format: String
  public let comparison: Comparison
  public let explanation: FingerExplanation
}

extension TemplateMatcher {
  /// Explains why two fingers are as alike as ``compareBlocking(_:with:)`` says, by the plugin that compares
  /// them: with its very similarity, and shares that add up to it.
  /// - Throws: as ``compareBlocking(_:with:)``; ``TemplateError`` `otherModality` for a matcher of something
  ///   else; ``PluginCallError`` `unsupported` where the plugin does not explain its comparisons.
  /// - Complexity: a comparison and an explanation. Any thread, and blocks it: a task awaits
  ///   ``explainFingers(_:with:)``.
  @available(*, noasync)
  public func explainFingersBlocking(
    _ probe: Template, with reference: Template
  ) throws -> FingerMatchExplanation {
    guard format.modality == .finger else {
      throw TemplateError(
        .otherModality, place: "matcher",
        reason: "\(pluginID) compares a \(format.modality.name), and fingers are explained.",
        remedy: "Use a matcher of fingers.")
    }
    let comparison = try compareBlocking(probe, with: reference)
    let explanation = try algorithm.explainFingers(
      probe: TemplatePayload(probe), reference: TemplatePayload(reference))
    return FingerMatchExplanation(
      plugin: pluginID, format: format.algorithm, comparison: comparison, explanation: explanation)
  }

  /// ``explainFingersBlocking(_:with:)`` on a thread of its own.
  public func explainFingers(
    _ probe: Template, with reference: Template
  ) async throws -> FingerMatchExplanation {
    try await withoutBlocking { try $0.explainFingersBlocking(probe, with: reference) }
  }
}

extension FingerMatchExplanation {
  /// Several lines, for people.
  public var description: String { lines.joined(separator: "\n") }

  private var lines: [String] {
    let score = comparison.calibrated.map { "score \($0)" } ?? "no score"
    var lines = ["\(score), similarity \(comparison.similarity), \(plugin), \(format)"]
    if let motion = explanation.motion {
      lines.append(
        "alignment: turned by \(Self.shown(motion.turn)) degrees about its top left, then moved by "
          + "\(Self.shown(motion.right / 1000)) mm to the right and \(Self.shown(motion.down / 1000)) mm down"
      )
    } else {
      lines.append("alignment: none; no two minutiae lie on each other")
    }
    let counts = Dictionary(grouping: explanation.shares, by: \.kind).mapValues(\.count)
    let sides = Dictionary(grouping: explanation.minutiae, by: \.side).mapValues(\.count)
    lines.append("compared: \(sides[.probe] ?? 0) minutiae with \(sides[.reference] ?? 0)")
    for kind in FingerExplanation.Share.Kind.allCases {
      guard let count = counts[kind] else { continue }
      let total = explanation.total(kind)
      lines.append("\(total < 0 ? "against" : "for"): \(Self.words(kind, count)): \(Self.shown(total))")
    }
    return lines
  }

  private static func words(_ kind: FingerExplanation.Share.Kind, _ count: Int) -> String {
    switch kind {
    case .pair: count == 1 ? "1 minutia that lies on another" : "\(count) minutiae that lie on another"
    case .edge: count == 1 ? "1 line between them that agrees" : "\(count) lines between them that agree"
    case .missed: count == 1 ? "1 minutia that is missing" : "\(count) minutiae that are missing"
    case .ridges: "how ridges run"
    case .other: "the prints as a whole"
    }
  }

  /// Two decimals.
  private static func shown(_ value: Double) -> String { DrawnNumber.text(value) }
}

extension FingerMatchExplanation: JSONConvertible {
  /// Lengths are micrometres, angles degrees; numbers of shares are places among the minutiae. What there is
  /// none of is null.
  public var json: JSONValue {
    [
      "plugin": plugin, "format": format, "similarity": Double(comparison.similarity),
      "score": comparison.calibrated?.value, "extrapolated": comparison.isExtrapolated,
      "motion": explanation.motion.json { ["turn": $0.turn, "right": $0.right, "down": $0.down] },
      "totals": JSONValue.object(
        FingerExplanation.Share.Kind.allCases.map { ($0.rawValue, .number(explanation.total($0))) }),
      "minutiae": explanation.minutiae.json {
        [
          "side": $0.side.rawValue, "kind": $0.kind.rawValue, "x": $0.x, "y": $0.y,
          "direction": $0.direction, "quality": $0.quality,
        ]
      },
      "shares": explanation.shares.json {
        [
          "kind": $0.kind.rawValue, "value": Double($0.value), "probe": $0.probe,
          "reference": $0.reference, "otherProbe": $0.otherProbe, "otherReference": $0.otherReference,
        ]
      },
    ]
  }
}
