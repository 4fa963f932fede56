// SPDX-License-Identifier: Apache-2.0
public import ImprintManifest

/// One check and how it ended.
public struct CheckResult: Sendable, Hashable {
  /// The check's id.
  public let check: String
  public let outcome: CheckOutcome
  public let duration: Duration
  /// The process's standard output and error, truncated. They may be the plugin's words: treat as untrusted.
  public let output: String
  /// Why and by whom the failure is accepted; `nil` where it is not, or where there is no failure.
  public let waiver: CheckWaiver?
  /// Where the plugin's code ran for it.
  public let isolation: Isolation

  init(
    check: String, outcome: CheckOutcome, duration: Duration = .zero, output: String = "",
    waiver: CheckWaiver? = nil, isolation: Isolation = .inProcess
  ) {
    self.isolation = isolation
    self.check = check
    self.outcome = outcome
    self.duration = duration
    self.output = output
    self.waiver = outcome.isFailure ? waiver : nil
  }

  /// Whether it counts against the plugin: a failure without a waiver.
  public var isFailure: Bool { outcome.isFailure && waiver == nil }

  /// The outcome's name, or `waived`.
  public var word: String { waiver == nil ? outcome.word : "waived" }
}
