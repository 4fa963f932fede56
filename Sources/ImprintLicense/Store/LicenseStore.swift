// SPDX-License-Identifier: Apache-2.0
internal import ImprintFiles

/// Stores licences persistently, as files in a folder that only its owner may enter:
///
///     <folder>/.key                32 random bytes, which seal the records
///     <folder>/.lock               empty; locked by the writer
///     <folder>/.staging/           files being written
///     <folder>/<profile>/record    the licence, a request in flight, and the last-seen time
///     <folder>/<profile>/record.damaged, record.damaged-2 …
///
/// A record is replaced by one atomic rename, so that at any moment, even after a power cut, either the old
/// or the new one is there, complete. Several processes and tasks may use one store. Files are read and
/// written on the calling task's thread; folders are created on the first write.
public struct LicenseStore: Sendable {
  /// The folder, as given; `nil` if the environment defines none.
  public let folder: String?
  private let patience: Duration

  static let key = ".key"
  static let damaged = "\(LicenseRecordFile.name).damaged"
  /// The maximum number of damaged records preserved; later ones replace the last.
  private static let keptRecords = 9

  /// - Parameter patience: how long a call waits for the lock, which others hold for some milliseconds each.
  public init(folder: String, patience: Duration = .seconds(10)) {
    self.folder = folder
    self.patience = patience
  }

  private init() {
    folder = StandardFolder.state.path(environment: StandardFolder.variable).map { "\($0)/imprint/licenses" }
    patience = .seconds(10)
  }

  /// The user's own: `imprint/licenses` below `$XDG_STATE_HOME`, or else `~/.local/state`. If neither is set,
  /// using the store fails with `noStandardPath`.
  public static var standard: LicenseStore { LicenseStore() }

  /// The record of a profile; empty if there is none. Takes no lock.
  /// - Parameter profile: validated as a name, so that it cannot escape the folder.
  package func record(of profile: String) throws(LicenseStoreError) -> LicenseRecord {
    guard let root = try kept().opened() else { return LicenseRecord() }
    return try read(profile, in: root)
  }

  /// The profiles with a record, by name. Takes no lock.
  package func profiles() throws(LicenseStoreError) -> [String] {
    guard let root = try kept().opened() else { return [] }
    return try root.names().filter { !$0.hasPrefix(".") }
  }

  /// Changes the record of a profile under the exclusive lock; `change` is run once.
  package func update<Value>(
    _ profile: String, _ change: (inout LicenseRecord) -> Value
  ) async throws(LicenseStoreError) -> Value {
    try await kept().whileLocked { (root, staging) throws(LicenseStoreError) in
      let old = try read(profile, in: root)
      var record = old
      let value = change(&record)
      guard record != old else { return value }
      let key = try makeKey(in: root, staging)
      let bytes = LicenseRecordFile.encode(record, profile: profile, key: key)
      try root.makeFolder(profile).write(bytes, to: LicenseRecordFile.name, staging: staging)
      return value
    }
  }

  /// Sets a damaged record aside, to make way for a new one.
  /// - Returns: its new path; `nil` if it is no longer damaged.
  package func setAside(_ profile: String) async throws(LicenseStoreError) -> String? {
    try await kept().whileLocked { (root, staging) throws(LicenseStoreError) in
      do throws(LicenseStoreError) {
        _ = try read(profile, in: root)
        return nil
      } catch {
        guard error.code == .damaged else { throw error }
      }
      if try readKey(in: root) == nil, try root.contains(Self.key) {
        try root.move(Self.key, to: root, as: "\(Self.key).damaged")
      }
      let home = try root.makeFolder(profile)
      guard try home.contains(LicenseRecordFile.name) else { return nil }
      let names = [Self.damaged] + (2...Self.keptRecords).map { "\(Self.damaged)-\($0)" }
      var name = names.last ?? Self.damaged
      for candidate in names where try !home.contains(candidate) {
        name = candidate
        break
      }
      try home.move(LicenseRecordFile.name, to: home, as: name)
      return "\(home.place)/\(name)"
    }
  }
}

extension LicenseStore {
  private typealias Place = Folder<LicenseStoreError>

  private func kept() throws(LicenseStoreError) -> KeptFolder<LicenseStoreError> {
    guard let folder else {
      throw LicenseStoreError(
        .noStandardPath, place: "licence store", reason: "neither XDG_STATE_HOME nor HOME is set.",
        remedy: "Name the store's folder.")
    }
    return KeptFolder(folder, patience: patience)
  }

  private func read(_ profile: String, in root: borrowing Place) throws(LicenseStoreError) -> LicenseRecord {
    guard let home = try root.folder(profile),
      let file = try home.read(LicenseRecordFile.name, limit: LicenseRecordFile.maximumBytes)
    else { return LicenseRecord() }
    let place = "\(home.place)/\(LicenseRecordFile.name)"
    guard let key = try readKey(in: root) else {
      throw .notAFile(place, reason: "the key of its seal is missing, or no key.")
    }
    return try LicenseRecordFile.decode(file.bytes, profile: profile, key: key, place: place)
  }

  /// - Returns: `nil` if there is none, or of another length.
  private func readKey(in root: borrowing Place) throws(LicenseStoreError) -> [UInt8]? {
    do throws(LicenseStoreError) {
      let bytes = try root.read(Self.key, limit: LicenseRecordFile.keyBytes)?.bytes
      return bytes?.count == LicenseRecordFile.keyBytes ? bytes : nil
    } catch {
      guard error.code == .damaged else { throw error }
      return nil
    }
  }

  private func makeKey(
    in root: borrowing Place, _ staging: borrowing Place
  ) throws(LicenseStoreError) -> [UInt8] {
    if let key = try readKey(in: root) { return key }
    let key = (0..<LicenseRecordFile.keyBytes).map { _ in UInt8.random(in: .min ... .max) }
    try root.write(key, to: Self.key, staging: staging)
    return key
  }
}
