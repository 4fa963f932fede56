// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense
internal import ImprintManifest
internal import ImprintModel
internal import ImprintRuntime
internal import ImprintTrust
internal import Logging

/// Group `isolation`: the same plugin in a worker of its own.
enum IsolationChecks {
  static let all: [ConformanceCheck] = [worksInWorker, sameAnswers]

  static let worksInWorker = ConformanceCheck(
    .isolation, "works-in-worker",
    "It opens behind a worker's walls, and nothing that it does there ends the worker.",
    rules: ["R-27"], deadline: .seconds(90), isolations: [.inProcess]
  ) { subject, _ in
    let lines = try Transcript.of(subject, in: .process)
    let deaths = lines.filter { line in lostWords.contains { line.contains($0) } }
    try expect(deaths.isEmpty, "a call did not come back: \(deaths.first ?? "")", place: "worker")
  }

  static let sameAnswers = ConformanceCheck(
    .isolation, "same-answers", "In a worker it gives bit by bit the answers that it gives in the process.",
    rules: ["R-14"], deadline: .seconds(120), isolations: [.inProcess]
  ) { subject, _ in
    let (here, there) = (try Transcript.of(subject, in: .inProcess), try Transcript.of(subject, in: .process))
    subject.note("\(here.count) answers were compared")
    for (one, other) in zip(here, there) where one != other {
      throw CheckFailure("in the process: \(one); in a worker: \(other).", place: "worker")
    }
    try expect(here.count == there.count, "it gave \(here.count) answers here, and \(there.count) there.")
  }

  /// The codes of calls whose worker has gone.
  private static let lostWords = [": worker-ended", ": worker-timeout", ": worker-refused"]
}

/// What a plugin answered to the same calls: a line each, in which bytes stand as their hashes.
struct Transcript {
  private(set) var lines: [String] = []

  /// Opens the plugin through the runtime and uses each of its abilities.
  static func of(_ subject: CheckSubject, in isolation: Isolation) throws -> [String] {
    let (found, trust) = try subject.openable()
    let runtime = PluginRuntime(
      catalog: .discover(PluginSearchPath(roots: [])), trust: trust, entitlements: AllGranted(),
      logger: Logger(label: "imprint-check") { _ in SwiftLogNoOpLogHandler() }, hostName: "imprint-check",
      hostVersion: "1.0.0", isolation: PluginIsolation(isolation))
    let recording = found.manifest.provides(.camera) ? try Recording.write(in: subject.scratch) : nil
    let sound = found.manifest.provides(.microphone) ? try SoundFile.write(in: subject.scratch) : nil
    let plugin = try runtime.open(
      found, readablePaths: [recording, sound].compactMap { $0 } + subject.soundPaths(of: found))
    return try Waiting.forResult {
      var transcript = Transcript()
      if found.manifest.provides(.matcher) { try await transcript.match(plugin) }
      if found.manifest.provides(.faceTracker) { try await transcript.track(plugin) }
      if found.manifest.provides(.faceCapture) { try await transcript.capture(plugin) }
      if found.manifest.provides(.voiceExtractor) { try await transcript.hear(plugin) }
      if let recording { try await transcript.film(plugin, recording) }
      await transcript.useDevices(plugin, found.manifest, sound: sound)
      return transcript.lines
    }
  }

  mutating func note(_ call: String, _ answer: () async throws -> String) async {
    do {
      lines.append("\(call): \(try await answer())")
    } catch let error as PluginCallError {
      lines.append("\(call): \(error.code.rawValue)")
    } catch {
      lines.append("\(call): \(error)")
    }
  }

  private mutating func match(_ plugin: OpenPlugin) async throws {
    let matcher = try Matcher(plugin)
    var random = CheckRandom(seed: 1, check: "isolation")
    var templates: [TemplatePayload] = []
    for person in 0..<3 {
      let (image, face) = DrawnPerson(&random).picture(&random)
      var made: Extraction?
      await note("extract of person \(person)") {
        let extraction = try await matcher.extract(image: try image.value, face: face.value)
        made = extraction
        return "\(ContentHash(of: extraction.payload.bytes).hex) with quality \(bits(extraction.quality))"
      }
      if let made { templates.append(made.payload) }
    }
    for probe in templates {
      for (index, reference) in templates.enumerated() {
        await note("compare with \(index)") {
          bits(try matcher.compare(probe: probe, reference: reference))
        }
      }
      var damaged = probe.bytes
      if !damaged.isEmpty { damaged.removeLast() }
      await note("compare with a shortened one") {
        bits(
          try matcher.compare(
            probe: probe, reference: TemplatePayload(bytes: damaged, version: probe.version)))
      }
      var gallery = GalleryBuffer(version: probe.version)
      for template in templates + templates { gallery.append(template.bytes) }
      await note("compare_many") {
        try matcher.compareMany(probe: probe, gallery: gallery).map(bits).joined(separator: " ")
      }
    }
  }

  private mutating func track(_ plugin: OpenPlugin) async throws {
    let tracker = try FaceTracker(plugin)
    var random = CheckRandom(seed: 2, check: "isolation")
    let person = DrawnPerson(&random)
    for frame in 0..<5 {
      let (image, _) = person.picture(&random)
      await note("track of frame \(frame)") {
        let faces = try await tracker.track(try image.value, timestamp: UInt64(frame) * 40_000_000)
        return "\(faces.count) faces, \(ContentHash(of: Array("\(faces.map(Self.exact))".utf8)).hex)"
      }
    }
  }

  private mutating func capture(_ plugin: OpenPlugin) async throws {
    let machine = try FaceCaptureMachine(plugin)
    var random = CheckRandom(seed: 3, check: "isolation")
    let person = DrawnPerson(&random)
    for frame in 0..<40 {
      let (image, face) = person.picture(&random)
      await note("step \(frame)") {
        let input: CaptureInput = frame % 10 == 9 ? .tick : .frame(try image.value, [face.value])
        return "\(try await machine.step(input, now: UInt64(frame + 1) * 40_000_000))"
      }
    }
    await note("last step") { "\(try await machine.step(.end, now: 41 * 40_000_000))" }
  }

  private mutating func hear(_ plugin: OpenPlugin) async throws {
    let formats = try VoiceExtractor.formats(of: plugin)
    lines.append("formats: \(formats)")
    for format in formats {
      let extractor = try await VoiceExtractor.make(plugin, format: format.template.algorithm)
      let frames = min(max(3 * format.rate, format.frames.lowerBound), format.frames.upperBound)
      for person in 0..<3 {
        let voice = DrawnSound.person(person, rate: format.rate, frames: frames)
        await note("extract of \(voice.words)") {
          let extraction = try await extractor.extract(voice.samples)
          return "\(ContentHash(of: extraction.payload.bytes).hex) with quality \(bits(extraction.quality))"
        }
      }
      await note("extract of silence") {
        "\(try await extractor.extract([Float](repeating: 0, count: frames)).payload.bytes.count) bytes"
      }
    }
  }

  private mutating func film(_ plugin: OpenPlugin, _ recording: String) async throws {
    await note("list") { "\(try Camera.list(plugin).count) devices" }
    var options = CameraOptions(locator: recording)
    options.pace = .full
    var opened: Camera?
    await note("open") {
      opened = try await Camera.open(plugin, options: options)
      return "open"
    }
    guard let camera = opened else { return }
    for index in 0..<10 {
      await note("frame \(index)") {
        guard let frame = try await camera.nextFrame(timeout: .seconds(10)) else { return "no more" }
        return
          "\(frame.width) x \(frame.height) \(frame.format) \(ContentHash(of: frame.bytes).hex) at \(frame.timestamp)"
      }
    }
  }

  /// Everything of a face, with numbers to the last bit.
  private static func exact(_ face: Face) -> String {
    let points = face.landmarks.map { "\($0.x.bitPattern) \($0.y.bitPattern) \($0.z.bitPattern)" }
    let quality = face.quality.components.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { "\($0.key.rawValue)=\($0.value.bitPattern)" }
    return "\(face.trackID) \(face.box) \(face.leftEye) \(face.rightEye) \(face.detection.bitPattern) "
      + "\(face.presence.bitPattern) \(face.pose) \(quality) \(points)"
  }
}

/// A number to the last bit.
private func bits(_ value: Float?) -> String { value.map { "\($0.bitPattern)" } ?? "none" }

/// Grants everything, as a licence for all would.
private struct AllGranted: EntitlementProvider {
  func entitlement(for feature: LicenseFeature) -> Entitlement { .granted }
}
