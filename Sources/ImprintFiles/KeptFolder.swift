// SPDX-License-Identifier: Apache-2.0

/// A folder that only its owner may enter, with persistent state as files. Writers are mutually exclusive,
/// between tasks and processes:
///
///     <folder>/.lock        empty; locked by the writer
///     <folder>/.staging/    files being written
package struct KeptFolder<Failure: FileFailure>: Sendable {
  private let path: String
  private let lock: String
  private let staging: String
  private let patience: Duration

  /// - Parameters:
  ///   - staging: its content is removed at each writing: where the folder may be one that has been used for
  ///     something else, a name that nothing else has.
  ///   - patience: how long a writer waits for the lock.
  package init(
    _ path: String, lock: String = ".lock", staging: String = ".staging", patience: Duration
  ) {
    self.path = path
    self.lock = "\(path)/\(lock)"
    self.staging = staging
    self.patience = patience
  }

  /// The folder, if only its owner may enter it; `nil` if it does not exist.
  package func opened() throws(Failure) -> Folder<Failure>? {
    guard try Folder<Failure>.isThere(path) else { return nil }
    let root = try Folder<Failure>(path: path)
    try root.checkOwner()
    return root
  }

  /// Runs work under the exclusive lock, with the folder and its staging folder; creates it, with its
  /// parents, if absent.
  package func whileLocked<Value>(
    _ work: (borrowing Folder<Failure>, borrowing Folder<Failure>) throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let root = try made()
    let lock = try await FileLock<Failure>.take(lock, .writing, patience: patience, creates: true)
    return try lock.whileHeld { () throws(Failure) in try alone(root, work) }
  }

  /// The same for a caller outside a task: blocks its thread.
  package func whileLockedBlocking<Value>(
    _ work: (borrowing Folder<Failure>, borrowing Folder<Failure>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let root = try made()
    let lock = try FileLock<Failure>.takeBlocking(lock, .writing, patience: patience, creates: true)
    return try lock.whileHeld { () throws(Failure) in try alone(root, work) }
  }

  private func made() throws(Failure) -> Folder<Failure> {
    try Folder<Failure>.makeParents(of: path)
    try Folder<Failure>.make(path)
    let root = try Folder<Failure>(path: path)
    try root.checkOwner()
    return root
  }

  private func alone<Value>(
    _ root: borrowing Folder<Failure>,
    _ work: (borrowing Folder<Failure>, borrowing Folder<Failure>) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let staging = try root.makeFolder(staging)
    // Left by writers that died: the lock is held, so nobody else is at work.
    for name in try staging.names() { try staging.removeAll(name) }
    return try work(root, staging)
  }
}
