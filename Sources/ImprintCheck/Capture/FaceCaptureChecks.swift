// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
internal import ImprintRuntime

/// Checks of plugins with `imprint.face-capture/2`.
enum FaceCaptureChecks: AbilityCheckGroup {
  static let ability = AbilityID.faceCapture
  static let group = CheckGroup("capture", "Capture sessions: steps to events.")

  static let all: [ConformanceCheck] = [
    options, targets, sizeFields, refusesFrames, sameSteps, finishes, finishedIsLast, endsWithSource, stops,
    timesOut, modesEnd, verdicts, helps, guides, eventsInRange, progressRises, resultsAreKept, keepsImages,
    earlierTime, unasked, failedStep,
  ]

  static let start: UInt64 = 1_000_000_000
  static let period: UInt64 = 40_000_000

  /// Sessions for every check of events: a good one, one that ends early, one that times out, one of each
  /// liveness mode that the plugin has, and random ones.
  static func sessions(_ plugin: ProbePlugin, _ random: inout CheckRandom) throws -> [[CaptureProbe.Step]] {
    var sessions = [try CaptureProbe(plugin).session(), try CaptureProbe(plugin).session(frames: 8)]
    let short = CaptureProbe.options(images: 8, quality: 0, timeout: 1_000_000_000, steady: 0)
    sessions.append(try CaptureProbe(plugin, short).session())
    sessions += try LivenessCase.all(plugin, helps: []).map { try $0.turning(plugin) }
    for _ in 0..<8 {
      let options = CaptureProbe.options(
        images: UInt32.random(in: 0...8, using: &random), quality: Float.random(in: 0...90, using: &random),
        timeout: UInt64.random(in: 1_000_000_000...4_000_000_000, using: &random),
        steady: UInt64.random(in: 0...500_000_000, using: &random))
      sessions.append(try chance(CaptureProbe(plugin, options), &random))
    }
    return sessions
  }

  private static func chance(
    _ probe: CaptureProbe, _ random: inout CheckRandom
  ) throws -> [CaptureProbe.Step] {
    var steps: [CaptureProbe.Step] = []
    var now = start
    for _ in 0..<120 {
      let quality = Float.random(in: 0...100, using: &random)
      let input: CaptureProbe.Input =
        switch UInt8.random(in: 0..<8, using: &random) {
        case 0: .tick(now)
        case 1: .nobody(now)
        default: .frame(now, quality: quality)
        }
      steps.append(try probe.taken(input))
      if steps.last?.isFinished == true { return steps }
      now += UInt64.random(in: 0...90_000_000, using: &random)
    }
    steps.append(try probe.taken(.end(now)))
    return steps
  }

  static func work(_ plugin: ProbePlugin, _ subject: CheckSubject) -> [AbilityWork] { [work(plugin)] }

  private static func work(_ plugin: ProbePlugin) -> AbilityWork {
    AbilityWork(
      make: { _ = try CaptureProbe(plugin) },
      once: { _ = try CaptureProbe(plugin).session(frames: 8) },
      repeated: {
        RepeatedCall(name: "face-capture.step", count: 300) {
          let probe = try CaptureProbe(plugin)
          for index in 0..<4 { _ = try probe.step(.frame(UInt64(index) * period)) }
        }
      },
      separation: {
        let alone = try CaptureProbe(plugin).session().flatMap(\.bytes)
        let other = try CaptureProbe(plugin, CaptureProbe.options(images: 5))
        var now = start
        let (probe, recorded) = (try CaptureProbe(plugin), try CaptureProbe(plugin).session())
        var bytes: [UInt8] = []
        for step in recorded {
          _ = try other.step(.frame(now))
          now += period
          bytes += try probe.taken(step.input).bytes
        }
        try AbilityWork.same(alone, bytes, "face-capture.step", "another capture was stepped in between")
      })
  }
  static let trials = AbilityTrials(
    images: { plugin in
      [
        ImageTaker(call: "face-capture.step") { lent, picture in
          var input = CaptureProbe.Input.frame(start)
          input.picture = picture
          let step = try CaptureProbe(plugin).step(input, lending: lent)
          return (step.answer, step.bytes)
        }
      ]
    },
    outputs: { plugin, note in
      note("face-capture.step: an array for exactly 64 events, followed by a guard page")
      _ = try CaptureProbe(plugin).session()
    },
    creation: { plugin in
      let table = try plugin.table(IMP_FACE_CAPTURE_ID, as: imp_face_capture_ability_v2.self)
      return [
        ObjectMaker(
          "face-capture.create", { (CaptureProbe.options(), []) },
          create: { table.create(plugin.plugin, $0, $1) }, destroy: { table.destroy($0) })
      ]
    },
    // Its images are distinguished by addresses.
    objects: nil,
    templates: nil)

  static func transcript(_ subject: CheckSubject, _ found: FoundPlugin) throws -> AbilityTranscript {
    AbilityTranscript { transcript, plugin in
      let machine = try await FaceCaptureMachine.make(plugin)
      var random = CheckRandom(seed: 3, check: "isolation")
      let person = DrawnPerson(&random)
      for frame in 0..<40 {
        let (image, face) = person.picture(&random)
        await transcript.note("step \(frame)") {
          let input: CaptureInput = frame % 10 == 9 ? .tick : .frame(try image.value, [face.value])
          return "\(try await machine.step(input, now: UInt64(frame + 1) * 40_000_000))"
        }
      }
      await transcript.note("last step") { "\(try await machine.step(.end, now: 41 * 40_000_000))" }
    }
  }
}
