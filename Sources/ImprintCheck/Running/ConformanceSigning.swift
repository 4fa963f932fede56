// SPDX-License-Identifier: Apache-2.0
internal import CCheckProcess
internal import Glibc
internal import ImprintLicense
internal import ImprintTrust

/// An examiner's key that signs the results of checks, out of reach of the plugin.
///
/// It is created before the checks, which reads only the certificates, and used after them: the key is read
/// when every process with the plugin's code has ended. Meanwhile none of those can read the key file, access
/// this process's memory or send it anything but the answers of checks, and none can write the report.
public struct ConformanceSigning: Sendable {
  private let key: String
  private let certificates: String
  private let place: PluginPlace

  /// - Parameters:
  ///   - key: The private key's file. Must not be readable by the checked plugin.
  ///   - certificates: Their file.
  /// - Throws: ``CheckRunError`` `unsafe-signing`, also for a plugin that others may write to; `TrustError`
  ///   `signing-key` for certificates of another usage.
  public init(key: String, certificates: String, of place: PluginPlace) throws {
    if CheckWalls.canRead(try CheckWaivers.real(key), of: place) {
      throw CheckRunError(
        .unsafeSigning, place: key,
        reason: "the examined plugin has read access to the folder with the key.",
        remedy: "Keep the key in a folder of your own, away from the plugin and the system's libraries.")
    }
    try Self.judgeOwners(below: place.folder)
    try PublisherKey.judgeExaminer(certificates: certificates)
    self.key = key
    self.certificates = certificates
    self.place = place
    // From now on no other process of this user can access this one's memory.
    imp_check_protect()
  }

  /// Others with write access could have one plugin examined and another signed, by restoring the folder
  /// before it is hashed again.
  private static func judgeOwners(below path: String) throws(CheckRunError) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      throw CheckRunError(
        .file, place: path, reason: "\(String(cString: strerror(errno))).",
        remedy: "Give the folder of a plugin that you may read.")
    }
    let kind = status.st_mode & S_IFMT
    // A link has no mode of its own; links fail a check of their own.
    let isOthersToWrite = kind != S_IFLNK && status.st_mode & 0o022 != 0
    guard status.st_uid == geteuid() || status.st_uid == 0, !isOthersToWrite else {
      throw CheckRunError(
        .unsafeSigning, place: path, reason: "another user may change it while the plugin is examined.",
        remedy: "Examine a copy of your own that is writable only by you: cp -r, then chmod -R go-w.")
    }
    guard kind == S_IFDIR else { return }
    let names: [String]
    do { names = try CheckFiles.names(in: path) } catch {
      throw CheckRunError(
        .file, place: path, reason: "it cannot be read: \(error)",
        remedy: "Give the folder of a plugin that you may read.")
    }
    for name in names { try judgeOwners(below: "\(path)/\(name)") }
  }

  /// Signs the result of an examination, and writes it into the plugin's folder.
  /// - Parameter time: Seconds since 1970 UTC.
  /// - Throws: ``CheckRunError``, `TrustError`.
  public func sign(_ report: CheckReport, at time: Int64) throws {
    let result = try ConformanceResult(report, time: time)
    if let lost = report.results.first(where: { $0.outcome == .escaped }) {
      throw CheckRunError(
        .unsafeSigning, place: lost.check, reason: "one of its processes could not be killed.",
        remedy: "Kill it, and keep the key away from this machine until you know what it did.")
    }
    try result.sign(with: try PublisherKey.read(key: key, certificates: certificates), into: place.folder)
  }
}
