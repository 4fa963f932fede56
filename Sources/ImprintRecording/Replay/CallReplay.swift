// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// Repeats the calls of a recording sequentially, in their order, and compares the replies.
///
/// The plugin is already open: it was validated, trusted and licensed like any other, and the recorded
/// opening is not repeated. Explanations are not compared: no rule makes them stable.
struct CallReplay {
  private let carrier: any CallCarrier
  private let generation: UInt64
  private let plugin: UInt64
  private let isRedacted: Bool
  private(set) var report = ReplayReport()
  /// Calls that were repeated, and whose recorded reply has not been read yet.
  private var waiting: [UInt64: Answer] = [:]
  private var objects: [RecordedObject: ReplayedObject] = [:]
  private var synthetic = SyntheticContent()

  /// The most calls in flight in any recording: one per thread.
  private static let mostWaiting = 4096

  private struct RecordedObject: Hashable {
    let generation: UInt64
    let number: UInt64
  }

  private struct ReplayedObject {
    let number: UInt64
    let destroy: CallFunction
  }

  private struct Answer {
    let request: RecordedRequest
    /// `nil` for a call that was not repeated.
    let status: imp_status?
    let body: [UInt8]
  }

  /// - Parameter plugin: the opened plugin, as numbered by the carrier's other side.
  init(_ carrier: any CallCarrier, generation: UInt64, plugin: UInt64, isRedacted: Bool) {
    self.carrier = carrier
    self.generation = generation
    self.plugin = plugin
    self.isRedacted = isRedacted
  }

  /// Repeats all calls, until the recording or the plugin's process ends.
  /// - Parameter before: called before each call.
  /// - Throws: ``RecordingError`` if the recording becomes unreadable; objects are released nevertheless.
  mutating func run(
    _ reader: inout RecordingReader, before: (RecordedRequest) -> Void
  ) throws(RecordingError) -> ReplayReport {
    defer { releaseObjects() }
    while let record = try reader.next() {
      switch record {
      case .request(let request):
        guard waiting.count < Self.mostWaiting, waiting[request.number] == nil else {
          throw RecordingError(
            .damaged, place: "call \(request.number)",
            reason: "it is there twice, or more calls are under way than \(Self.mostWaiting).",
            remedy: "Get the file again from where it was recorded.")
        }
        waiting[request.number] = make(request, before)
      case .reply(let reply):
        // A reply without a request is ignored.
        guard let answer = waiting.removeValue(forKey: reply.number) else { continue }
        judge(answer, reply)
      }
      if report.death != nil { return try finishReading(&reader) }
    }
    report.ending = reader.ending ?? .cut
    // Calls that never returned: the recorded process died in the last of them.
    if report.ending == .cut { report.recordedDeath = report.recordedDeath ?? waiting.keys.max() }
    return report
  }

  /// After a death no calls are made; reading continues to see whether it was recorded too.
  private mutating func finishReading(_ reader: inout RecordingReader) throws(RecordingError) -> ReplayReport
  {
    var open = Set(waiting.keys)
    while let record = try reader.next() {
      guard case .reply(let reply) = record, open.remove(reply.number) != nil else { continue }
      guard let answer = waiting[reply.number] else { continue }
      switch reply.outcome {
      case .failed: report.recordedDeath = report.recordedDeath ?? reply.number
      case .answered where reply.number == report.death:
        differ(answer.request, .died(String(decoding: answer.body, as: UTF8.self)))
      case .answered, .stale: break
      }
    }
    report.ending = reader.ending ?? .cut
    if report.ending == .cut, let death = report.death, open.contains(death) {
      report.recordedDeath = report.recordedDeath ?? death
    }
    return report
  }

  private mutating func make(_ request: RecordedRequest, _ before: (RecordedRequest) -> Void) -> Answer {
    let skipped = Answer(request: request, status: nil, body: [])
    guard let function = request.function, function.traits.replay == .repeated,
      let object = object(of: request, function)
    else {
      if request.function?.traits.replay != .opening { report.skipped += 1 }
      return skipped
    }
    before(request)
    report.replayed += 1
    let body = request.body.filled(synthetic.content)
    var answered: (status: imp_status, body: [UInt8]) = (IMP_E_INTERNAL, [])
    let call = CallRequest(
      function: function, object: object, generation: generation, bytes: body.count,
      replyBytes: request.replyBytes, patience: request.patience)
    let delivery = carrier.carry(call) {
      $0.copyBytes(from: body)
    } read: { status, reply in
      answered = (status, Array(reply))
      return status
    }
    switch delivery {
    case .answered: return Answer(request: request, status: answered.status, body: answered.body)
    case .failed(let status, let words):
      report.death = request.number
      return Answer(request: request, status: status, body: Array(words.utf8))
    case .stale:
      report.death = request.number
      return Answer(request: request, status: IMP_E_INTERNAL, body: Array("its process has ended.".utf8))
    }
  }

  private func object(of request: RecordedRequest, _ function: CallFunction) -> UInt64? {
    if function == .pluginDescribe { return request.object == 0 ? 0 : nil }
    return objects[RecordedObject(generation: request.generation, number: request.object)]?.number
  }

  private mutating func judge(_ answer: Answer, _ reply: RecordedReply) {
    let request = answer.request
    guard let function = request.function else { return }
    let recorded = ReplyBody(function, reply)
    if function == .pluginOpen {
      keep(recorded.object, of: request, as: plugin, destroy: nil)
      return
    }
    guard let status = answer.status else { return }
    guard reply.outcome == .answered else {
      if reply.outcome == .failed { report.recordedDeath = report.recordedDeath ?? request.number }
      return
    }
    guard report.death != request.number else {
      return differ(request, .died(String(decoding: answer.body, as: UTF8.self)))
    }
    if isRedacted { synthetic.learn(reply.body, answer.body) }
    let replayed = ReplyBody(function, answer.body)
    if let made = replayed.object {
      keep(recorded.object, of: request, as: made, destroy: function.traits.makes)
    }
    if status != reply.status { return differ(request, .status(reply.status, status)) }
    guard !isRedacted, function.traits.makes == nil, let difference = recorded.difference(from: replayed)
    else {
      return
    }
    differ(request, difference)
  }

  private mutating func keep(
    _ recorded: UInt64?, of request: RecordedRequest, as replayed: UInt64, destroy: CallFunction?
  ) {
    guard let recorded, recorded != 0 else { return }
    objects[RecordedObject(generation: request.generation, number: recorded)] =
      ReplayedObject(number: replayed, destroy: destroy ?? .pluginClose)
  }

  private mutating func differ(_ request: RecordedRequest, _ what: ReplayReport.Difference.What) {
    report.differing += 1
    guard report.first == nil else { return }
    report.first = ReplayReport.Difference(call: request.number, function: request.name, what: what)
  }

  /// Objects left over by a truncated recording. The owner closes the opened plugin.
  private func releaseObjects() {
    guard report.death == nil else { return }
    for object in objects.values where object.destroy != .pluginClose {
      // One that the recording has destroyed is unknown there, which is fine.
      _ = carrier.carry(
        CallRequest(
          function: object.destroy, object: object.number, generation: generation, bytes: 0, replyBytes: 4096)
      ) { _ in
      } read: { status, _ in
        status
      }
    }
  }
}

/// A reply's results, and their location.
private struct ReplyBody {
  let object: UInt64?
  private let results: ArraySlice<UInt8>

  init(_ function: CallFunction, _ body: [UInt8]) {
    let facts = body.withUnsafeBytes { ReplyFacts(of: function, body: $0) }
    object = facts?.object
    results = facts.map { body[$0.results] } ?? []
  }

  init(_ function: CallFunction, _ reply: RecordedReply) {
    let isAnswer = reply.outcome == .answered
    self.init(function, isAnswer ? reply.body.filled { [UInt8](repeating: 0, count: $0.range.count) } : [])
  }

  func difference(from replayed: ReplyBody) -> ReplayReport.Difference.What? {
    guard results.count == replayed.results.count else {
      return .length(results.count, replayed.results.count)
    }
    guard let offset = zip(results, replayed.results).enumerated().first(where: { $1.0 != $1.1 })?.offset
    else { return nil }
    return .results(
      offset: offset, recorded: Array(results.dropFirst(offset).prefix(16)),
      replayed: Array(replayed.results.dropFirst(offset).prefix(16)))
  }
}
