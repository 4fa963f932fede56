// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import ImprintManifest
internal import ImprintSettings
internal import ImprintRuntime
internal import ImprintTrust
internal import Synchronization

/// Makes the checks of a catalogue on one plugin, each in a process of its own.
public struct CheckRunner: Sendable {
  private let program: CheckProgram
  private let settings: CheckSettings

  public init(program: CheckProgram, settings: CheckSettings) {
    self.program = program
    self.settings = settings
  }

  /// Makes the checks that the settings choose. No code of the plugin runs in this process.
  /// - Parameter told: Called with each result as it arrives, from any thread, serialized.
  /// - Throws: ``CheckRunError``; `CancellationError` where the task is cancelled, and all processes are
  ///   ended.
  public func run(_ place: PluginPlace, told: @escaping @Sendable (CheckResult) -> Void = { _ in })
    async throws
    -> CheckReport
  {
    let checks = try chosen()
    let start = ContinuousClock.now
    let found = try? place.found()
    let library = found.flatMap { try? CheckFiles.read($0.libraryPath) }.map { ContentHash(of: $0) }
    let contents = try? ReadPlugin.read(place.folder).contents.sha256
    let queue = CheckQueue(
      checks.map { CheckJob($0, settings, manifest: found?.manifest) })
    // Two checks with the same card or camera would disturb each other.
    let sharesDevices = settings.device != nil || !(found?.manifest.devices.isEmpty ?? true)
    let threads = sharesDevices ? 1 : max(1, settings.jobs)
    let results = try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { (done: UnsafeContinuation<[CheckResult], any Error>) in
        queue.work(threads: threads, done: { done.resume(with: $0) }) { job in
          let result = try self.result(of: job, at: place, isCancelled: { queue.isCancelled })
          told(result)
          return result
        }
      }
    } onCancel: {
      queue.cancel()
    }
    return CheckReport(
      plugin: found?.manifest.id, version: found?.manifest.version, folder: place.folder,
      librarySHA256: library,
      contentsSHA256: contents,
      isolation: settings.isolation, seed: settings.seed, results: results,
      waiverProblems: WaiverProblems.of(settings.waivers, results: results),
      duration: ContinuousClock.now - start, isExamination: settings.isExamination)
  }

  /// Makes one check again, without a deadline.
  /// - Parameter heard: Receives its output line by line. It may be the plugin's, so it is passed as visible
  ///   text.
  public func reproduce(
    _ seed: CheckSeed, at place: PluginPlace, heard: @escaping (String) -> Void
  ) throws -> CheckResult {
    guard let check = CheckCatalog.check(seed.check) else { throw Self.unknown(seed.check) }
    return try process(
      check, place, seed: seed.seed, settings.isolation, heard: heard, isCancelled: { false })
  }

  private func chosen() throws(CheckRunError) -> [ConformanceCheck] {
    guard let only = settings.only else { return CheckCatalog.all }
    for id in only.sorted() where CheckCatalog.check(id) == nil { throw Self.unknown(id) }
    return CheckCatalog.all.filter { only.contains($0.id) }
  }

  private static func unknown(_ id: String) -> CheckRunError {
    let nearest = NearestWord.to(id, among: CheckCatalog.all.map(\.id)).map { "Did you mean '\($0)'?" }
    return CheckRunError(
      .unknownCheck, place: id, reason: "no check has this id.",
      remedy: nearest ?? "`sdkctl plugin check --list` shows all.")
  }

  private func result(
    of job: CheckJob, at place: PluginPlace, isCancelled: () -> Bool
  ) throws -> CheckResult {
    if let reason = job.exclusion {
      return CheckResult(
        check: job.check.id, outcome: .inapplicable(reason: reason), isolation: job.isolation)
    }
    let result = try process(
      job.check, place, seed: settings.seed, job.isolation, isCancelled: isCancelled)
    return CheckResult(
      check: result.check, outcome: result.outcome, duration: result.duration, output: result.output,
      waiver: job.waiver, isolation: job.isolation)
  }

  private func process(
    _ check: ConformanceCheck, _ place: PluginPlace, seed: UInt64, _ isolation: Isolation,
    heard: ((String) -> Void)? = nil, isCancelled: () -> Bool
  ) throws -> CheckResult {
    let scratch = try CheckFiles.makeTemporaryFolder()
    defer { CheckFiles.remove(scratch) }
    var random = SystemRandomNumberGenerator()
    let token = (0..<4).map { _ in String(random.next(), radix: 16) }.joined()
    var arguments = [
      "run", "--check", check.id, "--seed", "\(seed)", "--folder", place.folder, "--root", place.root,
      "--scratch", scratch, "--isolation", isolation.rawValue, "--walls",
      settings.isExamination ? "required" : "where-there-are",
    ]
    if let device = settings.device { arguments += ["--device", device] }
    let deadline = check.deadline * settings.deadlineFactor
    let start = ContinuousClock.now
    let end = try CheckedProcess(
      program: program.path, arguments: arguments, greeting: Array(token.utf8),
      deadline: heard == nil ? deadline : nil, heard: heard
    ).run(isCancelled: isCancelled)
    if end.kind == .cancelled { throw CancellationError() }
    return CheckResult(
      check: check.id, outcome: CheckOutcome(of: end, token: token, check: check.id, deadline: deadline),
      duration: ContinuousClock.now - start, output: end.output)
  }
}

extension CheckOutcome {
  /// Evaluates how a check's process ended and what it answered, none of which is trusted.
  init(of end: CheckedProcess.End, token: String, check: String, deadline: Duration) {
    // Invalid messages first: a normal exit does not make them an answer.
    switch end.kind {
    case .escaped: self = .escaped
    case .timedOut: self = .timedOut(after: deadline)
    case .signal(let number): self = .crashed(signal: number)
    case .exited(let code) where code != 0: self = .exited(code: code)
    case .exited, .cancelled: self = Self.answer(end.messages, token: token, check: check)
    }
  }

  private static func answer(_ messages: [[UInt8]], token: String, check: String) -> CheckOutcome {
    guard let first = messages.first else { return .unanswered }
    guard messages.count == 1, let answer = CheckAnswer(first), answer.token == token, answer.check == check
    else {
      return .garbled(
        reason: "something other than the check wrote to its channel, so the result is discarded.")
    }
    return answer.outcome
  }
}
