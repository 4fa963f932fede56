// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Foundation
import Testing

final class FingerEdgesPluginTests {
  let opened: OpenedEntry
  let table: imp_finger_extractor_ability
  let extractor: OpaquePointer
  let matcher: TestMatcher

  private static let format = "imprint.finger-edges"

  init() throws {
    opened = try OpenedEntry(PluginLibrary.entry("FingerEdges"))
    let table: imp_finger_extractor_ability = try opened.table(IMP_FINGER_EXTRACTOR_ID)
    self.table = table
    extractor = try Self.make(table, opened.plugin, Self.format)
    matcher = try TestMatcher(opened.table(IMP_MATCHER_ID), of: opened.plugin, format: Self.format)
  }

  deinit { table.destroy(extractor) }

  /// Ridges of nobody: level lines of a phase, with a spiral where a minutia is.
  /// - Parameter scale: pixels for each of one at 500 dots an inch.
  private static func finger(_ number: Int, turn: Double = 0, scale: Int = 1) -> TestImage {
    let side = 240 * scale
    var state = UInt32(number) &* 2_654_435_761
    func draw(_ below: Int) -> Double {
      // Numerical Recipes' generator.
      state = state &* 1_664_525 &+ 1_013_904_223
      return Double(Int(state >> 16) % below)
    }
    let core = (x: draw(160) - 80, y: 120 + draw(60))
    let places = (0..<11).map { _ in (x: draw(160) - 80, y: draw(160) - 80, sense: draw(2) * 2 - 1) }
    return TestImage(width: side, height: side, padding: 3) { column, row in
      let (u, v) = (Double(column - side / 2) / Double(scale), Double(row - side / 2) / Double(scale))
      guard u * u + v * v < 110 * 110 else { return 235 }
      let (x, y) = (cos(turn) * u + sin(turn) * v, cos(turn) * v - sin(turn) * u)
      var phase = 2 * Double.pi * hypot(x - core.x, y - core.y) / 9
      for place in places { phase += place.sense * atan2(y - place.y, x - place.x) }
      return UInt8(128 + 90 * cos(phase) + Double((column * 7 + row * 13) % 11))
    }
  }

  private static let formats = ["imprint.finger-edges", "iso-19794-2-2005", "imprint.finger-card"]

  private static func make(
    _ table: imp_finger_extractor_ability, _ plugin: OpaquePointer, _ format: String
  ) throws -> OpaquePointer {
    var extractor: OpaquePointer?
    let status = format.lent { format in
      var options = imp_finger_extractor_options(
        size: structSize(imp_finger_extractor_options.self), threads: 1, format: format)
      return table.create(plugin, &options, &extractor)
    }
    #expect(status == IMP_OK)
    return try #require(extractor)
  }

  private func extract(
    _ image: TestImage, resolution: UInt32 = 19685, format: String, impression: UInt32 = 0
  ) throws -> [UInt8] {
    let extractor = try Self.make(table, opened.plugin, format)
    defer { table.destroy(extractor) }
    return try extract(image, resolution: resolution, by: extractor, impression: impression).template
  }

  private func matcher(_ format: String) throws -> TestMatcher {
    try TestMatcher(opened.table(IMP_MATCHER_ID), of: opened.plugin, format: format)
  }

  private func extract(
    _ image: TestImage, resolution: UInt32 = 19685, by other: OpaquePointer? = nil, impression: UInt32 = 0
  ) throws -> (template: [UInt8], quality: Float) {
    let extractor = other ?? self.extractor
    var memory = [UInt8](repeating: 0, count: 6413)
    var extraction = imp_extraction(
      size: structSize(imp_extraction.self), version: 0, quality: 0, reserved: 0)
    var finger = imp_finger(
      size: structSize(imp_finger.self), position: 2, impression: impression, reserved: 0)
    var length = 0
    let status = memory.withUnsafeMutableBufferPointer { memory in
      var buffer = imp_buffer(data: memory.baseAddress, capacity: memory.count, length: 0)
      defer { length = buffer.length }
      return image.lend(change: { $0.resolution = resolution }) { image in
        table.extract(extractor, image, &finger, &buffer, &extraction)
      }
    }
    guard status == IMP_OK else { throw StatusError(status: status, words: opened.host.last?.words ?? "") }
    return (Array(memory[..<length]), extraction.quality)
  }

  @Test func aFingerThatIsTurnedIsMoreLikeItselfThanAnotherFinger() throws {
    let first = try extract(Self.finger(1)).template
    let turned = matcher.compare(first, try extract(Self.finger(1, turn: 0.2)).template)
    let other = matcher.compare(first, try extract(Self.finger(4)).template)
    #expect(turned.status == IMP_OK && other.status == IMP_OK)
    #expect(turned.similarity > 8 && turned.similarity > other.similarity + 5, "\(turned) and \(other)")
  }

  @Test func aTemplateSaysFormatVersionQualityAndFinger() throws {
    let made = try extract(Self.finger(2))
    #expect(Array(made.template[..<5]) == Array("IMFE".utf8) + [1])
    #expect(Float(made.template[5]) == made.quality && made.template[7] == 2)
    #expect(try extract(Self.finger(2)).template == made.template)
  }

  @Test func aTemplateWithAnyBitChangedIsRefused() throws {
    let template = try extract(Self.finger(3)).template
    for at in stride(from: 4, to: template.count, by: 7) {
      var changed = template
      changed[at] ^= 1 << UInt8(at % 8)
      #expect(matcher.compare(changed, template).status == IMP_E_TEMPLATE_DAMAGED)
    }
    #expect(matcher.compare(Array(template.dropLast()), template).status == IMP_E_TEMPLATE_DAMAGED)
    #expect(matcher.compare([0] + template.dropFirst(), template).status == IMP_E_TEMPLATE_FORMAT)
  }

  @Test func aResolutionThatRidgesContradictIsRefused() throws {
    do {
      _ = try extract(Self.finger(1, scale: 2))
      Issue.record("it was extracted")
    } catch let error as StatusError {
      #expect(error.status == IMP_E_QUALITY)
    }
  }

  @Test func aFingerOfTwiceTheResolutionIsLikeItself() throws {
    let fine = try extract(Self.finger(1, scale: 2), resolution: 39370).template
    #expect(matcher.compare(fine, try extract(Self.finger(1)).template).similarity > 8)
  }

  @Test func aPictureWithoutRidgesIsNoFinger() throws {
    do {
      _ = try extract(TestImage(width: 200, height: 200) { _, _ in 200 })
      Issue.record("it was extracted")
    } catch let error as StatusError {
      #expect(error.status == IMP_E_NO_SUBJECT)
    }
  }

  @Test(arguments: formats) func aFingerIsMoreLikeItselfThanAnotherInEachFormat(format: String) throws {
    let matcher = try matcher(format)
    let first = try extract(Self.finger(1), format: format)
    let turned = matcher.compare(first, try extract(Self.finger(1, turn: 0.2), format: format))
    let other = matcher.compare(first, try extract(Self.finger(4), format: format))
    #expect(turned.status == IMP_OK && other.status == IMP_OK)
    #expect(turned.similarity > 8 && turned.similarity > other.similarity + 5, "\(turned) and \(other)")
  }

  @Test(arguments: formats) func aTemplateOfAnotherFormatIsRefused(format: String) throws {
    let matcher = try matcher(format)
    let own = try extract(Self.finger(1), format: format)
    for other in Self.formats where other != format {
      let template = try extract(Self.finger(1), format: other)
      let status = matcher.compare(own, template).status
      #expect(status == IMP_E_TEMPLATE_FORMAT, "\(other) as \(format)")
    }
  }

  @Test func aRecordIsWrittenByTheStandard() throws {
    let record = try extract(Self.finger(2), format: "iso-19794-2-2005", impression: 24)
    #expect(Array(record[..<8]) == Array("FMR\0 20\0".utf8))
    #expect(Int(record[10]) << 8 | Int(record[11]) == record.count)
    #expect(Array(record[14..<22]) == [0, 240, 0, 240, 0, 197, 0, 197])
    // One view, of the second finger; the impression is one that this edition has no code for.
    #expect(Array(record[22..<26]) == [1, 0, 2, 15] && (1...100).contains(record[26]))
    #expect(record.count == 30 + 6 * Int(record[27]) && record.suffix(2) == [0, 0])
  }

  @Test func aRecordOfAnyResolutionAndWithExtendedDataIsCompared() throws {
    let matcher = try matcher("iso-19794-2-2005")
    let record = try extract(Self.finger(2), format: "iso-19794-2-2005")
    let itself = matcher.compare(record, record).similarity
    var extended = record
    extended.replaceSubrange((record.count - 2)..., with: [0, 4, 1, 2, 3, 4])
    Self.state(extended.count, in: &extended)
    #expect(matcher.compare(record, extended).similarity == itself)
    // At twice the resolution every position is twice as far.
    var fine = record
    var numbers = [14, 16, 18, 20]
    for index in 0..<Int(record[27]) { numbers += [28 + 6 * index, 30 + 6 * index] }
    for at in numbers {
      let (kind, number) = (fine[at] & 0xC0, Int(fine[at] & 0x3F) << 8 | Int(fine[at + 1]))
      (fine[at], fine[at + 1]) = (kind | UInt8((number * 2) >> 8), UInt8((number * 2) & 0xFF))
    }
    #expect(matcher.compare(record, fine).similarity == itself)
  }

  /// Writes a record's length.
  private static func state(_ length: Int, in record: inout [UInt8]) {
    (record[10], record[11]) = (UInt8(length >> 8), UInt8(length & 0xFF))
  }

  @Test func aRecordThatLiesIsRefused() throws {
    let matcher = try matcher("iso-19794-2-2005")
    let record = try extract(Self.finger(2), format: "iso-19794-2-2005")
    func answer(_ change: (inout [UInt8]) -> Void) -> imp_status {
      var changed = record
      change(&changed)
      return matcher.compare(changed, record).status
    }
    #expect(answer { $0[11] ^= 1 } == IMP_E_TEMPLATE_DAMAGED)
    #expect(answer { $0[27] += 1 } == IMP_E_TEMPLATE_DAMAGED)
    #expect(answer { $0[27] = 255 } == IMP_E_TEMPLATE_DAMAGED)
    #expect(answer { $0[$0.count - 1] = 1 } == IMP_E_TEMPLATE_DAMAGED)
    #expect(answer { $0[28] |= 0x3F } == IMP_E_TEMPLATE_DAMAGED, "outside of the picture")
    #expect(answer { $0[22] = 2 } == IMP_E_TEMPLATE_FORMAT, "two views")
    #expect(answer { $0[22] = 0 } == IMP_E_TEMPLATE_FORMAT, "no view")
    #expect(answer { ($0[18], $0[19]) = (0, 0) } == IMP_E_TEMPLATE_FORMAT, "no resolution")
    #expect(answer { ($0[14], $0[15]) = (0x3F, 0xFF) } == IMP_E_TEMPLATE_FORMAT, "two metres")
    #expect(answer { ($0[4], $0[6]) = (UInt8(ascii: "0"), UInt8(ascii: "0")) } == IMP_E_TEMPLATE_FORMAT)
    // As the American standard has it: a length of two bytes.
    #expect(answer { ($0[8], $0[9]) = ($0[10], $0[11]) } == IMP_E_TEMPLATE_FORMAT)
    for count in 1..<record.count {
      #expect(matcher.compare(Array(record[..<count]), record).status != IMP_OK, "\(count) bytes")
    }
  }

  @Test func aRecordOfMoreMinutiaeThanAreComparedIsJudgedByItsBest() throws {
    let matcher = try matcher("iso-19794-2-2005")
    let record = try extract(Self.finger(2), format: "iso-19794-2-2005")
    let itself = matcher.compare(record, record).similarity
    // Behind its own stand others of the least quality along two borders, up to the most that a view has.
    var more = Array(record.dropLast(2))
    for index in 0..<(255 - Int(record[27])) {
      let (x, y, angle) = (
        UInt8(index % 24 + index % 2 * 216), UInt8(index * 7 % 240), UInt8(index * 31 % 256)
      )
      more += [0x40, x, 0, y, angle, 1]
    }
    more += [0, 0]
    more[27] = 255
    Self.state(more.count, in: &more)
    let answer = matcher.compare(record, more)
    #expect(answer.status == IMP_OK && answer.similarity > itself / 2, "\(answer) of \(itself)")
    // A record without any is a template that is like nothing.
    var none = Array(record[..<28]) + [0, 0]
    none[27] = 0
    Self.state(none.count, in: &none)
    #expect(matcher.compare(record, none).status == IMP_OK && matcher.compare(record, none).similarity <= 0)
  }

  /// A record of 240 × 240 pixels of minutiae anywhere, six bytes each.
  private static func record(_ minutiae: [[UInt8]]) -> [UInt8] {
    var bytes = Array("FMR\0 20\0".utf8) + [0, 0, 0, 0, 0, 0, 0, 240, 0, 240, 0, 197, 0, 197, 1, 0, 2, 0, 80]
    bytes.append(UInt8(minutiae.count))
    bytes += minutiae.flatMap(\.self) + [0, 0]
    state(bytes.count, in: &bytes)
    return bytes
  }

  private static func minutiae(_ count: Int, qualities: ClosedRange<Int>, seed: Int) -> [[UInt8]] {
    (0..<count).map { index in
      let mixed = UInt32(truncatingIfNeeded: index * 7919 + seed) &* 2_654_435_761
      return [
        UInt8(1 + mixed % 2) << 6, UInt8((mixed >> 4) % 240), 0, UInt8((mixed >> 12) % 240),
        UInt8(mixed >> 20 & 0xFF), UInt8(qualities.lowerBound + Int(mixed >> 9) % qualities.count),
      ]
    }
  }

  /// The orders that a file may have: as it stands, turned around, and by each byte of a minutia.
  private static func orders(_ minutiae: [[UInt8]]) -> [[[UInt8]]] {
    [minutiae, minutiae.reversed()]
      + minutiae[0].indices.map { byte in minutiae.sorted { $0[byte] < $1[byte] } }
      + [7, 33].map { step in minutiae.indices.map { minutiae[$0 * step % minutiae.count] } }
  }

  @Test func inWhichOrderARecordHasItsMinutiaeMakesNoDifference() throws {
    let matcher = try matcher("iso-19794-2-2005")
    // Few qualities, so that the 64 best end among equals.
    let minutiae = Self.minutiae(101, qualities: 40...43, seed: 1)
    let probe = Self.record(Self.minutiae(20, qualities: 90...99, seed: 5) + minutiae[10..<50])
    let scores = Self.orders(minutiae).map { matcher.compare(probe, Self.record($0)).similarity }
    #expect(Set(scores).count == 1 && scores[0] > 10, "\(scores)")
    // The best that come last are the ones that are compared.
    let best = Self.minutiae(64, qualities: 70...99, seed: 9)
    let whole = matcher.compare(probe, Self.record(best)).similarity
    let hidden = Self.record(Self.minutiae(100, qualities: 1...20, seed: 3) + best)
    #expect(matcher.compare(probe, hidden).similarity == whole)
  }

  /// A card's template of minutiae, three bytes each.
  private static func card(_ minutiae: [[UInt8]]) -> [UInt8] {
    var bytes = Array("IMFC".utf8) + [1, UInt8(minutiae.count), 0, 0, 0, 0, 0, 0] + minutiae.flatMap(\.self)
    var sum: UInt32 = 0xffff_ffff
    for (at, byte) in bytes.enumerated() where !(8..<12).contains(at) {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 0 ? 0 : 0xedb8_8320) }
    }
    for place in 0..<4 { bytes[8 + place] = UInt8(truncatingIfNeeded: ~sum >> (8 * UInt32(place))) }
    return bytes
  }

  @Test func inWhichOrderACardHasItsMinutiaeMakesNoDifference() throws {
    let matcher = try matcher("imprint.finger-card")
    for count in [50, 101] {
      let minutiae = Self.minutiae(count, qualities: 1...1, seed: 1).map { minutia in
        [minutia[1], minutia[3], minutia[0] | minutia[4] >> 2]
      }
      let probe = Self.card(Array(minutiae[10..<45]))
      let scores = Self.orders(minutiae).map { matcher.compare(probe, Self.card($0)).similarity }
      #expect(Set(scores).count == 1 && scores[0] > 5, "\(scores)")
    }
  }

  @Test func aMinutiaOfTheReservedTypeIsRefused() throws {
    var minutiae = Self.minutiae(20, qualities: 40...60, seed: 1)
    let records = try matcher("iso-19794-2-2005"), cards = try matcher("imprint.finger-card")
    let record = Self.record(minutiae), card = Self.card(minutiae.map { [$0[1], $0[3], $0[0]] })
    #expect(records.compare(record, record).status == IMP_OK && cards.compare(card, card).status == IMP_OK)
    minutiae[7][0] |= 0xC0
    #expect(records.compare(Self.record(minutiae), record).status == IMP_E_TEMPLATE_DAMAGED)
    #expect(opened.host.last?.words.contains("reserved type 3") == true)
    let wrong = Self.card(minutiae.map { [$0[1], $0[3], $0[0]] })
    #expect(cards.compare(wrong, card).status == IMP_E_TEMPLATE_DAMAGED)
    #expect(opened.host.last?.words.contains("reserved type 3") == true)
  }

  @Test func aCompactCardHasTheBytesOfTheStandard() throws {
    let record = try extract(Self.finger(2), format: "iso-19794-2-2005")
    let card = try extract(Self.finger(2), format: "imprint.finger-card")
    #expect(Array(card[..<8]) == Array("IMFC".utf8) + [1, record[27], 0, 0])
    #expect(card.count == 12 + 3 * Int(record[27]))
    let minutiae = Array(card[12...])
    for index in 0..<Int(record[27]) {
      let at = 28 + 6 * index
      let x = Int(record[at] & 0x3F) << 8 | Int(record[at + 1])
      let y = Int(record[at + 2] & 0x3F) << 8 | Int(record[at + 3])
      #expect(Int(minutiae[3 * index]) == Int((Double(x) * 100 / 197).rounded()))
      #expect(Int(minutiae[3 * index + 1]) == Int((Double(y) * 100 / 197).rounded()))
      #expect(minutiae[3 * index + 2] >> 6 == record[at] >> 6)
      let nearest: UInt8 = (record[at + 4] &+ 2) >> 2
      #expect(minutiae[3 * index + 2] & 0x3F == nearest)
    }
    let matcher = try matcher("imprint.finger-card")
    for count in 1..<card.count {
      #expect(matcher.compare(Array(card[..<count]), card).status != IMP_OK, "\(count) bytes")
    }
    for at in stride(from: 4, to: card.count, by: 5) {
      var changed = card
      changed[at] ^= 1 << UInt8(at % 8)
      #expect(matcher.compare(changed, card).status == IMP_E_TEMPLATE_DAMAGED)
    }
  }

  /// What the plugin explains of two templates: its answer, and the bytes.
  private func explain(
    _ probe: [UInt8], _ reference: [UInt8], format: String
  ) throws -> (status: imp_status, said: imp_finger_explanation, bytes: [UInt8]) {
    let table: imp_finger_explainer_ability = try opened.table(IMP_FINGER_EXPLAINER_ID)
    var explainer: OpaquePointer?
    let made = format.lent { format in
      var options = imp_finger_explainer_options(
        size: structSize(imp_finger_explainer_options.self), threads: 1, format: format)
      return table.create(opened.plugin, &options, &explainer)
    }
    #expect(made == IMP_OK)
    let object = try #require(explainer)
    defer { table.destroy(object) }
    var said = imp_finger_explanation()
    said.size = structSize(imp_finger_explanation.self)
    var memory = [UInt8](repeating: 0, count: 100_000)
    let (status, length) = memory.withUnsafeMutableBufferPointer { memory in
      var buffer = imp_buffer(data: memory.baseAddress, capacity: memory.count, length: 0)
      let status = withBytes(probe) { probe in
        withBytes(reference) { table.explain(object, probe, 1, $0, 1, &buffer, &said) }
      }
      return (status, buffer.length)
    }
    return (status, said, Array(memory[..<length]))
  }

  private func shares(_ explained: (said: imp_finger_explanation, bytes: [UInt8])) -> [imp_explained_share] {
    explained.bytes.withUnsafeBytes { bytes in
      (0..<Int(explained.said.shares)).map {
        bytes.loadUnaligned(
          fromByteOffset: Int(explained.said.minutiae) * 24 + $0 * 24, as: imp_explained_share.self)
      }
    }
  }

  @Test(arguments: FingerEdgesPluginTests.formats) func anExplanationIsOfTheVeryComparisonAndAddsUp(
    format: String
  ) throws {
    let matcher = try matcher(format)
    let templates = try [(1, 0.0), (1, 0.2), (4, 0.0)].map {
      try extract(Self.finger($0.0, turn: $0.1), format: format)
    }
    for probe in templates {
      for reference in templates {
        let explained = try explain(probe, reference, format: format)
        #expect(explained.status == IMP_OK)
        let similarity = matcher.compare(probe, reference).similarity
        #expect(explained.said.similarity.bitPattern == similarity.bitPattern)
        let values = shares((explained.said, explained.bytes)).map { Double($0.value) }
        let magnitude = values.reduce(0) { $0 + abs($1) }
        #expect(abs(values.reduce(0, +) - Double(similarity)) <= magnitude / 10_000)
      }
    }
  }

  @Test func theTurnOfTheFingerIsExplainedAndItsFieldCountsInTheOwnFormatAlone() throws {
    for format in Self.formats {
      let first = try extract(Self.finger(1), format: format)
      let turned = try extract(Self.finger(1, turn: 0.2), format: format)
      let explained = try explain(first, turned, format: format)
      // The drawing turns clockwise, as rows count downwards.
      #expect(explained.said.aligned == 1 && abs(explained.said.turn + 0.2 * 180 / .pi) < 4)
      let kinds = Set(shares((explained.said, explained.bytes)).map { Int32(bitPattern: $0.kind) })
      #expect(kinds.contains(IMP_SHARE_PAIR) && kinds.contains(IMP_SHARE_EDGE))
      #expect(kinds.contains(IMP_SHARE_RIDGES) == (format == Self.format))
    }
  }

  @Test func aDamagedTemplateIsNotExplained() throws {
    let template = try extract(Self.finger(3)).template
    let damaged = Array(template.dropLast())
    #expect(try explain(damaged, template, format: Self.format).status == IMP_E_TEMPLATE_DAMAGED)
    #expect(try explain(template, damaged, format: Self.format).status == IMP_E_TEMPLATE_DAMAGED)
  }
}
