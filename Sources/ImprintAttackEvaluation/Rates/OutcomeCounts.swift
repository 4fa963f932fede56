// SPDX-License-Identifier: Apache-2.0

/// How presentations ended, counted.
public struct OutcomeCounts: Sendable, Hashable {
  public private(set) var live = 0
  public private(set) var fake = 0
  public private(set) var noDecision = 0
  /// Non-responses.
  public private(set) var unknown = 0
  public private(set) var timeout = 0
  public private(set) var noFace = 0
  public private(set) var failed = 0
  /// The errors of those that failed: code and count, by code.
  public private(set) var errors: [String: Int] = [:]

  init(_ outcomes: some Sequence<PresentationOutcome>) {
    for outcome in outcomes {
      switch outcome {
      case .live: live += 1
      case .fake: fake += 1
      case .noDecision: noDecision += 1
      case .unknown: unknown += 1
      case .timeout: timeout += 1
      case .noFace: noFace += 1
      case .failed(let code):
        failed += 1
        errors[code, default: 0] += 1
      }
    }
  }

  /// All presentations.
  public var presented: Int { answered + notAnswered }
  /// Those that the detection answered: live, fake, no decision.
  public var answered: Int { live + fake + noDecision }
  /// Non-responses.
  public var notAnswered: Int { unknown + timeout + noFace + failed }
}
