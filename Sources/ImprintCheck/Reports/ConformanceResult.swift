// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
internal import ImprintLicense
public import ImprintManifest
public import ImprintTrust

/// The signed results about one build of a plugin: `conformance.sig` beside `plugin.yaml`.
///
/// It is bound to the library and the whole folder by hash: another build needs another result. Trust
/// settings can require one (`conformance: required`).
public struct ConformanceResult: Sendable, Hashable {
  /// One check in it.
  public struct Check: Sendable, Hashable {
    public let id: String
    /// ``CheckResult/word``.
    public let outcome: String
    /// Where the plugin's code ran. A result from the check's own process rests on that process, which had
    /// the plugin in it.
    public let isolation: Isolation
  }

  public let plugin: String
  public let version: SemanticVersion
  /// SHA-256 of the library.
  public let library: ContentHash
  /// SHA-256 of the whole plugin, as in ``PluginContents/sha256``.
  public let contents: ContentHash
  /// Whether no check failed but those with a waiver.
  public let isGood: Bool
  /// Seconds since 1970 UTC, by the examiner's clock.
  public let time: Int64
  /// The version of Imprint that examined it.
  public let imprint: String
  public let seed: UInt64
  /// All checks, in catalogue order.
  public let checks: [Check]
  /// The accepted failures, with reasons.
  public let waivers: [CheckWaiver]

  /// The result of a complete run that was made to be signed.
  /// - Throws: ``CheckRunError`` `partial-run` where not all checks were made, `unsafe-signing` where the
  ///   plugin could have forged them.
  public init(_ report: CheckReport, time: Int64) throws(CheckRunError) {
    guard report.results.map(\.check) == CheckCatalog.all.map(\.id) else {
      throw CheckRunError(
        .partialRun, place: report.folder, reason: "not all checks were run.",
        remedy: "Run it without --only: a result covers all checks.")
    }
    guard report.isExamination else {
      throw CheckRunError(
        .unsafeSigning, place: report.folder,
        reason:
          "its checks were not run for signing, which needs a worker where possible, otherwise a sandbox.",
        remedy: "Run them again: sdkctl plugin check --sign-key.")
    }
    guard let plugin = report.plugin, let version = report.version, let library = report.librarySHA256,
      let contents = report.contentsSHA256
    else {
      throw CheckRunError(
        .partialRun, place: report.folder, reason: "its manifest or its files could not be read.",
        remedy: "See the result of the check package.schema.")
    }
    self.plugin = plugin
    self.version = version
    self.library = library
    self.contents = contents
    isGood = report.isSuccess
    self.time = time
    imprint = "\(BuildInformation.version)"
    seed = report.seed
    checks = report.results.map { Check(id: $0.check, outcome: $0.word, isolation: $0.isolation) }
    waivers = report.results.compactMap(\.waiver)
  }

  /// Signs it, and writes it into the plugin's folder atomically.
  /// - Throws: ``CheckRunError`` `changed-meanwhile` where the plugin changed since it was examined;
  ///   `TrustError` where the key may not sign this, or the file cannot be written.
  public func sign(with key: PublisherKey, into folder: String) throws {
    guard try ReadPlugin.read(folder).contents.sha256 == contents else {
      throw CheckRunError(
        .changedMeanwhile, place: folder, reason: "its files have changed since they were examined.",
        remedy: "Run the checks again, and do not change the folder meanwhile.")
    }
    let document = try key.sign(json, as: .conformance, at: time)
    try Folder<TrustError>.write(
      Array(document.utf8), to: "\(folder)/\(PluginContents.conformanceName)", mode: 0o644)
  }

  /// The payload; keys are stable. The loader evaluates `ver`, `library`, `verdict`, `time` and `waivers`.
  var json: JSONValue {
    [
      "ver": 2, "plugin": plugin, "version": "\(version)", "library": library.hex, "contents": contents.hex,
      "verdict": isGood ? "pass" : "fail", "time": Int(time), "imprint": imprint, "seed": "\(seed)",
      "checks": checks.json { ["id": $0.id, "outcome": $0.outcome, "isolation": $0.isolation.rawValue] },
      "waivers": waivers.json { ["check": $0.check, "reason": $0.reason, "by": $0.by] },
    ]
  }
}
