// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintPluginKit
import Synchronization

/// A plugin with several abilities. Its matcher compares brightnesses, of one byte, and shades, of up to 8.
struct SamplePlugin: MatcherPlugin, FaceTrackerPlugin, FaceCapturePlugin, CameraPlugin {
  static let identity = PluginIdentity(id: "org.example.sample", version: "1.2.3", vendor: "Example")
  let matcherFormats = [
    MatcherFormat(
      name: "org.example.brightness", modality: .face, reads: 1...2, templates: .exactly(bytes: 1),
      isSymmetric: true, similarities: 0...1, fuses: 2),
    MatcherFormat(
      name: "org.example.shades", modality: .voice, reads: 3...3, templates: .atMost(bytes: 8),
      isSymmetric: false, similarities: -2...2, fuses: 3),
  ]

  let host: Host

  init(host: Host) throws(PluginFailure) {
    guard host.offers(IMP_HOST_FILES_ID) else {
      throw PluginFailure(.ability, "The sample needs files; run it in a host that lends them.")
    }
    host.log(.info, "sample opened")
    self.host = host
  }

  func makeComparer(_ options: MatcherOptions) throws(PluginFailure) -> any TemplateComparer {
    guard options.threads <= 2 else { throw PluginFailure(.memory, "There is room for two threads.") }
    return SampleComparer(templates: options.format.templates)
  }
  func makeFaceTracker(_ options: FaceTrackerOptions) -> any FaceTrackerSession { SampleTracker() }
  func makeFaceCapture(_ options: FaceCaptureOptions) -> any FaceCaptureSession { SampleCapture() }

  func cameras() -> [CameraInfo] {
    [
      CameraInfo(locator: "sample:0", name: String(repeating: "ü", count: 100)),
      CameraInfo(locator: "sample:1", name: "two"),
    ]
  }

  func openCamera(_ options: CameraOptions) throws(PluginFailure) -> any CameraSession {
    guard options.locator.hasPrefix("sample:") else {
      throw PluginFailure(.deviceMissing, "\(options.locator) is not there.")
    }
    return SampleCamera()
  }
}

/// A template's first byte is what it is. Templates of 255 cannot be read, and one of 254 makes a bad
/// similarity.
private struct SampleComparer: TemplateComparer {
  let templates: TemplateLength

  func prepare(_ template: TemplateView) throws(PluginFailure) -> UInt8 {
    let value = template.bytes.unsafeLoad(fromByteOffset: 0, as: UInt8.self)
    guard value != 255 else { throw PluginFailure(.templateDamaged, "255 is no brightness.") }
    return value
  }

  func similarity(_ probe: UInt8, _ reference: UInt8) -> Float {
    if reference == 254 { return .infinity }
    return 1 - abs(Float(probe) - Float(reference)) / 255
  }

  /// The mean, as often as there are templates where they may be as long. Those of 0 are poor, and left out;
  /// those from 250 on have it do what no author may.
  func fuse(_ templates: [UInt8]) throws(PluginFailure) -> Fusion {
    guard let (low, high) = templates.min().flatMap({ low in templates.max().map { (low, $0) } }) else {
      throw PluginFailure(.internal, "There is nothing to fuse.")
    }
    guard high >= 250 || high - low <= 100 else {
      throw PluginFailure(.templatesDisagree, "\(low) and \(high) are two people's.")
    }
    let good = templates.filter { $0 > 0 }.map(Int.init)
    let mean = UInt8(good.reduce(0, +) / max(good.count, 1))
    let length = self.templates == .exactly(bytes: 1) ? 1 : templates.count
    return switch high {
    case 250: Fusion(template: [], of: 1)
    case 251: Fusion(template: [1, 2, 3, 4, 5, 6, 7, 8, 9], of: 1)
    case 252: Fusion(template: [1], of: templates.count + 1)
    case 253: Fusion(template: [1], of: 1, quality: 101)
    default: Fusion(template: Array(repeating: mean, count: length), of: good.count, quality: Float(low))
    }
  }
}

/// Finds as many faces as the first pixel says, and counts the frames it has seen in their track ids.
private final class SampleTracker: FaceTrackerSession {
  let landmarksPerFace = Face.meshLandmarks
  private var frames: UInt32 = 0

  func track(_ image: ImageView, at timestamp: UInt64) -> [Face] {
    frames += 1
    let count = Int(image.pixels.unsafeLoad(fromByteOffset: 0, as: UInt8.self))
    return (0..<count).map { index in
      var quality = FaceQuality()
      quality[.sharpness] = 42
      let landmarks = (0..<Face.meshLandmarks).map { Point3(x: Float(index), y: Float($0), z: 0) }
      return Face(
        trackID: frames, box: Rectangle(x: 1, y: 2, width: 3, height: 4), leftEye: Point(x: 5, y: 6),
        rightEye: Point(x: 7, y: 8), detection: 0.5, presence: 0.25, yaw: 1, pitch: 2, roll: 3,
        rightEyeOpenness: 0.3, landmarks: landmarks, quality: quality)
    }
  }

  func reset() { frames = 0 }
}

/// Finishes at the end and when it is stopped; says how many faces a frame has in its progress, keeps the
/// last of them, and asks for two comparisons where there are two. All other events come where the device
/// moves.
private final class SampleCapture: FaceCaptureSession {
  func frame(_ image: ImageView, faces: [Face], now: UInt64) -> [CaptureEvent] {
    let events: [CaptureEvent] = [.step(.scanning), .progress(Float(faces.count) / 10)]
    let asked: [CaptureEvent] = [.compare(slot: 1, other: 15), .compare(slot: 15, other: 1)]
    return events + (faces.isEmpty ? [] : [.keep(slot: 1, face: faces.count - 1)])
      + (faces.count == 2 ? asked : [])
  }

  func tick(now: UInt64) -> [CaptureEvent] { Array(repeating: .face(index: 0), count: 65) }

  func stop(now: UInt64) -> [CaptureEvent] { [.finished(.stopped, liveness: .noDecision)] }

  func compared(_ answer: CaptureComparison, now: UInt64) -> [CaptureEvent] {
    [
      .finding(
        .person, liveness: answer.score == nil ? .noDecision : .live, measure: Float(answer.score ?? -1),
        limit: Float(answer.slot * 100 + answer.other))
    ]
  }

  func moved(_ acceleration: Point3, now: UInt64) -> [CaptureEvent] {
    [
      .challenge(index: 1, count: 3),
      .target(
        CaptureEvent.Target(
          index: 2, count: 3, isVisible: true, isCurrent: true, centre: ScreenPlace(x: -0.5, y: 0.25),
          radius: 0.1, completeness: 0.75)),
      .pointer(ScreenPlace(x: 0.5, y: -0.25), isVisible: true),
      .oval(centre: ScreenPlace(x: 0.1, y: 0.2), width: 0.3, height: 0.4), .preparation(.finished),
      .light(0x12_34_56), .action([.blink, .turnRight], score: acceleration.z),
    ]
  }

  func end(now: UInt64) -> [CaptureEvent] {
    [
      .result(slot: 1, rank: 0, quality: 99, tracking: .lost, liveness: .unknown),
      .finished(.ended, liveness: .fake),
    ]
  }
}

/// Two frames, then the end.
private final class SampleCamera: CameraSession {
  private let next = Mutex<UInt64>(0)

  func nextFrame(timeout: UInt64) throws(PluginFailure) -> CameraFrame {
    let sequence = next.withLock { value in
      defer { value += 1 }
      return value
    }
    // Were it asked again after the end, it would start anew: the kit must not ask.
    guard sequence != 2 else { throw PluginFailure(.end, "No more frames.") }
    return CameraFrame(
      format: UInt32(IMP_PIXEL_JPEG), timestamp: sequence * 10, sequence: sequence,
      bytes: [UInt8(sequence), 7, 7])
  }

  func cancel() {}
}

let sampleExport = PluginExport(SamplePlugin.self, provides: [.matcher, .faceTracker, .faceCapture, .camera])
