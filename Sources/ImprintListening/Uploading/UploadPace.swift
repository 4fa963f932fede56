// SPDX-License-Identifier: Apache-2.0
internal import ImprintTransfer

/// Delays and their ends, injectable for tests.
struct UploadPace: Sendable {
  typealias Sleep = @Sendable (Duration) async throws -> Void

  /// Before a file is sent again.
  var retry: RetryPace
  /// Until a destination has taken too long.
  var limit: Sleep
  /// Until the folder is looked at again; in two parts where the destination has asked for one.
  var rest: Sleep

  static let real = UploadPace(
    retry: .real, limit: { try await Task.sleep(for: $0) }, rest: { try await Task.sleep(for: $0) })
}
