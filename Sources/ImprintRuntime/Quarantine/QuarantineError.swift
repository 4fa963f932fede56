// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles
@_exported public import ImprintModel

/// Why the quarantine cannot be read or written.
public typealias QuarantineError = Explained<QuarantineErrorCode>

public enum QuarantineErrorCode: String, Sendable, Hashable, CaseIterable {
  /// A record is damaged. It counts as a quarantine.
  case damaged
  /// Other users may read or write the folder.
  case unsafeFolder = "unsafe-folder"
  /// Another process has locked it for too long.
  case busy
  /// The disk, or the quota, is full.
  case noSpace = "no-space"
  /// The environment does not define where a user's state is stored.
  case noStandardPath = "no-standard-path"
  /// The folder cannot be read or written.
  case notPermitted = "not-permitted"
  /// The system refused for another reason, which is stated.
  case system
  /// Nothing is recorded of that plugin or library.
  case unknown
  /// The prefix of a hash is ambiguous.
  case ambiguous
}

extension QuarantineErrorCode: FileCode {
  package static func of(_ problem: FileProblem.Kind, _ place: String) -> (Self, remedy: String?) {
    switch problem {
    case .noSpace: (.noSpace, nil)
    case .notPermitted: (.notPermitted, nil)
    case .noFolder: (.system, "Name a folder that can be created, for the quarantine alone.")
    case .unsafeFolder: (.unsafeFolder, nil)
    case .notAFile: (.damaged, clearing(place))
    case .busy, .cancelled: (.busy, nil)
    case .missing, .exists, .system: (.system, nil)
    }
  }

  private static func clearing(_ place: String) -> String {
    let digits = place.split(separator: "/").last.map { $0.prefix(16) } ?? ""
    return "Find out which program writes there; then run `sdkctl plugin quarantine clear \(digits)`."
  }
}
