// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles
@_exported public import ImprintModel

/// Why a licence store cannot be read or written.
public typealias LicenseStoreError = Explained<LicenseStoreErrorCode>

public enum LicenseStoreErrorCode: String, Sendable, Hashable, CaseIterable {
  /// A record is there, and is not what was written. Nothing of it is used, and it is kept.
  case damaged
  /// A newer Imprint has written it.
  case newerRecord = "newer-record"
  /// Others may read or write the folder.
  case unsafeFolder = "unsafe-folder"
  /// Another process or task has held the store for too long.
  case busy
  /// The disk, or the quota, is full. What was there before still is.
  case noSpace = "no-space"
  /// The environment does not say where a user's state lies.
  case noStandardPath = "no-standard-path"
  /// The folder cannot be read or written.
  case notPermitted = "not-permitted"
  /// The system refused for another reason, which is stated.
  case system
  /// The task was cancelled while it waited.
  case cancelled
}

extension LicenseStoreErrorCode: FileCode {
  package static func of(_ problem: FileProblem.Kind, _ place: String) -> (Self, remedy: String?) {
    switch problem {
    case .noSpace: (.noSpace, nil)
    case .notPermitted: (.notPermitted, nil)
    case .noFolder: (.system, "Name a folder that can be made, for the licences alone.")
    case .unsafeFolder: (.unsafeFolder, nil)
    case .notAFile: (.damaged, "Activate again: the damaged file is kept beside the new one.")
    case .busy: (.busy, nil)
    case .cancelled: (.cancelled, nil)
    case .missing, .exists, .system: (.system, nil)
    }
  }
}
