// SPDX-License-Identifier: Apache-2.0
private import Glibc
internal import ImprintAudio
internal import ImprintFiles
internal import ImprintRuntime

/// What is kept of utterances: sound and metadata, as files of a folder that only its owner may enter, within
/// a budget of bytes. The oldest utterances are removed first, each with all that is kept of it.
///
///     <folder>/utterance-<time>-<number>.wav, .json      20261121T140312Z, 16 hexadecimal digits
///     <folder>/.utterances.lock, .utterances.staging/    of whoever writes
///
/// What has another name, or is no file, is somebody else's: it is neither counted nor removed.
public struct ListeningArchive: Sendable {
  /// What is kept in all where no other budget is given, in bytes.
  public static let standardBudget = 100_000_000
  public static let budgets = 100_000...1_000_000_000_000

  /// The name of the lock that whoever lists, keeps or removes utterances has.
  static let lock = ".utterances.lock"

  /// Absolute.
  public let folder: String
  /// In bytes.
  public let budget: Int
  private let kept: KeptFolder<ListeningError>
  private let now: @Sendable () -> Int64
  private let number: @Sendable () -> UInt64

  /// - Parameter folder: Absolute; made with its parents when something is kept.
  /// - Throws: ``ListeningError`` `bad-option` for a path that is not absolute, or a budget outside of
  ///   ``budgets``.
  public init(folder: String, budget: Int = standardBudget) throws(ListeningError) {
    try self.init(folder: folder, budget: budget) { Int64(time(nil)) }
  }

  /// - Parameters:
  ///   - patience: how long another writer is waited for, also before the result of an utterance is told.
  ///   - number: of an utterance, so that two of one second differ.
  ///   - now: seconds since 1970, which files are named by.
  init(
    folder: String, budget: Int, patience: Duration = .seconds(1),
    number: @escaping @Sendable () -> UInt64 = { .random(in: .min ... .max) },
    now: @escaping @Sendable () -> Int64
  ) throws(ListeningError) {
    guard folder.hasPrefix("/"), !folder.utf8.contains(0) else {
      throw ListeningError(
        .badOption, place: VisibleText.line(folder, upTo: 200), reason: "it is no absolute path.",
        remedy: "Give the folder from the root on.")
    }
    guard Self.budgets.contains(budget) else {
      throw ListeningError(
        .badOption, place: "budget", reason: "\(budget) bytes are outside of its range.",
        remedy: "Give \(Self.budgets.lowerBound) to \(Self.budgets.upperBound).")
    }
    (self.folder, self.budget, self.now, self.number) = (folder, budget, now, number)
    kept = KeptFolder(
      folder, lock: Self.lock, staging: ".utterances.staging", patience: patience)
  }

  /// One application's of the user: `imprint/utterances/<application>` below `$XDG_DATA_HOME`, or else
  /// `~/.local/share`. Each has its own, as it has its own budget.
  /// - Parameter application: a name without a slash; `nil`: the name of the program's file.
  /// - Returns: `nil` where neither is set, or the program's file is not known.
  /// - Throws: ``ListeningError`` `bad-option` for a name that is none of a folder, or a budget outside of
  ///   ``budgets``.
  public static func standard(
    application: String? = nil, budget: Int = standardBudget
  ) throws(ListeningError) -> ListeningArchive? {
    try standard(
      application: application, budget: budget, program: RunningProgram.path,
      environment: StandardFolder.variable)
  }

  /// - Parameters:
  ///   - program: the program's file.
  ///   - environment: the value of a variable.
  static func standard(
    application: String?, budget: Int = standardBudget, program: String?, environment: (String) -> String?
  ) throws(ListeningError) -> ListeningArchive? {
    guard let name = application ?? program.map({ FilePath.parts(of: $0).name }) else { return nil }
    guard !["", ".", ".."].contains(name),
      !name.utf8.contains(where: { [0, UInt8(ascii: "/")].contains($0) }),
      name.utf8.count <= 255
    else {
      throw ListeningError(
        .badOption, place: VisibleText.line(name, upTo: 200), reason: "it is no name of a folder.",
        remedy: "Give a name of 1 to 255 bytes, without a slash.")
    }
    guard let data = StandardFolder.data.path(environment: environment) else { return nil }
    return try ListeningArchive(folder: "\(data)/imprint/utterances/\(name)", budget: budget)
  }

  /// Keeps an utterance: all of it, or nothing. On a thread of its own.
  /// - Parameters:
  ///   - sound: one channel, full scale being -1 to 1; `nil`: none.
  ///   - metadata: `nil`: none.
  /// - Throws: ``ListeningError`` `not-kept`: larger than the budget by itself, disk full, others may enter
  ///   the folder, recordings are taken there by an uploader, or another writer holds it for more than a
  ///   second.
  func keep(
    sound: [Float]?, rate: Int, metadata: ListeningMetadata?
  ) async throws(ListeningError) -> ListeningRecording {
    let name = UtteranceName(seconds: now(), number: number())
    let soundName = sound == nil ? nil : name.file(.sound)
    try await PluginWork.run { () throws(ListeningError) in
      var files: [(name: String, bytes: [UInt8])] = []
      if let sound, let soundName { files.append((soundName, try Self.wave(sound, rate))) }
      if let metadata {
        let text = metadata.json(sound: soundName, time: name.time).text + "\n"
        files.append((name.file(.metadata), Array(text.utf8)))
      }
      try write(files)
    }
    return ListeningRecording(
      sound: soundName.map { "\(folder)/\($0)" },
      metadata: metadata == nil ? nil : "\(folder)/\(name.file(.metadata))")
  }

  private func write(_ files: [(name: String, bytes: [UInt8])]) throws(ListeningError) {
    let needed = files.reduce(0) { $0 + $1.bytes.count }
    guard needed <= budget else {
      throw ListeningError(
        .notKept, place: folder,
        reason: "an utterance has \(needed) bytes, and \(budget) are kept in all.",
        remedy: "Give a larger budget, or listen for shorter utterances.")
    }
    // Before its lock is made, by which a directory is known as an archive.
    if let root = try kept.opened(), try root.contains(FoundDirectory.marker) {
      throw ListeningError(
        .notKept, place: folder,
        reason: "recordings are taken there by an uploader: \(FoundDirectory.marker) is in it.",
        remedy: "Keep them in another folder: the budget would remove what was taken.")
    }
    try kept.whileLockedBlocking { (root, staging) throws(ListeningError) in
      try Self.makeRoom(for: needed, within: budget, root)
      do throws(ListeningError) {
        for file in files { try root.write(file.bytes, to: file.name, staging: staging) }
      } catch {
        // The one that failed too: it may be there, and not certain to stay.
        for file in files { _ = try? root.removeFile(file.name) }
        throw error
      }
    }
  }

  /// Removes utterances, the oldest first, until so many bytes more are within the budget.
  private static func makeRoom(
    for needed: Int, within budget: Int, _ root: borrowing Folder<ListeningError>
  ) throws(ListeningError) {
    var utterances: [String: (bytes: Int, files: [String])] = [:]
    for name in try root.names() {
      guard let stem = UtteranceName.stem(of: name), let bytes = size(of: name, root) else { continue }
      utterances[stem, default: (0, [])].bytes += bytes
      utterances[stem, default: (0, [])].files.append(name)
    }
    var total = utterances.values.reduce(needed) { $0 + $1.bytes }
    // By name, which begins with the time.
    for (_, (bytes, files)) in utterances.sorted(by: { $0.key < $1.key }) {
      guard total > budget else { return }
      // The sound first, whose name is the later one: it says more.
      for name in files.sorted(by: >) { _ = try root.removeFile(name) }
      total -= bytes
    }
  }

  /// - Returns: `nil` where it is no file, or cannot be looked at: that is no reason to keep nothing more.
  private static func size(of name: String, _ root: borrowing Folder<ListeningError>) -> Int? {
    do { return try root.file(name)?.size } catch { return nil }
  }

  private static func wave(_ sound: [Float], _ rate: Int) throws(ListeningError) -> [UInt8] {
    let samples = AudioSamples.s16(
      sound.map { $0.isFinite ? Int16(clamping: Int((max(-1, min(1, $0)) * 32768).rounded())) : 0 })
    guard let clip = AudioClip(rate: rate, channels: 1, samples: samples) else {
      throw ListeningError(
        .notKept, place: "utterance", reason: "its rate is \(rate).", remedy: "Listen at another rate.")
    }
    do throws(AudioError) { return try AudioEncoder.encode(clip, as: .wav, place: "utterance") } catch {
      throw ListeningError(.notKept, error)
    }
  }
}
