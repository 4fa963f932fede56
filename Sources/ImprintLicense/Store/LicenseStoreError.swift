// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles
@_exported public import ImprintModel

/// Why a licence store cannot be read or written.
public typealias LicenseStoreError = Explained<LicenseStoreErrorCode>

public enum LicenseStoreErrorCode: String, Sendable, Hashable, CaseIterable {
  /// A record is corrupt. It is not used, but preserved.
  case damaged
  /// It was written by a newer Imprint.
  case newerRecord = "newer-record"
  /// Others may read or write the folder.
  case unsafeFolder = "unsafe-folder"
  /// Another process or task held the lock for too long.
  case busy
  /// Disk full or quota exceeded. Existing data are unchanged.
  case noSpace = "no-space"
  /// The environment does not define the folder for user state.
  case noStandardPath = "no-standard-path"
  /// The folder cannot be read or written.
  case notPermitted = "not-permitted"
  /// Another system error, which is stated.
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
