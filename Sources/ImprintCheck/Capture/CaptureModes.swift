// SPDX-License-Identifier: Apache-2.0
internal import CImprint

extension FaceCaptureChecks {
  static let modesEnd = check(
    "every-mode-ends", "Each liveness mode that the plugin has ends with the source, and at its time-out."
  ) { _, plugin, _ in
    let timeout: UInt64 = 1_000_000_000
    for one in try LivenessCase.all(plugin) {
      try expect(
        try one.still(plugin).last?.isFinished == true,
        "\(one.words) it has not finished, though the source has ended.", place: "face-capture.step")
    }
    for one in try LivenessCase.all(plugin, change: { $0.timeout_ns = timeout }) {
      for input: (UInt64) -> CaptureProbe.Input in [{ .tick($0) }, { .frame($0) }] {
        let probe = try CaptureProbe(plugin, one.options)
        var (now, last) = (start, try probe.answered(input(start)).last)
        while last?.isFinished != true, now < start + timeout {
          now += period
          last = try probe.answered(input(now)).last
        }
        try expect(
          last?.isFinished == true,
          "\(one.words) it has not finished \(input(now).words), \(now - start) ns after the first step; the "
            + "time-out is \(timeout) ns.", place: "face-capture.step")
      }
    }
  }

  static let verdicts = check(
    "verdicts-fit-the-mode",
    "In mode NONE the verdict is UNKNOWN, in no other; it is never LIVE without a frame, or of a training."
  ) { _, plugin, _ in
    for one in try LivenessCase.all(plugin) {
      // Nothing but the end of the source, and nothing but ticks.
      let ended = try CaptureProbe(plugin, one.options).answered(.end(start))
      let waiting = try CaptureProbe(plugin, one.options)
      let waited =
        try waiting.answered(.tick(start)) + waiting.answered(.tick(start + one.options.timeout_ns))
      let unseen = [ended, waited]
      let seen = [try one.still(plugin), try one.turning(plugin)]
      for (index, session) in (unseen + seen).enumerated() {
        guard let finished = session.last?.events.last, finished.kind == UInt32(IMP_CAPTURE_FINISHED) else {
          continue
        }
        let isUnknown = finished.liveness == UInt32(IMP_LIVENESS_UNKNOWN)
        try expect(
          isUnknown == (one.mode == IMP_LIVENESS_MODE_NONE),
          "\(one.words) the verdict is \(finished.liveness); UNKNOWN (1) is that of mode NONE (0), and of no "
            + "other.", place: "face-capture.step")
        guard finished.liveness == UInt32(IMP_LIVENESS_LIVE) else { continue }
        try expect(
          index >= unseen.count, "\(one.words) the verdict is LIVE, and it had no frame.",
          place: "face-capture.step")
        try expect(
          !one.isTraining, "\(one.words), a training, the verdict is LIVE.", place: "face-capture.step")
      }
    }
  }

  static let helps = check(
    "asks-only-where-helped",
    "COMPARE and LIGHT are sent only to a host that helps with them; what is compared was kept."
  ) { _, plugin, _ in
    let others = [0, IMP_HELP_LIGHTS | IMP_HELP_MOTION, IMP_HELP_COMPARES | IMP_HELP_MOTION]
    for one in try LivenessCase.all(plugin, helps: others) {
      for session in [try one.still(plugin), try one.turning(plugin)] {
        var kept: Set<UInt32> = []
        for event in session.flatMap(\.events) {
          switch Int32(bitPattern: event.kind) {
          case IMP_CAPTURE_KEEP: kept.insert(event.slot)
          case IMP_CAPTURE_LIGHT:
            try expect(
              one.has(IMP_HELP_LIGHTS), "\(one.words) it sends LIGHT; the host does not light the screen.",
              place: "face-capture.step")
          case IMP_CAPTURE_COMPARE:
            try expect(
              one.has(IMP_HELP_COMPARES), "\(one.words) it sends COMPARE; the host does not compare.",
              place: "face-capture.step")
            try expect(
              kept.isSuperset(of: [event.slot, event.other]),
              "\(one.words) it compares slots \(event.slot) and \(event.other); \(kept.sorted()) were kept.",
              place: "face-capture.step")
          default: break
          }
        }
      }
    }
  }

  static let stops = check(
    "stops-when-told", "STOP finishes the capture in the same step, and returns what was kept."
  ) { _, plugin, _ in
    for before in [0, 1, 6] {
      for one in try LivenessCase.all(plugin, change: { ($0.images, $0.steady_ns) = (8, 0) }) {
        let probe = try CaptureProbe(plugin, one.options)
        let steps = try (0..<before).flatMap { try probe.answered(.frame(start + UInt64($0) * period)) }
        let when = "\(one.words), at a stop after \(before) frames,"
        let stopped = try probe.taken(.stop(start + UInt64(before) * period))
        try expectFinish(stopped, IMP_FINISH_STOPPED, when)
        // In other modes, images may have been kept to be compared.
        guard one.mode == IMP_LIVENESS_MODE_NONE else { continue }
        let (kept, returned) = (Set(slots(steps, IMP_CAPTURE_KEEP)), slots([stopped], IMP_CAPTURE_RESULT))
        try expect(
          Set(returned) == kept, "\(when) it returned slots \(returned); \(kept.sorted()) were kept.",
          place: "face-capture.step")
      }
    }
  }

  static let guides = check(
    "guides-without-images", "Asked for no images, it guides until it is stopped, and returns none."
  ) { _, plugin, _ in
    let probe = try CaptureProbe(plugin, CaptureProbe.options(images: 0))
    for index in 0..<60 {
      let step = try probe.taken(.frame(start + UInt64(index) * period))
      try expect(
        !step.isFinished, "\(step.input.words), of a capture of 0 images, it finished.",
        place: "face-capture.step")
    }
    let stopped = try probe.taken(.stop(start + 60 * period))
    try expectFinish(stopped, IMP_FINISH_STOPPED, "at a stop")
    try expect(
      !stopped.has(IMP_CAPTURE_RESULT), "it returned an image, and 0 were asked for.",
      place: "face-capture.step")
  }

  private static func slots(_ steps: [CaptureProbe.Step], _ kind: Int32) -> [UInt32] {
    steps.flatMap(\.events).filter { $0.kind == UInt32(kind) }.map(\.slot)
  }
}
