// SPDX-License-Identifier: Apache-2.0

/// The record of one build of a plugin: its deaths, and whether it is quarantined.
public struct QuarantineRecord: Sendable, Hashable {
  /// One death.
  public struct Strike: Sendable, Hashable {
    /// Seconds since 1970 UTC, by the clock at that time.
    public let time: Int64
    /// The function being called: `matcher.compare`.
    public let function: String
    public let reason: PluginDeath.Reason
    /// The version of Imprint that hosted it.
    public let imprint: String
  }

  /// Id, version and folder are those of the last death.
  public private(set) var build: PluginBuild
  /// Oldest first; at most ``mostStrikes``, after which the oldest are dropped.
  public private(set) var strikes: [Strike]
  /// When it was quarantined, in seconds since 1970; `nil` where it is not. It stays until cleared: neither
  /// time nor setting back the clock ends it.
  public private(set) var quarantined: Int64?

  /// The most deaths that are stored for one build.
  public static let mostStrikes = 16

  init(_ build: PluginBuild, strikes: [Strike] = [], quarantined: Int64? = nil) {
    self.build = build
    self.strikes = strikes
    self.quarantined = quarantined
  }

  mutating func add(_ death: PluginDeath, at now: Int64, imprint: String, by policy: QuarantinePolicy) {
    build = death.build
    strikes.append(Strike(time: now, function: death.function, reason: death.reason, imprint: imprint))
    strikes.removeFirst(max(0, strikes.count - Self.mostStrikes))
    guard quarantined == nil, let most = policy.strikes else { return }
    // A strike in the future was recorded before the clock was set back: it counts, as else setting the clock
    // back would help.
    let recent = strikes.count { $0.time > now - policy.window }
    if recent >= min(most, Self.mostStrikes) { quarantined = now }
  }

  /// For people: `3 deaths; the last in matcher.compare: SIGSEGV`.
  public var sentence: String {
    let last = strikes.last.map { "; the last in \($0.function): \($0.reason)" } ?? ""
    return "\(strikes.count) \(strikes.count == 1 ? "death" : "deaths")\(last)"
  }
}
