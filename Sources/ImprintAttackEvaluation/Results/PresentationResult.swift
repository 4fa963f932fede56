// SPDX-License-Identifier: Apache-2.0

/// What became of one presentation in one mode at one level.
public struct PresentationResult: Sendable, Hashable {
  public let presentation: Presentation
  /// `passive`, `active`, `cr2d`, `blink`.
  public let mode: String
  /// `low`, `medium`, `high`; in a mode that is swept, the threshold.
  public let level: String
  public let outcome: PresentationOutcome
  /// Frames that were looked at.
  public let frames: Int
  /// From the first frame to the end, in seconds of the presentation.
  public let seconds: Double
  /// One of each method that had something to say.
  public let findings: [MethodFinding]
  /// Whether the captured image matched the subject's reference; `nil` where nothing was compared.
  public let isMatch: Bool?

  public init(
    _ presentation: Presentation, mode: String, level: String, outcome: PresentationOutcome, frames: Int,
    seconds: Double, findings: [MethodFinding] = [], isMatch: Bool? = nil
  ) {
    self.presentation = presentation
    self.mode = mode
    self.level = level
    self.outcome = outcome
    self.frames = frames
    self.seconds = seconds
    self.findings = findings
    self.isMatch = isMatch
  }

  /// The finding of a method.
  public func finding(of method: String) -> MethodFinding? { findings.first { $0.method == method } }

  /// The most frames of a presentation, and the longest in seconds.
  static let maximumFrames = 1_000_000
  static let maximumSeconds = 86_400.0
  static let maximumFindings = 32
  /// Of a measure and a limit, so that differences and sums of them are finite.
  static let maximumMeasure = 1e12
  /// Bytes of UTF-8 of a name.
  static let nameLength = 1...128

  /// Why it is no result that can be counted; `nil`: it is one.
  var problem: String? {
    var names = [
      ("id", presentation.id), ("subject", presentation.subject), ("session", presentation.session),
      ("mode", mode), ("level", level),
    ]
    if case .attack(let species) = presentation.kind { names.append(("species", species)) }
    if case .failed(let code) = outcome { names.append(("error", code)) }
    names += findings.map { ("method", $0.method) }
    for (member, name) in names where !Self.nameLength.contains(name.utf8.count) {
      return "'\(member)' has \(name.utf8.count) bytes, and may have 1 to \(Self.nameLength.upperBound)."
    }
    guard (0...Self.maximumFrames).contains(frames) else {
      return "'frames' is \(frames), and may be 0 to \(Self.maximumFrames)."
    }
    guard seconds.isFinite, (0...Self.maximumSeconds).contains(seconds) else {
      return "'seconds' is \(seconds), and may be 0 to \(Self.maximumSeconds)."
    }
    guard findings.count <= Self.maximumFindings else {
      return "it has \(findings.count) findings, and may have \(Self.maximumFindings)."
    }
    guard findings.flatMap({ [$0.measure, $0.limit] }).allSatisfy({ abs($0 ?? 0) <= Self.maximumMeasure })
    else {
      return "a measure or a limit is beyond \(Self.maximumMeasure)."
    }
    guard Set(findings.map(\.method)).count == findings.count else {
      return "a method has two findings."
    }
    return nil
  }
}
