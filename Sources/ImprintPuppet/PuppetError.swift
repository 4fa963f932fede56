// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles
@_exported public import ImprintModel

/// Why a photograph becomes no puppet, or a file is none.
public typealias PuppetError = Explained<PuppetErrorCode>

public enum PuppetErrorCode: String, Sendable, Hashable, CaseIterable {
  /// The face has no 468 landmarks, or they are not plausible.
  case noFace = "no-face"
  /// The photograph shows several faces.
  case manyFaces = "many-faces"
  /// The eyes are too close together, in pixels.
  case tooSmall = "too-small"
  /// The file is not one of puppets.
  case notAPuppet = "not-a-puppet"
  /// The file is of a later version of the format.
  case version
  /// The file ends before its photograph does, or goes on after it.
  case truncated
  /// The checksum is wrong.
  case damaged
  /// There is no such file or folder.
  case missing
  /// The file system does not permit it.
  case denied
  /// The disk is full.
  case noSpace = "no-space"
  /// Another error of the file system.
  case unreadable
}

extension PuppetErrorCode: FileCode {
  package static func of(_ problem: FileProblem.Kind, _ place: String) -> (Self, remedy: String?) {
    switch problem {
    case .missing, .noFolder: (.missing, nil)
    case .notPermitted, .unsafeFolder: (.denied, nil)
    case .noSpace: (.noSpace, nil)
    case .notAFile, .exists: (.notAPuppet, nil)
    case .busy, .cancelled, .system: (.unreadable, nil)
    }
  }
}
