// SPDX-License-Identifier: Apache-2.0
public import ImprintManifest

/// The settings of a run of checks.
public struct CheckSettings: Sendable {
  /// The checks that are made, in the catalogue's order; `nil` for all.
  public var only: Set<String>?
  /// Makes the same random choices again.
  public var seed: UInt64
  /// Where the plugin's code runs: in each check's own process, or in a worker that the check starts. Checks
  /// that are not for that are inapplicable.
  public var isolation = Isolation.inProcess
  /// Whether the result will be signed: each check that can be made in a worker is made there, whatever
  /// ``isolation`` says, and the others in their own process, behind mandatory walls. A worker's answers are
  /// evaluated by a process without any of the plugin's code.
  public var isExamination = false {
    didSet { if isExamination { isolation = .process } }
  }
  /// The device that is used, as the plugin's lists name it; `nil`: the first that can be opened. Checks that
  /// need a device are skipped where there is none.
  public var device: String?
  /// How many checks run at a time; one for a plugin that uses devices of the machine.
  public var jobs = 2
  /// The factor for every check's deadline: more than 1 for a slow, instrumented library.
  public var deadlineFactor = 1.0
  /// Failures that are known and accepted.
  public var waivers: [CheckWaiver] = []

  public init(seed: UInt64 = .random(in: 0..<1 << 32)) {
    self.seed = seed
  }
}
