// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles
internal import ImprintModel
internal import Logging
private import Synchronization

/// The use of one reader by one object, against all other objects of this process and of this user's other
/// processes.
///
/// Plugins see to it within a process. Two workers are two processes, and lock no file: so the host holds the
/// reader for them, by a lock that the kernel releases with the process. It lies in `imprint/readers` below
/// `$XDG_RUNTIME_DIR`, or where that is not set below the user's state; where neither is usable, the hold is
/// within this process alone.
final class FingerReaderHold: Sendable {
  private static let held = Mutex<Set<String>>([])
  /// A lock is held for as long as a reader is open, so waiting for it helps nobody.
  private static let patience = Duration.milliseconds(20)

  private let name: String
  private let lock: Mutex<FileLock<FingerReaderHoldError>?>
  private let isOver = Atomic(false)

  /// - Parameters:
  ///   - reader: What tells it from all others of the plugin, whatever it was opened by.
  ///   - folder: Of the locks; `nil`: none.
  /// - Returns: `nil` while another has it.
  init?(
    of reader: String, plugin: String, in folder: String? = FingerReaderHold.folder, logger: Logger
  ) {
    let name = ContentHash(of: Array("\(plugin)\u{0}\(reader)".utf8)).hex
    guard Self.held.withLock({ $0.insert(name).inserted }) else { return nil }
    self.name = name
    var taken: FileLock<FingerReaderHoldError>?
    var isBusy = false
    if let folder {
      do throws(FingerReaderHoldError) { taken = try Self.lock(name, in: folder) } catch {
        isBusy = error.code == .busy
        if !isBusy {
          logger.warning(
            "other processes are not kept from opening this fingerprint reader",
            metadata: ["error": "\(error)"])
        }
      }
    }
    lock = Mutex(taken)
    if isBusy {
      release()
      return nil
    }
  }

  deinit { release() }

  /// Lets others have it.
  func release() {
    guard !isOver.exchange(true, ordering: .acquiringAndReleasing) else { return }
    lock.withLock { $0 = nil }
    _ = Self.held.withLock { $0.remove(name) }
  }

  static var folder: String? {
    let folders = [StandardFolder.runtime, .state].lazy.compactMap {
      $0.path(environment: StandardFolder.variable)
    }
    return folders.first.map { "\($0)/imprint/readers" }
  }

  private static func lock(
    _ name: String, in folder: String
  ) throws(FingerReaderHoldError) -> FileLock<FingerReaderHoldError> {
    try Folder<FingerReaderHoldError>.makeParents(of: folder)
    try Folder<FingerReaderHoldError>.make(folder)
    try Folder<FingerReaderHoldError>(path: folder).checkOwner()
    return try FileLock.takeBlocking("\(folder)/\(name)", .writing, patience: patience, creates: true)
  }
}

/// Why a reader is not held against other processes: said to the log alone.
typealias FingerReaderHoldError = Explained<FingerReaderHoldCode>

enum FingerReaderHoldCode: String, Sendable, Hashable, FileCode {
  case busy
  case unusable

  package static func of(_ problem: FileProblem.Kind, _ place: String) -> (Self, remedy: String?) {
    (problem == .busy ? .busy : .unusable, nil)
  }
}
