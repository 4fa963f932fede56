// SPDX-License-Identifier: Apache-2.0

/// Where a ``ListeningUploader`` takes recordings: ``DirectoryListeningDestination``,
/// ``HTTPSListeningDestination``, or one of an application's own.
public protocol ListeningDestination: Sendable {
  /// For errors: nothing secret.
  var place: String { get }
  /// The same for the same destination, in every process: what was taken is remembered by its hash.
  var identity: String { get }

  /// Takes a file, one at a time. It may have been taken before, by a process that died before it had
  /// remembered that, or before it had removed the file: then it is there already, and not taken twice.
  ///
  /// Does not answer before the file is safe there. Ends soon where its task is cancelled; the uploader does
  /// not wait for that, but offers nothing else until then.
  func take(_ file: ListeningUploadFile) async -> ListeningUploadAnswer
}

/// What came of a file.
public enum ListeningUploadAnswer: Sendable, Hashable {
  case taken
  /// Something of its name, which no other file has, was there already.
  /// - Parameter isVerified: whether it has the same content, all of it, and is safe there. Only then is the
  ///   file removed, where that is asked for.
  case wasThere(isVerified: Bool)
  /// It may be taken later, and not before so long.
  case later(ListeningUploadError, after: Duration)
  /// This file is not taken; others may be.
  case refused(ListeningUploadError)
  /// Nothing is taken until somebody has changed something.
  case closed(ListeningUploadError)
}

/// A file of a ``ListeningArchive``.
public struct ListeningUploadFile: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case sound = "audio/wav"
    case metadata = "application/json"
  }

  /// `utterance-<time>-<number>.wav` or `.json`, of letters, digits, `-` and `.` alone. No two have the same.
  public let name: String
  /// Absolute.
  public let path: String
  public let kind: Kind
  public let bytes: [UInt8]

  /// - Returns: `nil` for a name that no archive makes.
  init?(folder: String, name: String, bytes: [UInt8]) {
    guard let kind = Self.kind(of: name) else { return nil }
    (self.name, self.path, self.kind, self.bytes) = (name, "\(folder)/\(name)", kind, bytes)
  }

  /// `nil` for what is not an archive's.
  static func kind(of name: String) -> Kind? {
    switch UtteranceName.part(of: name) {
    case .sound: .sound
    case .metadata: .metadata
    case nil: nil
    }
  }

  public var description: String { "ListeningUploadFile(\(name), \(bytes.count) bytes, <redacted>)" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
