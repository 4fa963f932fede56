// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintFiles

/// Counts the captures that failed, and locks captures after too many: of the device, and of the subject that
/// was claimed. Kept as files in a folder that only its owner may access:
///
///     <folder>/device                one record, of all attempts
///     <folder>/subject-<number>      one subject's; the number is a salted hash of who it is
///     <folder>/salt                  32 random bytes
///     <folder>/.lock, .staging/      of the writer
///
/// Every process that uses the folder counts with all others, and nothing of it ends with a process or the
/// machine. Time is counted by the boot-time clock while the machine runs, so that setting the device's clock
/// neither ends a lock nor makes it endless; across a restart by the device's clock, as far as it is not
/// behind the latest time seen.
///
/// **Fails closed.** A file that is damaged, cut or somebody else's is an error, and no capture begins: were
/// it taken for an empty one, whoever can spoil a file could try for ever. The way out is ``reset(_:)``, for
/// whoever owns the folder.
///
/// Any thread and process. Files are read and written on the calling task's thread, each call some
/// milliseconds; a writer waits for other writers. For one machine: a folder that several share, over a
/// network, counts their times wrong.
public struct LockoutStore: Sendable {
  /// The folder; `nil` if the environment defines none.
  public let folder: String?
  public let settings: LockoutSettings
  let clock: any LockoutClock
  let processes: any LockoutProcesses
  private let patience: Duration

  /// - Parameters:
  ///   - folder: absolute; created with its parents when an attempt is first begun. Whoever may write its
  ///     parent can take it away, and all counts with it.
  ///   - patience: how long a call waits for the lock, which others hold for some milliseconds each.
  public init(
    folder: String, settings: LockoutSettings = .standard, clock: any LockoutClock = SystemLockoutClock(),
    processes: any LockoutProcesses = SystemLockoutProcesses(), patience: Duration = .seconds(10)
  ) {
    self.init(place: folder, settings, clock, processes, patience)
  }

  private init(
    place: String?, _ settings: LockoutSettings, _ clock: any LockoutClock,
    _ processes: any LockoutProcesses, _ patience: Duration
  ) {
    var place = place
    // A link's path with a slash behind it means what it leads to.
    while let path = place, path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") {
      place = String(path.dropLast())
    }
    folder = place
    self.settings = settings
    self.clock = clock
    self.processes = processes
    self.patience = patience
  }

  /// Root's: `/var/lib/imprint/lockout`. Any other user's: `imprint/lockout` below `$XDG_STATE_HOME`, or else
  /// `~/.local/state`; if neither is set, or the process is elevated, every call fails with `noStandardPath`.
  public static func standard(_ settings: LockoutSettings = .standard) -> LockoutStore {
    LockoutStore(
      place: standardFolder(isRoot: geteuid() == 0, environment: StandardFolder.variable), settings,
      SystemLockoutClock(), SystemLockoutProcesses(), .seconds(10))
  }

  static func standardFolder(isRoot: Bool, environment: (String) -> String?) -> String? {
    if isRoot { return "/var/lib/imprint/lockout" }
    return StandardFolder.state.path(environment: environment).map { "\($0)/imprint/lockout" }
  }
}

extension LockoutStore {
  /// Reserves an attempt: when this returns, it is on the disk.
  /// - Parameter subject: who somebody claims to be; `nil` where nobody was claimed.
  /// - Throws: ``LockoutError``, and then nothing may be captured: `captureIsLocked` with the time at which
  ///   the lock ends, `attemptsTaken`, or why nothing can be counted.
  public func begin(subject: LockoutSubject? = nil) async throws(LockoutError) -> LockoutAttempt {
    guard settings.most != nil else { return LockoutAttempt(self, subject, nil, .off) }
    return try await kept().whileLocked { (root, staging) throws(LockoutError) in
      try begun(subject, root, staging)
    }
  }

  /// ``begin(subject:)`` for a caller outside a task: blocks its thread.
  @available(*, noasync)
  public func beginBlocking(subject: LockoutSubject? = nil) throws(LockoutError) -> LockoutAttempt {
    guard settings.most != nil else { return LockoutAttempt(self, subject, nil, .off) }
    return try kept().whileLockedBlocking { (root, staging) throws(LockoutError) in
      try begun(subject, root, staging)
    }
  }

  /// How many attempts are left, and how long captures are locked. Writes where an attempt's process has
  /// ended, a lock has, or a part of a lock's time has passed; creates no folder.
  public func standing(of subject: LockoutSubject? = nil) async throws(LockoutError) -> LockoutStanding {
    guard try isKept() else { return unused(subject) }
    return try await kept().whileLocked { (root, staging) throws(LockoutError) in
      try looked(subject, root, staging)
    }
  }

  /// ``standing(of:)`` for a caller outside a task: blocks its thread.
  @available(*, noasync)
  public func standingBlocking(
    of subject: LockoutSubject? = nil
  ) throws(LockoutError) -> LockoutStanding {
    guard try isKept() else { return unused(subject) }
    return try kept().whileLockedBlocking { (root, staging) throws(LockoutError) in
      try looked(subject, root, staging)
    }
  }

  /// Forgets failed attempts and locks, whatever lies in the files' place. For whoever owns the device:
  /// nothing asks who calls. An attempt that is being made still counts if it fails.
  /// - Returns: How many records there were.
  @discardableResult
  public func reset(_ scope: LockoutScope = .everything) async throws(LockoutError) -> Int {
    guard try isThere() else { return 0 }
    return try await kept().whileLocked { (root, _) throws(LockoutError) in
      try LockoutFiles.remove(scope, in: root)
    }
  }

  /// ``reset(_:)`` for a caller outside a task: blocks its thread.
  @available(*, noasync)
  @discardableResult
  public func resetBlocking(_ scope: LockoutScope = .everything) throws(LockoutError) -> Int {
    guard try isThere() else { return 0 }
    return try kept().whileLockedBlocking { (root, _) throws(LockoutError) in
      try LockoutFiles.remove(scope, in: root)
    }
  }
}

// The folder.
extension LockoutStore {
  /// Without a folder.
  private func unused(_ subject: LockoutSubject?) -> LockoutStanding {
    let now = clock.now()
    let part = LockoutState(at: now).standing(at: now, by: settings)
    return LockoutStanding(device: part, subject: subject.map { _ in part })
  }

  /// Whether anything can have been counted.
  private func isKept() throws(LockoutError) -> Bool {
    guard settings.most != nil else { return false }
    return try isThere()
  }

  private func isThere() throws(LockoutError) -> Bool {
    _ = try kept()
    guard let folder else { return false }
    return try Folder<LockoutError>.isThere(folder)
  }

  func kept() throws(LockoutError) -> KeptFolder<LockoutError> {
    guard let folder else {
      throw LockoutError(
        .noStandardPath, place: "lock-out",
        reason: "neither XDG_STATE_HOME nor HOME is set, or the process is elevated.",
        remedy: "Set one of them, or name the lock-out's folder.")
    }
    guard folder.hasPrefix("/"), !folder.utf8.contains(0) else {
      throw LockoutError(
        .badFolder, place: folder, reason: "it is no absolute path.",
        remedy: "Give the whole path of the lock-out's folder.")
    }
    guard FileLink.target(of: folder) == nil else {
      throw .unsafe(
        folder, reason: "it is a link, and whoever may change it can have all counts forgotten.",
        remedy: "Name the folder itself.")
    }
    return KeptFolder(folder, patience: patience)
  }
}
