// SPDX-License-Identifier: Apache-2.0
import ImprintFingerCapture
import ImprintMatching
import ImprintModel
import ImprintRuntime
import Synchronization

/// A print of stripes that says in its first two pixels whose it is and how good: nobody's.
/// - Parameter area: how much of the picture has stripes, in percent.
func drawnPrint(
  _ finger: UInt8, quality: UInt8 = 80, area: Int = 100, liveness: FingerLiveness = .unknown
) -> FingerImage {
  var pixels: [UInt8] = []
  for _ in 0..<75 { pixels += (0..<75).map { $0 * 100 < 75 * area ? ($0 / 4 % 2 == 0 ? 30 : 220) : 255 } }
  (pixels[0], pixels[1]) = (finger, quality)
  guard let image = Image(width: 75, height: 75, format: .grey8, pixels: pixels),
    let resolution = FingerResolution(x: 19685, y: 19685),
    let print = FingerImage(image: image, resolution: resolution, liveness: liveness)
  else { preconditionFailure("75 by 75 grey pixels are an image.") }
  return print
}

extension [PressedFingers.Step] {
  /// A finger that comes, is scanned and goes.
  static func press(_ print: FingerImage) -> Self { [.arrive, .image(print), .lift] }
}

/// Templates that say whose finger it is; of finger 0 none can be made.
struct DrawnTemplates: FingerTemplateMaker {
  let type: FingerTemplateType

  var format: TemplateFormat {
    guard let format = TemplateFormat(algorithm: type.rawValue, version: 1) else {
      preconditionFailure("The types are names.")
    }
    return format
  }

  func template(of image: FingerImage, site: BodySite, created: Int64) async throws -> Template {
    guard image.image.pixels[0] > 0 else { throw PluginCallError.noPrint }
    return drawnTemplate(image.image.pixels[0], site, type, quality: image.image.pixels[1], created: created)
  }
}

func drawnTemplate(
  _ finger: UInt8, _ site: BodySite, _ type: FingerTemplateType = .isoCompactCard, quality: UInt8 = 80,
  created: Int64 = 1
) -> Template {
  guard let format = TemplateFormat(algorithm: type.rawValue, version: 1),
    let template = Template(
      format: format, modality: .finger, site: site, quality: quality, created: created, payload: [finger])
  else { preconditionFailure("It is a template.") }
  return template
}

/// Whether the payloads are of one finger.
struct DrawnVerifier: FingerVerifier {
  var templateTypes: Set<FingerTemplateType> = [.isoCompactCard]
  let holdsReferences = false

  func verify(_ probe: Template, against references: [Template]) async throws -> FingerMatch {
    let found = references.firstIndex { $0.payload == probe.payload }
    return FingerMatch(isMatch: found != nil, reference: found ?? 0, similarity: found == nil ? 0 : 100)
  }
}

/// A card that allows two attempts, and holds one finger.
final class DrawnCard: FingerCardEdge {
  let templateType = FingerTemplateType.isoCompactCard
  private let finger: UInt8
  private let left = Mutex(2)

  init(of finger: UInt8) { self.finger = finger }

  func verify(_ payload: [UInt8]) async throws -> FingerCardAnswer {
    left.withLock { left in
      guard left > 0 else { return .blocked }
      if payload == [finger] { return .matches }
      left -= 1
      return .refused(attemptsLeft: left)
    }
  }
}

/// Answers nothing until it is cancelled, as a verifier and as a maker of templates.
struct SlowFingers: FingerVerifier, FingerTemplateMaker {
  let templateTypes: Set<FingerTemplateType> = [.isoCompactCard]
  let holdsReferences = false
  /// Is told of each question.
  let asked = AsyncStream<Void>.makeStream()

  var format: TemplateFormat { DrawnTemplates(type: .isoCompactCard).format }

  func verify(_ probe: Template, against references: [Template]) async throws -> FingerMatch {
    asked.continuation.yield()
    try await Task.sleep(for: .seconds(3600))
    return FingerMatch(isMatch: true)
  }

  func template(of image: FingerImage, site: BodySite, created: Int64) async throws -> Template {
    asked.continuation.yield()
    try await Task.sleep(for: .seconds(3600))
    return drawnTemplate(1, site)
  }
}

/// Hands out readers in order, each to one at a time.
final class TestFingers: FingerFlowSource {
  private let waiting: Mutex<[Result<PressedFingers, PluginCallError>]>
  private let asked = Mutex<[FingerReaderOptions?]>([])
  private let open = Mutex<PressedFingers?>(nil)
  private let ownMaker: (any FingerTemplateMaker)?
  private let ownMatcher: TemplateMatcher?

  init(
    _ readers: PressedFingers..., maker: (any FingerTemplateMaker)? = nil, matcher: TemplateMatcher? = nil
  ) {
    waiting = Mutex(readers.map { .success($0) })
    (ownMaker, ownMatcher) = (maker, matcher)
  }

  init(sequence readers: [PressedFingers]) {
    waiting = Mutex(readers.map { .success($0) })
    (ownMaker, ownMatcher) = (nil, nil)
  }

  init(failing error: PluginCallError) {
    waiting = Mutex([.failure(error)])
    (ownMaker, ownMatcher) = (nil, nil)
  }

  /// What was asked for, in order.
  var askedFor: [FingerReaderOptions?] { asked.withLock { $0 } }

  func reader(_ reader: FingerReaderOptions?) async throws -> any FingerEventSource {
    asked.withLock { $0.append(reader) }
    if let open = open.withLock({ $0 }), !open.isClosed { throw PluginCallError.busyReader }
    let next = waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    guard let next else { throw PluginCallError.goneReader }
    let opened = try next.get()
    open.withLock { $0 = opened }
    return opened
  }

  func maker(of type: FingerTemplateType) async throws -> any FingerTemplateMaker {
    ownMaker ?? DrawnTemplates(type: type)
  }

  func matcher(of type: FingerTemplateType) async throws -> TemplateMatcher {
    if let ownMatcher { return ownMatcher }
    throw FingerCaptureError(.notAvailable, place: "test", reason: "there is none.", remedy: "Give one.")
  }

  var flows: FingerFlows { FingerFlows(source: self, now: { 1_700_000_000 }) }
}

/// Hands out readers as another source does, while its gate is open.
final class GatedFingers: FingerFlowSource {
  private let fingers: TestFingers
  private let gate: Mutex<(isOpen: Bool, asked: Int)>

  init(_ readers: PressedFingers..., isOpen: Bool = false) {
    fingers = TestFingers(sequence: readers)
    gate = Mutex((isOpen: isOpen, asked: 0))
  }

  func setOpen(_ isOpen: Bool) { gate.withLock { $0.isOpen = isOpen } }

  /// Waits until so many readers have been asked for.
  func untilAsked(_ times: Int) async throws {
    while gate.withLock({ $0.asked < times }) { try await Task.sleep(for: .milliseconds(1)) }
  }

  func reader(_ reader: FingerReaderOptions?) async throws -> any FingerEventSource {
    gate.withLock { $0.asked += 1 }
    while gate.withLock({ !$0.isOpen }) { try await Task.sleep(for: .milliseconds(1)) }
    return try await fingers.reader(reader)
  }

  func maker(of type: FingerTemplateType) async throws -> any FingerTemplateMaker {
    try await fingers.maker(of: type)
  }

  func matcher(of type: FingerTemplateType) async throws -> TemplateMatcher {
    try await fingers.matcher(of: type)
  }

  var flows: FingerFlows { FingerFlows(source: self, now: { 1_700_000_000 }) }
}

extension FingerEvent {
  /// For comparisons in tests; images by their bars.
  var words: String {
    switch self {
    case .sensor(let isCovered): isCovered ? "on" : "off"
    case .feedback(let feedback): feedback.name
    case .image(let picture): "image \(picture.qualityBar)/\(picture.areaBar)"
    case .chosen(let picture): "chosen \(picture.qualityBar)"
    case .progress(let site, let done, let count): "\(site.name) \(done)/\(count)"
    case .sound(let sound): "sound \(sound.rawValue)"
    case .vibration: "vibration"
    }
  }
}

extension FingerOperation {
  /// What it said, without images, which may be dropped.
  func told() async -> [String] {
    var words: [String] = []
    for await event in events {
      if case .image = event { continue }
      words.append(event.words)
    }
    return words
  }
}
