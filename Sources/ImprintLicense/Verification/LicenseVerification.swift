// SPDX-License-Identifier: Apache-2.0

/// A verdict, and the steps that led to it.
public struct LicenseVerification: Sendable, Hashable {
  public let verdict: LicenseVerdict
  /// All steps in order, including those not reached.
  public let steps: [LicenseStep]
}

/// One step of a verification, in words.
public struct LicenseStep: Sendable, Hashable {
  /// The check. Raw values are stable; in order of execution.
  public enum ID: String, Sendable, Hashable, CaseIterable {
    /// Size, three parts, base64url.
    case form
    /// The header's members.
    case header
    /// The certificates parse.
    case certificates
    /// The stated algorithm is the key's.
    case algorithm
    /// The signature verifies.
    case signature
    /// The certificates chain to a trust anchor.
    case chain
    /// The signing certificate may sign licences.
    case usage
    /// The claim set.
    case claims
    case validity
    case profile
    case product
    case device
    case nonce
  }

  public enum Outcome: String, Sendable, Hashable {
    case passed, failed
    /// Not checked: an earlier step failed, or nothing was expected.
    case skipped
  }

  public let id: ID
  public let outcome: Outcome
  /// What was found, in one sentence for people.
  public let sentence: String
}

/// Records steps while a document is verified.
struct LicenseWalk {
  private var noted: [LicenseStep.ID: LicenseStep] = [:]
  /// In the order found.
  private(set) var rejections: [LicenseRejection] = []

  mutating func pass(_ id: LicenseStep.ID, _ sentence: String) {
    noted[id] = LicenseStep(id: id, outcome: .passed, sentence: sentence)
  }

  mutating func skip(_ id: LicenseStep.ID, _ sentence: String) {
    noted[id] = LicenseStep(id: id, outcome: .skipped, sentence: sentence)
  }

  mutating func fail(_ id: LicenseStep.ID, _ rejection: LicenseRejection) {
    noted[id] = LicenseStep(id: id, outcome: .failed, sentence: rejection.sentence)
    rejections.append(rejection)
  }

  mutating func note(_ finding: LicenseFinding, for id: LicenseStep.ID) {
    switch finding {
    case .passed(let sentence): pass(id, sentence)
    case .skipped(let sentence): skip(id, sentence)
    case .failed(let rejection): fail(id, rejection)
    }
  }

  /// All steps; those not reached are skipped.
  var steps: [LicenseStep] {
    LicenseStep.ID.allCases.map {
      noted[$0]
        ?? LicenseStep(id: $0, outcome: .skipped, sentence: "Not checked, because an earlier step failed.")
    }
  }
}

extension LicenseRejection {
  fileprivate var sentence: String { reason.prefix(1).uppercased() + reason.dropFirst() }
}
