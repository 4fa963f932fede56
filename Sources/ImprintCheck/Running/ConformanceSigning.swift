// SPDX-License-Identifier: Apache-2.0
internal import CCheckProcess
internal import Glibc
internal import ImprintLicense
internal import ImprintTrust

/// An examiner's key that signs what checks found, and that nothing of the plugin can reach.
///
/// It is made before the checks, which reads the certificates alone, and used after them: the key is read when every
/// process that had the plugin's code has ended. None of those can read the key's file meanwhile, look into this process
/// or send it anything but the answers of checks, and none can write the report.
public struct ConformanceSigning: Sendable {
  private let key: String
  private let certificates: String
  private let place: PluginPlace

  /// - Parameters:
  ///   - key: The private key's file. Not below what a plugin that is checked may read.
  ///   - certificates: Their file.
  /// - Throws: ``CheckRunError`` `unsafe-signing`; `TrustError` `signing-key` for certificates of another usage.
  public init(key: String, certificates: String, of place: PluginPlace) throws {
    if CheckWalls.canRead(try CheckWaivers.real(key), of: place) {
      throw CheckRunError(
        .unsafeSigning, place: key,
        reason: "the plugin that is examined may read the folder that the key lies in.",
        remedy: "Keep the key in a folder of your own, away from the plugin and the system's libraries.")
    }
    try PublisherKey.judgeExaminer(certificates: certificates)
    self.key = key
    self.certificates = certificates
    self.place = place
    // From now on no other process of this user looks into this one.
    imp_check_protect()
  }

  /// Signs the result of an examination, and puts it into the plugin's folder.
  /// - Parameter time: Seconds since 1970 UTC.
  /// - Throws: ``CheckRunError``, `TrustError`.
  public func sign(_ report: CheckReport, at time: Int64) throws {
    let result = try ConformanceResult(report, time: time)
    if let lost = report.results.first(where: { $0.outcome == .escaped }) {
      throw CheckRunError(
        .unsafeSigning, place: lost.check, reason: "a process of it could not be ended.",
        remedy: "End it, and keep the key away from this machine until you know what it did.")
    }
    try result.sign(with: try PublisherKey.read(key: key, certificates: certificates), into: place.folder)
  }
}
