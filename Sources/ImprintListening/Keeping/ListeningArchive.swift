// SPDX-License-Identifier: Apache-2.0
private import Glibc
internal import ImprintAudio
internal import ImprintFiles

/// What is kept of utterances: sound and metadata, as files of a folder that only its owner may enter, within
/// a budget of bytes. The oldest are removed first.
///
///     <folder>/utterance-<time>-<number>.wav, .json
///
/// Files of other names are nobody's of it: they are neither counted nor removed.
public struct ListeningArchive: Sendable {
  /// What is kept in all where no other budget is given, in bytes.
  public static let standardBudget = 100_000_000
  public static let budgets = 100_000...1_000_000_000_000

  /// Absolute.
  public let folder: String
  /// In bytes.
  public let budget: Int
  private let kept: KeptFolder<ListeningError>
  private let now: @Sendable () -> Int64

  /// - Parameter folder: Absolute; made with its parents when something is kept.
  /// - Throws: ``ListeningError`` `bad-option` for a path that is not absolute, or a budget outside of
  ///   ``budgets``.
  public init(folder: String, budget: Int = standardBudget) throws(ListeningError) {
    try self.init(folder: folder, budget: budget) { Int64(time(nil)) }
  }

  /// - Parameter now: seconds since 1970, which files are named by.
  init(folder: String, budget: Int, now: @escaping @Sendable () -> Int64) throws(ListeningError) {
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
    (self.folder, self.budget, self.now) = (folder, budget, now)
    kept = KeptFolder(folder, patience: .seconds(10))
  }

  /// The user's own: `imprint/utterances` below `$XDG_DATA_HOME`, or else `~/.local/share`.
  /// - Returns: `nil` where neither is set.
  public static func standard(budget: Int = standardBudget) throws(ListeningError) -> ListeningArchive? {
    guard let data = StandardFolder.data.path(environment: StandardFolder.variable) else { return nil }
    return try ListeningArchive(folder: data + "/imprint/utterances", budget: budget)
  }

  /// Keeps an utterance.
  /// - Parameters:
  ///   - sound: one channel, full scale being -1 to 1; `nil`: none.
  ///   - metadata: `nil`: none.
  /// - Throws: ``ListeningError`` `not-kept`: larger than the budget by itself, disk full, others may enter
  ///   the folder.
  func keep(
    sound: [Float]?, rate: Int, metadata: ListeningMetadata?
  ) async throws(ListeningError) -> ListeningRecording {
    let time = Self.text(now())
    let number = String(UInt64.random(in: .min ... .max), radix: 16)
    let stem = "\(Self.prefix)\(time)-\(String(repeating: "0", count: 16 - number.count))\(number)"
    var files: [(name: String, bytes: [UInt8])] = []
    let soundName = sound == nil ? nil : stem + ".wav"
    if let sound, let soundName { files.append((soundName, try Self.wave(sound, rate))) }
    if let metadata {
      files.append((stem + ".json", Array((metadata.json(sound: soundName, time: time).text + "\n").utf8)))
    }
    let needed = files.reduce(0) { $0 + $1.bytes.count }
    guard needed <= budget else {
      throw ListeningError(
        .notKept, place: folder,
        reason: "an utterance has \(needed) bytes, and \(budget) are kept in all.",
        remedy: "Give a larger budget, or listen for shorter utterances.")
    }
    let prepared = files
    try await kept.whileLocked { (root, staging) throws(ListeningError) in
      try Self.makeRoom(for: needed, within: budget, root)
      for file in prepared { try root.write(file.bytes, to: file.name, staging: staging) }
    }
    return ListeningRecording(
      sound: soundName.map { "\(folder)/\($0)" },
      metadata: metadata == nil ? nil : "\(folder)/\(stem).json")
  }

  private static let prefix = "utterance-"

  /// Removes utterances, the oldest first, until so many bytes more are within the budget.
  private static func makeRoom(
    for needed: Int, within budget: Int, _ root: borrowing Folder<ListeningError>
  ) throws(ListeningError) {
    var sizes: [(name: String, bytes: Int)] = []
    // By name, which begins with the time.
    for name in try root.names() where name.hasPrefix(prefix) {
      if let file = try root.file(name) { sizes.append((name, file.size)) }
    }
    var total = sizes.reduce(needed) { $0 + $1.bytes }
    for (name, bytes) in sizes {
      guard total > budget else { return }
      _ = try root.removeFile(name)
      total -= bytes
    }
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

  /// `20261121T140312Z`; sorts as time does.
  private static func text(_ seconds: Int64) -> String {
    var broken = tm()
    var time = time_t(seconds)
    guard gmtime_r(&time, &broken) != nil else { return "\(seconds)" }
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(Int(broken.tm_year) + 1900)\(two(broken.tm_mon + 1))\(two(broken.tm_mday))"
      + "T\(two(broken.tm_hour))\(two(broken.tm_min))\(two(broken.tm_sec))Z"
  }
}
