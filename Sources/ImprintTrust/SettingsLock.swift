// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles

/// The lock of a settings file, held as long as this object exists: `trust.yaml.lock` beside `trust.yaml`.
/// The file itself cannot be locked, as it is replaced when it is written.
final class SettingsLock: Sendable {
  private let lock: FileLock<TrustError>

  /// Waits for the lock. Creates missing folders, for the user only.
  /// - Throws: ``TrustError`` `trust-file`.
  init(_ settings: String, patience: Duration = .seconds(10)) async throws(TrustError) {
    if settings.hasPrefix("/") { try Folder<TrustError>.makeParents(of: settings) }
    lock = try await FileLock.take("\(settings).lock", .writing, patience: patience, creates: true)
  }
}
