// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
internal import ImprintRuntime

/// Checks of plugins with `imprint.face-tracker/1`.
enum FaceTrackerChecks: AbilityCheckGroup {
  static let ability = AbilityID.faceTracker
  static let group = CheckGroup("tracker", "Detection and tracking: frames to faces.")

  static let all: [ConformanceCheck] = [
    options, sizeFields, imageSizes, imageLayouts, facesInBounds, largestFirst, atMostAsAsked, sameFrames,
    shortList,
    earlierFrame, reset, failedFrame,
  ]

  static func check(
    _ what: String, _ title: String, rules: [String] = [],
    _ run: @escaping @Sendable (TrackerProbe, inout CheckRandom) throws -> Void
  ) -> ConformanceCheck {
    ConformanceCheck(group, what, title, rules: rules, deadline: .seconds(40), scope: scope) {
      subject, random in
      try run(TrackerProbe(subject.open(), note: { subject.note($0) }), &random)
    }
  }

  /// The frame interval in nanoseconds: 25 frames per second.
  static let period: UInt64 = 40_000_000

  /// Frames of a short scene: drawn people, two bright ovals, nothing.
  static let scene: [CheckPicture] = [
    .person(0), .person(0, format: .grey8), .ovals(), .ovals(shift: 3), .person(1),
    .shaded(width: 96, height: 64) { _, _ in 90 }, .ovals(shift: 5),
  ]

  static func work(_ plugin: ProbePlugin, _ subject: CheckSubject) -> [AbilityWork] { [work(plugin)] }

  private static func work(_ plugin: ProbePlugin) -> AbilityWork {
    AbilityWork(
      make: { _ = try TrackerProbe(plugin) },
      once: { _ = try TrackerProbe(plugin).track(.ovals(), time: 0) },
      repeated: {
        let probe = try TrackerProbe(plugin)
        let lent = try LentPicture(.ovals())
        return RepeatedCall(name: "face-tracker.track", count: 300) { _ = try probe.track(lent, time: 0) }
      },
      separation: {
        let pictures = [CheckPicture.ovals(), .ovals(shift: 2), .person(0), .ovals(shift: 4)]
        func play(_ probe: TrackerProbe, beside other: TrackerProbe?) throws -> [UInt8] {
          try pictures.enumerated().flatMap { index, picture in
            _ = try other?.faces(
              of: pictures[pictures.count - 1 - index], time: UInt64(index) * 1_000_000_000)
            return try probe.faces(of: picture, time: UInt64(index) * period).bytes
          }
        }
        let alone = try play(TrackerProbe(plugin), beside: nil)
        try AbilityWork.same(
          alone, try play(TrackerProbe(plugin), beside: TrackerProbe(plugin)), "face-tracker.track",
          "another tracker was given other frames in between")
      })
  }
  static let trials = AbilityTrials(
    images: { plugin in
      let probe = try TrackerProbe(plugin)
      return [
        ImageTaker(call: "face-tracker.track") { lent, _ in
          probe.reset()
          let frame = try probe.track(lent, time: 0)
          return (frame.answer, frame.answer.status == IMP_OK ? frame.bytes : [])
        }
      ]
    },
    outputs: roomForExactly,
    creation: { plugin in
      let table = try plugin.table(IMP_FACE_TRACKER_ID, as: imp_face_tracker_ability.self)
      return [
        ObjectMaker(
          "face-tracker.create", { (TrackerProbe.options(), []) },
          create: { table.create(plugin.plugin, $0, $1) }, destroy: { table.destroy($0) })
      ]
    },
    objects: { plugin in
      let pictures = (0..<3).map { CheckPicture.person($0) }
      let trial = ObjectTrial(call: "face-tracker.track") { threads in
        let probe = try TrackerProbe(plugin, threads: threads)
        return [
          {
            probe.reset()
            return try pictures.enumerated().flatMap { try probe.faces(of: $1, time: UInt64($0)).bytes }
          }
        ]
      }
      return [trial]
    },
    templates: nil)

  static func transcript(_ subject: CheckSubject, _ found: FoundPlugin) throws -> AbilityTranscript {
    AbilityTranscript { transcript, plugin in
      let tracker = try await FaceTracker.make(plugin)
      var random = CheckRandom(seed: 2, check: "isolation")
      let person = DrawnPerson(&random)
      for frame in 0..<5 {
        let (image, _) = person.picture(&random)
        await transcript.note("track of frame \(frame)") {
          let faces = try await tracker.track(try image.value, timestamp: UInt64(frame) * 40_000_000)
          return "\(faces.count) faces, \(Transcript.hash(Array("\(faces.map(Transcript.exact))".utf8)))"
        }
      }
    }
  }
}

extension CheckPicture {
  /// A small and a large bright oval on dark ground: faces for a tracker that uses only brightness.
  static func ovals(shift: Int = 0) -> CheckPicture {
    shaded(width: 160, height: 96) { x, y in
      func isIn(_ centre: Int, _ width: Double, _ height: Double) -> Bool {
        let (across, down) = (Double(x - centre - shift) / width, Double(y - 48) / height)
        return across * across + down * down < 1
      }
      let grain = UInt8((x &* 5 &+ y &* 3) % 16)
      return (isIn(36, 18, 24) || isIn(118, 26, 36) ? 190 : 20) + grain
    }
  }
}
