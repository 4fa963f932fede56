// SPDX-License-Identifier: Apache-2.0

/// The utterances that are known again, the newest last of each kind. A new one takes the place of its own
/// kind's oldest only, so that nobody makes the claimant's forgotten by saying something else often.
struct KnownPrints: Sendable, Hashable {
  enum Kind: Sendable {
    /// Of the registration, as far as they were taken: these stay.
    case registration
    /// What may be the claimant's voice.
    case claimants
    /// What is another's voice, and what was refused before a voice was compared.
    case anybodys
  }

  var registration: [UtterancePrint] = []
  var claimants: [UtterancePrint] = []
  var anybodys: [UtterancePrint] = []

  /// Of each kind; a registration takes eight utterances at most.
  static let most = 64

  var all: [UtterancePrint] { registration + claimants + anybodys }

  mutating func remember(_ print: UtterancePrint, as kind: Kind) {
    switch kind {
    case .registration: Self.append(print, to: &registration)
    case .claimants: Self.append(print, to: &claimants)
    case .anybodys: Self.append(print, to: &anybodys)
    }
  }

  /// Those of a registration that came to nothing are no registration's.
  mutating func startRegistration() {
    for print in registration { Self.append(print, to: &anybodys) }
    registration = []
  }

  private static func append(_ print: UtterancePrint, to prints: inout [UtterancePrint]) {
    prints.append(print)
    prints.removeFirst(max(0, prints.count - most))
  }
}
