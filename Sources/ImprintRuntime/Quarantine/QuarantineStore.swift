// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintFiles

/// Records which plugin builds crashed their host processes, and which are quarantined, as files in a folder
/// that only its owner may access:
///
///     <folder>/<SHA-256 of the build>.json       one build's deaths
///     <folder>/.lock, .staging/                  of the writer
///
/// A build is identified by the hash of its contents, ``PluginBuild/contents``: a corrected one is free at
/// once, whether the library or a model was at fault; a copy in another folder is not. Plugins that share a
/// library are counted separately. A record that cannot be read counts as a quarantine. A folder that cannot
/// be read has none: nothing can have been recorded there, and its fault is logged, and reported by `sdkctl
/// doctor`.
///
/// Any thread and process; files are read and written on the calling thread.
public struct QuarantineStore: Sendable {
  /// The folder; `nil` where the environment names none.
  public let folder: String?
  public let policy: QuarantinePolicy
  private let clock: @Sendable () -> Int64
  private let patience: Duration

  /// The most builds that are stored. Beyond it, the one with the oldest last death is dropped, first among
  /// those that are not quarantined.
  public static let mostRecords = 256
  static let times: ClosedRange<Int64> = 0...(1 << 40)

  /// - Parameters:
  ///   - folder: created with its parents when something is first recorded.
  ///   - clock: seconds since 1970 UTC.
  ///   - patience: how long a call waits for others, each of which takes some milliseconds.
  public init(
    folder: String, policy: QuarantinePolicy = .standard,
    clock: @escaping @Sendable () -> Int64 = Self.systemClock, patience: Duration = .seconds(2)
  ) {
    self.init(place: folder, policy, clock, patience)
  }

  private init(
    place: String?, _ policy: QuarantinePolicy, _ clock: @escaping @Sendable () -> Int64, _ patience: Duration
  ) {
    folder = place
    self.policy = policy
    self.clock = clock
    self.patience = patience
  }

  /// The user's: `imprint/quarantine` below `$XDG_STATE_HOME`, or else `~/.local/state`. Where neither is
  /// set, and in an elevated process, nothing is recorded.
  public static var standard: QuarantineStore {
    let state = StandardFolder.state.path(environment: StandardFolder.variable)
    return QuarantineStore(
      place: state.map { "\($0)/imprint/quarantine" }, .standard, systemClock, .seconds(2))
  }

  /// The machine's clock, in seconds since 1970 UTC.
  public static let systemClock: @Sendable () -> Int64 = {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec)
  }

  /// The record of a build; `nil` where there is none. Takes no lock.
  public func record(of build: ContentHash) throws(QuarantineError) -> QuarantineRecord? {
    guard let root = try kept?.opened() else { return nil }
    return try read(build, in: root)
  }

  /// All records. O(records).
  public func listing() throws(QuarantineError) -> QuarantineListing {
    guard let root = try kept?.opened() else { return QuarantineListing() }
    return try listing(root)
  }

  /// Records a death.
  /// - Returns: the build's updated record.
  @discardableResult
  public func add(_ death: PluginDeath) throws(QuarantineError) -> QuarantineRecord {
    try whileLocked { (root, staging) throws(QuarantineError) in
      let name = QuarantineRecordFile.name(of: death.build.contents)
      var record = try read(death.build.contents, in: root) ?? QuarantineRecord(death.build)
      if try !root.contains(name) { try makeRoom(in: root) }
      let now = min(max(clock(), Self.times.lowerBound), Self.times.upperBound)
      record.add(death, at: now, imprint: BuildInformation.version.description, by: policy)
      try root.write(QuarantineRecordFile.encode(record), to: name, staging: staging)
      return record
    }
  }

  /// Clears the records of builds: they may be opened again.
  /// - Returns: The number of records cleared.
  @discardableResult
  public func clear(_ builds: [ContentHash]) throws(QuarantineError) -> Int {
    guard let folder, try Place.isThere(folder) else { return 0 }
    return try whileLocked { (root, _) throws(QuarantineError) in
      var count = 0
      for build in builds {
        let name = QuarantineRecordFile.name(of: build)
        guard try root.contains(name) else { continue }
        // Whatever it is: a folder or a link in its place is what made it damaged.
        try root.removeAll(name)
        count += 1
      }
      return count
    }
  }
}

extension QuarantineStore {
  private typealias Place = Folder<QuarantineError>

  private var kept: KeptFolder<QuarantineError>? { folder.map { KeptFolder($0, patience: patience) } }

  private func whileLocked<Value>(
    _ work: (borrowing Place, borrowing Place) throws(QuarantineError) -> Value
  ) throws(QuarantineError) -> Value {
    guard let kept else {
      throw QuarantineError(
        .noStandardPath, place: "quarantine",
        reason: "neither XDG_STATE_HOME nor HOME is set, or the process is elevated.",
        remedy: "Set one of them, or name the quarantine's folder.")
    }
    return try kept.whileLockedBlocking(work)
  }

  private func read(
    _ build: ContentHash, in root: borrowing Place
  ) throws(QuarantineError) -> QuarantineRecord? {
    let name = QuarantineRecordFile.name(of: build)
    let place = "\(root.place)/\(name)"
    let bytes: [UInt8]
    do throws(QuarantineError) {
      guard let file = try root.read(name, limit: QuarantineRecordFile.maximumBytes) else { return nil }
      bytes = file.bytes
    } catch {
      // It exists, and may state that the build is quarantined.
      throw .notAFile(place, reason: error.reason)
    }
    return try QuarantineRecordFile.decode(bytes, build: build, place: place)
  }

  private func listing(_ root: borrowing Place) throws(QuarantineError) -> QuarantineListing {
    var listing = QuarantineListing()
    // Twice the limit: whoever filled the folder must not exhaust memory.
    let builds = try root.names().lazy.compactMap(QuarantineRecordFile.build(of:))
    for build in builds.prefix(2 * Self.mostRecords) {
      do throws(QuarantineError) {
        if let record = try read(build, in: root) { listing.records.append(record) }
      } catch {
        listing.damaged.append(QuarantineListing.Damaged(build: build, error: error))
      }
    }
    listing.records.sort { $0.strikes.last?.time ?? 0 > $1.strikes.last?.time ?? 0 }
    return listing
  }

  private func makeRoom(in root: borrowing Place) throws(QuarantineError) {
    let known = try root.names().count { QuarantineRecordFile.build(of: $0) != nil }
    guard known >= Self.mostRecords else { return }
    let records = try listing(root).records
    let oldest = records.last { $0.quarantined == nil } ?? records.last
    if let oldest { _ = try root.removeFile(QuarantineRecordFile.name(of: oldest.build.contents)) }
  }
}
