// SPDX-License-Identifier: Apache-2.0
internal import ImprintModel

/// Who somebody claims to be. Any bytes of any length; equal bytes are the same subject.
///
/// Give the id under which the subject is stored, not what was typed: a name in another spelling would be
/// another subject, with attempts of its own.
public struct LockoutSubject: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
  private let name: [UInt8]

  public init(_ name: String) {
    self.init(bytes: name.utf8)
  }

  public init(bytes: some Sequence<UInt8>) {
    name = Array(bytes)
  }

  /// Says nothing of the name.
  public var description: String { "LockoutSubject(<redacted>)" }
  public var debugDescription: String { description }

  /// What a folder knows the subject by. O(bytes).
  /// - Parameter salt: the folder's own, so that the same subject has another number elsewhere.
  func number(salt: [UInt8]) -> ContentHash {
    ContentHash(of: Array("imprint lockout subject\n".utf8) + salt + name)
  }
}

extension LockoutSubject: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What a reset forgets.
public enum LockoutScope: Sendable, Hashable {
  /// The failed attempts of the device.
  case device
  /// Those of one subject.
  case subject(LockoutSubject)
  /// All of them, and whatever is damaged.
  case everything
}
