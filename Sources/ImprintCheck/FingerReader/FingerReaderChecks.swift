// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest
internal import ImprintRuntime

/// Checks of plugins with `imprint.finger-reader/1`.
enum FingerReaderChecks: ListedDeviceCheckGroup {
  static let ability = AbilityID.fingerReader
  static let group = CheckGroup("finger-reader", "Readers and what happens on their sensors.")
  static let (name, opener, listed) = ("finger-reader", "open", "readers")

  static let all: [ConformanceCheck] = [
    lists(["R-01", "R-20", "R-21"]), stableIDs { $0.id }, unknownOnes, options, withoutImages, exclusive,
    sizeFields, eventsFit, eventsInOrder, shortBuffer, timeouts,
    unlimitedWait(for: "the next event", times: 2),
    cancelWakes, cancelLasts, endLasts, untouched,
  ]

  /// More events than any check's recording has: a reader that has not ended by then is a device.
  static let mostEvents = 24

  /// A locator that can be opened: the given device, the first one listed that gives images, or a recording,
  /// for readers that play recordings.
  /// - Parameter isSlow: Whether a recording has ten seconds between events, so that reads have to wait.
  /// - Throws: ``CheckSkip`` where there is nothing.
  static func locator(
    _ subject: CheckSubject, _ plugin: ProbePlugin, isSlow: Bool = false
  ) throws -> String {
    if let device = subject.device { return device }
    let infos = try list(plugin).whole()
    if let info = infos.first(where: { $0.flags & IMP_FINGER_READER_IMAGES != 0 }) {
      return try locator(of: info)
    }
    let recording = try FingerRecording.write(in: subject.scratch, isSlow: isSlow)
    let answer = try FingerReaderProbe.open(plugin, recording).ended().answer
    guard answer.status == IMP_OK else {
      throw CheckSkip("it lists no reader that gives images, and plays no recording: \(answer.words).")
    }
    return recording
  }

  static func work(_ plugin: ProbePlugin, _ subject: CheckSubject) throws -> [AbilityWork] {
    let locator = try locator(subject, plugin)
    return [
      .ofDevice("finger-reader.next_event", make: { try FingerReaderProbe(plugin, locator) }) { reader in
        for _ in 0..<6 { _ = try reader.nextEvent(timeout: .zero, capacity: 1 << 16) }
      }
    ]
  }
  static let trials = AbilityTrials.ofDevices

  static func transcript(_ subject: CheckSubject, _ found: FoundPlugin) throws -> AbilityTranscript {
    let recording = try FingerRecording.write(in: subject.scratch)
    return AbilityTranscript(readable: [recording]) { transcript, plugin in
      await transcript.note("readers") {
        "\(try await plugin.withoutBlocking { try FingerReader.list($0) })"
      }
      await transcript.note("a reader that is not there") {
        try await FingerReader.open(plugin, options: FingerReaderOptions(locator: "no such device")).locator
      }
      var opened: FingerReader?
      await transcript.note("open") {
        opened = try await FingerReader.open(
          plugin, options: FingerReaderOptions(locator: recording, pace: .full))
        return "open"
      }
      guard let reader = opened else { return }
      for index in 0..<12 {
        await transcript.note("event \(index)") {
          guard let event = try await reader.nextEvent(timeout: .seconds(10)) else { return "no more" }
          return "\(words(event.kind)) at \(event.timestamp), number \(event.sequence)"
        }
      }
      await reader.close()
    }
  }

  private static func words(_ kind: FingerReaderEvent.Kind) -> String {
    guard case .image(let image) = kind else { return "\(kind)" }
    return "\(image), \(image.impression), \(image.liveness): \(Transcript.hash(image.image.pixels))"
  }
}

/// A recording for readers that play folders: a finger that is pressed twice, as a script with an image.
enum FingerRecording {
  /// Writes it where it does not exist yet.
  /// - Returns: The folder.
  static func write(in folder: String, isSlow: Bool = false) throws -> String {
    let path = "\(folder)/fingers\(isSlow ? "-slow" : "")"
    if CheckFiles.exists("\(path)/reader.txt") { return path }
    try CheckFiles.makeFolder(path)
    try Scratch.write(image, to: "\(path)/finger.pgm")
    let press = ["arrive", "image finger.pgm", "retry too-dry", "image finger.pgm", "lift"]
    let lines =
      ["imprint-finger-reader 1", "resolution 500"]
      + (press + press).flatMap { isSlow ? ["delay 10s", $0] : [$0] }
    try Scratch.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: "\(path)/reader.txt")
    return path
  }

  /// Arcs in a PGM file: the checks of readers look at no ridges.
  private static var image: [UInt8] {
    let (width, height) = (48, 64)
    var bytes = Array("P5\n\(width) \(height)\n255\n".utf8)
    for y in 0..<height {
      for x in 0..<width {
        let (across, down) = (x - width / 2, y - height)
        bytes.append((across * across + down * down) / 64 % 2 == 0 ? 60 : 220)
      }
    }
    return bytes
  }
}
