// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest

/// Group `memory`: what is lent is read within its bounds, written where it may be, and not kept.
///
/// All calls of all checks lend guarded, read-only memory; those of this group say which promise it is about.
enum MemoryChecks {
  static let all: [ConformanceCheck] = [
    inputsReadOnly, lastRow, rowStrides, unalignedPixels, outputsInBounds, dirtyRoom, nothingKept,
    shortBuffer,
    outputsUntouched, allocationFails,
  ]

  static let imageTakers = CheckScope("plugins that take images: matchers, trackers and captures") {
    $0.provides(.matcher) || $0.provides(.faceTracker) || $0.provides(.faceCapture)
  }

  static let objectMakers = CheckScope("plugins with matchers, trackers, captures or voice extractors") {
    $0.provides(.matcher) || $0.provides(.faceTracker) || $0.provides(.faceCapture)
      || $0.provides(.voiceExtractor)
  }

  static func check(
    _ what: String, _ title: String, rules: [String], scope: CheckScope = imageTakers,
    deadline: Duration = .seconds(30),
    _ run: @escaping @Sendable (CheckSubject, ProbePlugin, inout CheckRandom) throws -> Void
  ) -> ConformanceCheck {
    ConformanceCheck(.memory, what, title, rules: rules, deadline: deadline, scope: scope) {
      subject, random in
      try run(subject, subject.open(), &random)
    }
  }
}

/// One way of a plugin to take an image, and all that it answers as bytes: matchers, trackers and captures
/// alike.
struct ImageTaker {
  /// `matcher.extract`.
  let call: String
  /// Answers for one image, whatever came before.
  let take: (LentPicture, CheckPicture) throws -> (answer: CallAnswer, bytes: [UInt8])

  /// The takers of a plugin, each with one object that lives as long as the taker.
  static func all(_ plugin: ProbePlugin, _ subject: CheckSubject) throws -> [ImageTaker] {
    var takers: [ImageTaker] = []
    let manifest = try subject.manifest
    if manifest.provides(.matcher) {
      let probe = try MatcherProbe(plugin)
      takers.append(
        ImageTaker(call: "matcher.extract") { lent, _ in
          let extraction = try probe.extract(lent)
          return (extraction.answer, extraction.answer.status == IMP_OK ? extraction.payload : [])
        })
    }
    if manifest.provides(.faceTracker) {
      let probe = try TrackerProbe(plugin)
      takers.append(
        ImageTaker(call: "face-tracker.track") { lent, _ in
          probe.reset()
          let frame = try probe.track(lent, time: 0)
          return (frame.answer, frame.answer.status == IMP_OK ? frame.bytes : [])
        })
    }
    if manifest.provides(.faceCapture) {
      takers.append(
        ImageTaker(call: "face-capture.step") { lent, picture in
          var input = CaptureProbe.Input.frame(FaceCaptureChecks.start)
          input.picture = picture
          let step = try CaptureProbe(plugin).step(input, lending: lent)
          return (step.answer, step.bytes)
        })
    }
    return takers
  }
}
