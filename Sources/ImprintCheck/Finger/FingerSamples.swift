// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import Synchronization
internal import ImprintCalls

/// Prints for finger extractors.
enum FingerContract: ExtractorContract {
  typealias Table = imp_finger_extractor_ability
  typealias Sample = DrawnPrint
  typealias Lent = LentPrint

  static let name = "finger-extractor"
  static let modality = Modality.finger
  static let sampleStruct = "imp_image"
  static let words = (sample: "print", subject: "finger")

  static func extract(
    _ table: Table, _ extractor: OpaquePointer, _ lent: LentPrint,
    _ payload: UnsafeMutablePointer<imp_buffer>, _ extraction: UnsafeMutablePointer<imp_extraction>
  ) -> imp_status { table.extract(extractor, lent.picture.image, lent.finger, payload, extraction) }

  static func problem(of format: Table.Format) -> String? {
    let (least, most) = (format.resolution_min, format.resolution_max)
    return 1 <= least && least <= most && most <= 1_000_000
      ? nil : "resolutions \(least) to \(most); 1 to 1000000 is expected, the lowest first"
  }

  static func expectUsable(_ format: Table.Format) throws {
    try expect(problem(of: format) == nil, "it lists \(problem(of: format) ?? "").", place: place("formats"))
  }

  // MARK: Prints

  static func sample(_ person: Int, for format: Table.Format) -> DrawnPrint {
    .person(person, resolution: format.usual)
  }

  static func samplesOfAllLengths(_ person: Int, for format: Table.Format) -> [DrawnPrint] {
    [8, 12, 16].map { DrawnPrint.person(person, resolution: format.usual, side: $0) }
      + (1...2).map { DrawnPrint.person(person, resolution: format.usual, impression: $0) }
  }

  static func samplesOfNobody(for format: Table.Format, _ random: inout CheckRandom) -> [DrawnPrint] {
    let grain = random.bytes(4096)
    let lights: [(Int, Int) -> UInt8] = [
      { _, _ in 255 }, { _, _ in 0 }, { _, _ in 128 }, { x, _ in x < 80 ? 0 : 255 },
      { x, y in x == 80 && y == 80 ? 0 : 255 }, { x, y in grain[(x &* 61 &+ y &* 997) % grain.count] },
      { x, _ in x % 9 < 5 ? 40 : 220 }, { x, y in (x / 5 + y / 5) % 2 == 0 ? 40 : 220 },
      { x, y in (x &- 80) &* (x &- 80) &+ (y &- 80) &* (y &- 80) < 12 ? 30 : 230 },
    ]
    return lights.map { .of(CheckPicture.shaded(width: 160, height: 160, $0), resolution: format.usual) }
  }

  static func others(for format: Table.Format) throws -> [OtherSample<LentPrint>] {
    let print = sample(1, for: format)
    let wanted = [IMP_E_SAMPLE, IMP_E_ARGUMENT]
    var others = try WrongImage.all.map { wrong in
      OtherSample("an image with \(wrong.words)", wanted, try LentPrint(print, image: wrong.change))
    }
    let colours = CheckPicture.person(0)
    others.append(
      OtherSample(
        "a colour image", [IMP_E_SAMPLE], try LentPrint(.of(colours, resolution: format.usual))))
    let (least, most) = (format.resolution_min, format.resolution_max)
    for resolution in [0, least - 1, most + 1, most * 2, .max] where !(least...most).contains(resolution) {
      let lent = try LentPrint(print, image: { $0.resolution = resolution })
      let words = resolution == 0 ? "of unknown resolution" : "of \(resolution) pixels per metre"
      others.append(OtherSample("a print \(words)", [IMP_E_SAMPLE], lent))
    }
    for (words, change) in [
      ("of position 11", { $0.position = 11 }), ("of position \(UInt32.max)", { $0.position = .max }),
      ("of impression 10", { $0.impression = 10 }), ("of impression 30", { $0.impression = 30 }),
    ] as [(String, (inout imp_finger) -> Void)] {
      let lent = try LentPrint(print, finger: change)
      others.append(OtherSample("a finger \(words), which is undefined,", [IMP_E_ARGUMENT], lent))
    }
    for change in [-8, 8] {
      let lent = try LentPrint(print, finger: imp_finger.wrong(by: change))
      others.append(OtherSample("a finger whose size field is not its size", [IMP_E_ABI], lent))
    }
    return others
  }
}

extension imp_finger_format: ExtractedFormatStruct {
  /// The resolution that checks draw: 500 dpi, or the nearest that the format takes.
  var usual: Int { Int(min(max(19_685, resolution_min), resolution_max)) }
}

/// A print that checks lend: an image, and the finger's metadata.
struct DrawnPrint: DrawnSample {
  let picture: CheckPicture
  /// The person it is of.
  let what: String
  var position = UInt32(IMP_FINGER_UNKNOWN)
  var impression = UInt32(IMP_IMPRESSION_LIVE_PLAIN)

  /// A finger of a synthetic person; one per number, the same on every machine.
  /// - Parameters:
  ///   - side: The image's longer side, in millimetres.
  ///   - impression: Selects one of the same finger's impressions.
  static func person(
    _ number: Int, resolution: Int, side: Double = 11, impression: Int = 0
  ) -> DrawnPrint {
    let asked = Drawing(number: number, resolution: resolution, side: side, impression: impression)
    if let drawn = drawings.withLock({ $0[asked] }) { return drawn }
    let drawn = asked.drawn
    // A check asks for a few over and over; those of one that asks for many are not kept for ever.
    drawings.withLock { kept in
      if kept.count >= 64 { kept.removeAll() }
      kept[asked] = drawn
    }
    return drawn
  }

  private static let drawings = Mutex<[Drawing: DrawnPrint]>([:])

  /// Any image as a print.
  static func of(_ picture: CheckPicture, resolution: Int) -> DrawnPrint {
    DrawnPrint(picture: picture.at(resolution), what: "a picture")
  }

  /// In the form that applications have.
  var value: Image { get throws { try picture.image.value } }

  func changed(_ change: (inout DrawnPrint) -> Void) -> DrawnPrint {
    var print = self
    change(&print)
    return print
  }

  var words: String { "\(what), \(picture.words), \(picture.image.resolution) pixels per metre" }
}

/// A print as a call lends it: image and finger, each in read-only memory before a guard page.
final class LentPrint: LentSample {
  let picture: LentPicture
  private let header: GuardedMemory

  /// - Parameters:
  ///   - image: The fault to put into its description.
  ///   - finger: The fault to put into the finger.
  init(
    _ print: DrawnPrint, image: (inout imp_image) -> Void = { _ in },
    finger: (inout imp_finger) -> Void = { _ in }
  ) throws {
    picture = try LentPicture(print.picture, change: image)
    header = try Self.header(of: print, finger)
  }

  convenience init(_ print: DrawnPrint, change: (inout imp_image) -> Void) throws {
    try self.init(print, image: change)
  }

  /// A print whose image has another layout.
  init(_ print: DrawnPrint, in picture: LentPicture) throws {
    self.picture = picture
    header = try Self.header(of: print) { _ in }
  }

  private static func header(
    of print: DrawnPrint, _ change: (inout imp_finger) -> Void
  ) throws -> GuardedMemory {
    var finger = imp_finger(
      size: structSize(imp_finger.self), position: print.position, impression: print.impression, reserved: 0)
    change(&finger)
    let memory = try GuardedMemory(copyOf: finger)
    memory.makeReadOnly()
    return memory
  }

  var finger: UnsafePointer<imp_finger> { header.pointer() }

  func replace(by print: DrawnPrint) { picture.replace(by: print.picture) }

  var memory: [GuardedMemory] { picture.memory + [header] }
}

/// What a print is drawn of: the same gives the same print, and drawing takes long.
private struct Drawing: Hashable {
  let number: Int
  let resolution: Int
  let side: Double
  let impression: Int

  var drawn: DrawnPrint {
    var random = CheckRandom(seed: UInt64(number), check: "drawn-finger")
    let finger = DrawnFinger(&random)
    var press = CheckRandom(seed: UInt64(impression), check: "impression of finger \(number)")
    let image = finger.impression(resolution: resolution, side: side, &press)
    return DrawnPrint(picture: CheckPicture(image), what: "finger \(number)")
  }
}
