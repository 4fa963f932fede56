// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense
internal import ImprintManifest
internal import ImprintRuntime
internal import ImprintTrust
internal import Logging

/// Group `isolation`: the same plugin in a worker of its own.
enum IsolationChecks {
  static let all: [ConformanceCheck] = [worksInWorker, sameAnswers]

  static let worksInWorker = ConformanceCheck(
    .isolation, "works-in-worker",
    "It opens in a worker's sandbox, and nothing that it does there ends the worker.",
    rules: ["R-27"], deadline: .seconds(90), isolations: [.inProcess]
  ) { subject, _ in
    let lines = try Transcript.of(subject, in: .process)
    let deaths = lines.filter { line in lostWords.contains { line.contains($0) } }
    try expect(deaths.isEmpty, "a call did not return: \(deaths.first ?? "")", place: "worker")
  }

  static let sameAnswers = ConformanceCheck(
    .isolation, "same-answers", "Its results in a worker are bit-identical to those in process.",
    rules: ["R-14"], deadline: .seconds(120), isolations: [.inProcess]
  ) { subject, _ in
    let (here, there) = (try Transcript.of(subject, in: .inProcess), try Transcript.of(subject, in: .process))
    subject.note("\(here.count) answers were compared")
    for (one, other) in zip(here, there) where one != other {
      throw CheckFailure("in process: \(one); in a worker: \(other).", place: "worker")
    }
    try expect(
      here.count == there.count, "it gave \(here.count) answers in process, but \(there.count) in a worker.")
  }

  /// The codes of calls whose worker has ended.
  private static let lostWords = [": worker-ended", ": worker-timeout", ": worker-refused"]
}

/// A plugin's answers to the same calls: a line each, with bytes as hashes.
struct Transcript {
  private(set) var lines: [String] = []

  /// Opens the plugin through the runtime and uses each of its abilities.
  static func of(_ subject: CheckSubject, in isolation: Isolation, cache: PluginCache? = nil) throws
    -> [String]
  {
    let (found, trust) = try subject.openable()
    let runtime = PluginRuntime(
      catalog: .discover(PluginSearchPath(roots: [])), trust: trust, entitlements: AllGranted(),
      logger: Logger(label: "imprint-check") { _ in SwiftLogNoOpLogHandler() }, hostName: "imprint-check",
      hostVersion: "1.0.0", isolation: PluginIsolation(isolation), cache: cache)
    let abilities = try CheckCatalog.ofAbilities.filter { found.manifest.provides($0.ability) }
      .map { try $0.transcript(subject, found) }
    let plugin = try runtime.openBlocking(found, readablePaths: abilities.flatMap(\.readable))
    return try Waiting.forResult {
      var transcript = Transcript()
      for ability in abilities { try await ability.take(&transcript, plugin) }
      return transcript.lines
    }
  }

  mutating func add(_ line: String) { lines.append(line) }

  mutating func note(_ call: String, _ answer: () async throws -> String) async {
    do {
      lines.append("\(call): \(try await answer())")
    } catch let error as PluginCallError {
      lines.append("\(call): \(error.code.rawValue)")
    } catch {
      lines.append("\(call): \(error)")
    }
  }

  /// Bytes, as their hash.
  static func hash(_ bytes: [UInt8]) -> String { ContentHash(of: bytes).hex }

  /// A template, as its hash.
  static func words(_ extraction: Extraction) -> String {
    "\(hash(extraction.payload.bytes)) with quality \(bits(extraction.quality))"
  }

  /// All values of a face, with numbers bit for bit.
  static func exact(_ face: Face) -> String {
    let points = face.landmarks.map { "\($0.x.bitPattern) \($0.y.bitPattern) \($0.z.bitPattern)" }
    let quality = face.quality.components.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.key.rawValue)=\($0.value.bitPattern)" }
    return "\(face.trackID) \(face.box) \(face.leftEye) \(face.rightEye) \(face.detection.bitPattern) "
      + "\(face.presence.bitPattern) \(face.pose) \(quality) \(points)"
  }

  /// A number, bit for bit.
  static func bits(_ value: Float?) -> String { value.map { "\($0.bitPattern)" } ?? "none" }
}

/// The calls to an ability, and what it may read for them.
struct AbilityTranscript: Sendable {
  /// Files and folders.
  let readable: [String]
  let take: @Sendable (inout Transcript, OpenPlugin) async throws -> Void

  init(
    readable: [String] = [], _ take: @escaping @Sendable (inout Transcript, OpenPlugin) async throws -> Void
  ) {
    self.readable = readable
    self.take = take
  }
}

/// Grants everything, as an unrestricted licence would.
private struct AllGranted: EntitlementProvider {
  func entitlement(for feature: LicenseFeature) -> Entitlement { .granted }
}
