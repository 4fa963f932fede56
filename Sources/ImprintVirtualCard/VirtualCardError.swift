// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles
@_exported public import ImprintModel

/// Why there is no card, or no reader for it.
public typealias VirtualCardError = Explained<VirtualCardErrorCode>

public enum VirtualCardErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The description of the card is invalid.
  case description
  /// The virtual reader cannot be reached.
  case connection
  /// The file of the card's memory cannot be read or written, or is of another card.
  case memory
}

extension VirtualCardErrorCode: FileCode {
  package static func of(_ problem: FileProblem.Kind, _ place: String) -> (Self, remedy: String?) {
    (.memory, nil)
  }
}
