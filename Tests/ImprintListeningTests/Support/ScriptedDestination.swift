// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintTransfer
import Synchronization

@testable import ImprintListening

/// A destination that answers what a test says, and remembers what it was offered.
final class ScriptedDestination: ListeningDestination {
  let place: String
  var identity: String { place }
  private let state: Mutex<(answers: [ListeningUploadAnswer], offered: [ListeningUploadFile])>
  private let whenOffered: @Sendable (ListeningUploadFile) async -> Void

  /// - Parameters:
  ///   - answers: one for each offer; then everything is taken.
  ///   - whenOffered: before it answers.
  init(
    _ answers: [ListeningUploadAnswer] = [], place: String = "scripted",
    whenOffered: @escaping @Sendable (ListeningUploadFile) async -> Void = { _ in }
  ) {
    self.place = place
    self.whenOffered = whenOffered
    state = Mutex((answers, []))
  }

  /// The names, in order.
  var offered: [String] { state.withLock { $0.offered.map(\.name) } }
  var files: [ListeningUploadFile] { state.withLock { $0.offered } }

  func take(_ file: ListeningUploadFile) async -> ListeningUploadAnswer {
    state.withLock { $0.offered.append(file) }
    await whenOffered(file)
    return state.withLock { $0.answers.isEmpty ? .taken : $0.answers.removeFirst() }
  }
}

extension ListeningUploadError {
  static func scripted(_ code: ListeningUploadErrorCode) -> ListeningUploadError {
    ListeningUploadError(code, place: "scripted", reason: "the test says so.", remedy: "None.")
  }
}

/// Delays that are over at once, or never, and what they would have been.
final class Delays: Sendable {
  private let state = Mutex<[Duration]>([])
  private let looks = Mutex<[Duration]>([])
  var all: [Duration] { state.withLock { $0 } }
  /// Those between looks at the folder.
  var rests: [Duration] { looks.withLock { $0 } }

  private let late = Mutex(false)
  /// Whether a destination's time is over as soon as it is asked.
  var isLate: Bool {
    get { late.withLock { $0 } }
    set { late.withLock { $0 = newValue } }
  }

  /// - Parameters:
  ///   - isLate: whether it is, or may be, ``isLate``.
  ///   - rests: whether the folder is looked at again only where that is asked for.
  func pace(isLate: Bool = false, rests: Bool = true) -> UploadPace {
    UploadPace(
      retry: .init(random: { 0.5 }, sleep: { [self] delay in state.withLock { $0.append(delay) } }),
      limit: { [self] _ in if !(isLate && self.isLate) { try await Self.never() } },
      rest: { [self] delay in
        looks.withLock { $0.append(delay) }
        if rests { try await Self.never() }
      })
  }

  /// Until it is cancelled.
  static func never() async throws {
    let (stream, hold) = AsyncStream<Void>.makeStream()
    defer { hold.finish() }
    for await _ in stream {}
    try Task.checkCancellation()
  }
}

/// Holds whoever comes until it is released, cancelled or not.
final class Hold: Sendable {
  private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state -> Bool in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }

  func release() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}

/// The name of an archive's file, of what a test calls it: `1-a.wav`, or `1.wav`.
func utterance(_ short: String) -> String {
  let parts = short.split(separator: ".", maxSplits: 1)
  let numbers = parts[0].split(separator: "-")
  return
    "utterance-20261121T00000\(numbers[0])Z-000000000000000\(numbers.dropFirst().first ?? "0").\(parts[1])"
}

/// What a test calls a file of an archive; others by their names.
func short(_ name: String) -> String {
  let parts = name.split(separator: ".", maxSplits: 1)
  guard name.hasPrefix("utterance-"), parts.count == 2, let number = parts[0].last,
    let second = parts[0].dropLast(18).last
  else { return name }
  return "\(second)\(number == "0" ? "" : "-\(number)").\(parts[1])"
}

/// Recordings of a folder of a test's own, and what is there.
struct Recordings {
  let folder: String

  /// - Parameter names: without ends; each gets sound and metadata.
  init(_ folder: String, _ names: String...) throws {
    self.folder = folder
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for name in names {
      try add("\(name).json", "{\"text\":\"\(name) said something\"}")
      try add("\(name).wav", "RIFF \(name)")
    }
  }

  func add(_ name: String, _ content: String) throws {
    try Data(content.utf8).write(to: URL(filePath: "\(folder)/\(utterance(name))"))
  }

  var archive: ListeningArchive { get throws { try ListeningArchive(folder: folder) } }

  /// Those that are not hidden, as tests call them: ``short(_:)``.
  static func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }
      .map(short).sorted()
  }

  /// The marks of files that are at a destination: their paths.
  var marks: [String] {
    get throws {
      let uploads = "\(folder)/.uploads"
      guard FileManager.default.fileExists(atPath: uploads) else { return [] }
      return try FileManager.default.subpathsOfDirectory(atPath: uploads)
        .filter { $0.contains("/utterance-") }.map { "\(uploads)/\($0)" }.sorted()
    }
  }
}
