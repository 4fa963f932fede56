// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import Glibc
internal import ImprintManifest

/// What a plugin is made to do by checks that are for plugins of any kind: a little of each ability that it
/// has.
enum Workload {
  /// Uses each ability once, so that a plugin that starts something has started it.
  static func once(_ plugin: ProbePlugin, _ subject: CheckSubject) throws {
    let manifest = try subject.manifest
    if manifest.provides(.matcher) {
      let probe = try MatcherProbe(plugin)
      let answer = try probe.extract(.person(0))
      if answer.answer.status == IMP_OK { _ = try probe.compare(answer.payload, answer.payload) }
    }
    if manifest.provides(.faceTracker) { _ = try TrackerProbe(plugin).track(.ovals(), time: 0) }
    if manifest.provides(.faceCapture) { _ = try CaptureProbe(plugin).session(frames: 8) }
    if manifest.provides(.camera), let locator = try source(plugin, subject) {
      _ = try CameraProbe(plugin, locator).nextFrame()
    }
    for device in DeviceWork.all where manifest.provides(device.ability) { try device.once(plugin, subject) }
  }

  /// What can be opened as a camera; `nil` where nothing can.
  private static func source(_ plugin: ProbePlugin, _ subject: CheckSubject) throws -> String? {
    try DeviceWork.found { try CameraChecks.locator(subject, plugin) }
  }

  /// Makes an object of each kind and destroys it.
  static func maker(_ plugin: ProbePlugin, _ subject: CheckSubject) throws -> (() throws -> Void)? {
    let manifest = try subject.manifest
    let camera = manifest.provides(.camera) ? try source(plugin, subject) : nil
    let devices = try DeviceWork.all.filter { manifest.provides($0.ability) }.compactMap {
      try $0.maker(plugin, subject)
    }
    let isAny =
      manifest.provides(.matcher) || manifest.provides(.faceTracker) || manifest.provides(.faceCapture)
      || camera != nil || !devices.isEmpty
    guard isAny else { return nil }
    return {
      if manifest.provides(.matcher) { _ = try MatcherProbe(plugin) }
      if manifest.provides(.faceTracker) { _ = try TrackerProbe(plugin) }
      if manifest.provides(.faceCapture) { _ = try CaptureProbe(plugin) }
      if let camera { _ = try CameraProbe(plugin, camera) }
      for make in devices { try make() }
    }
  }

  /// Fails where the answers of an object depend on another one's calls.
  static func separation(_ plugin: ProbePlugin, _ subject: CheckSubject) throws -> (() throws -> Void)? {
    let manifest = try subject.manifest
    if manifest.provides(.matcher) {
      return {
        let (first, second) = (try MatcherProbe(plugin), try MatcherProbe(plugin))
        let alone = try first.template(of: .person(1))
        for person in [0, 2, 3] { _ = try second.template(of: .person(person)) }
        try same(
          alone, try first.template(of: .person(1)), "matcher.extract", "another matcher extracted templates")
      }
    }
    if manifest.provides(.faceTracker) {
      return {
        let pictures = [CheckPicture.ovals(), .ovals(shift: 2), .person(0), .ovals(shift: 4)]
        func play(_ probe: TrackerProbe, beside other: TrackerProbe?) throws -> [UInt8] {
          try pictures.enumerated().flatMap { index, picture in
            _ = try other?.faces(
              of: pictures[pictures.count - 1 - index], time: UInt64(index) * 1_000_000_000)
            return try probe.faces(of: picture, time: UInt64(index) * TrackerChecks.period).bytes
          }
        }
        let alone = try play(TrackerProbe(plugin), beside: nil)
        try same(
          alone, try play(TrackerProbe(plugin), beside: TrackerProbe(plugin)), "face-tracker.track",
          "another tracker looked at other frames in between")
      }
    }
    if manifest.provides(.faceCapture) {
      return {
        let alone = try CaptureProbe(plugin).session().flatMap(\.bytes)
        let other = try CaptureProbe(plugin, CaptureProbe.options(images: 5))
        var now = CaptureChecks.start
        let (probe, recorded) = (try CaptureProbe(plugin), try CaptureProbe(plugin).session())
        var bytes: [UInt8] = []
        for step in recorded {
          _ = try other.step(.frame(now))
          now += CaptureChecks.period
          bytes += try probe.taken(step.input).bytes
        }
        try same(alone, bytes, "face-capture.step", "another capture was stepped in between")
      }
    }
    return nil
  }

  private static func same(_ one: [UInt8], _ other: [UInt8], _ call: String, _ what: String) throws {
    guard let place = MatcherChecks.differing(one, other) else { return }
    throw CheckFailure("the same input gave another answer when \(what): \(place) (R-14).", place: call)
  }

  /// A call that can be made thousands of times, and how often it should be.
  struct Repeated {
    let name: String
    let count: Int
    let run: (_ times: Int) throws -> Void
  }

  static func repeated(_ plugin: ProbePlugin, _ subject: CheckSubject) throws -> Repeated? {
    let manifest = try subject.manifest
    if manifest.provides(.matcher) {
      let probe = try MatcherProbe(plugin)
      let template = try probe.template(of: .person(0))
      return Repeated(name: "matcher.compare", count: 4000) { times in
        for _ in 0..<times { _ = try probe.compare(template, template) }
      }
    }
    if manifest.provides(.faceTracker) {
      let probe = try TrackerProbe(plugin)
      let lent = try LentPicture(.ovals())
      return Repeated(name: "face-tracker.track", count: 300) { times in
        for _ in 0..<times { _ = try probe.track(lent, time: 0) }
      }
    }
    if manifest.provides(.faceCapture) {
      return Repeated(name: "face-capture.step", count: 300) { times in
        for _ in 0..<times {
          let probe = try CaptureProbe(plugin)
          for index in 0..<4 { _ = try probe.step(.frame(UInt64(index) * CaptureChecks.period)) }
        }
      }
    }
    if manifest.provides(.camera), let locator = try source(plugin, subject) {
      return Repeated(name: "camera.next_frame", count: 100) { times in
        for _ in 0..<times {
          let camera = try CameraProbe(plugin, locator)
          for _ in 0..<3 { _ = try camera.nextFrame(capacity: 1 << 16) }
        }
      }
    }
    for device in DeviceWork.all where manifest.provides(device.ability) {
      if let use = try device.user(plugin, subject) {
        return Repeated(name: device.call, count: 100) { times in for _ in 0..<times { try use() } }
      }
    }
    return nil
  }
}

/// Waits, for what another thread may do.
func pause(milliseconds: UInt32) { usleep(milliseconds * 1000) }
