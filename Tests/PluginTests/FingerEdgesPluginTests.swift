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
    var extractor: OpaquePointer?
    let status = Self.format.lent { [plugin = opened.plugin] format in
      var options = imp_finger_extractor_options(
        size: structSize(imp_finger_extractor_options.self), threads: 1, format: format)
      return table.create(plugin, &options, &extractor)
    }
    #expect(status == IMP_OK)
    self.extractor = try #require(extractor)
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

  private func extract(
    _ image: TestImage, resolution: UInt32 = 19685
  ) throws -> (template: [UInt8], quality: Float) {
    var memory = [UInt8](repeating: 0, count: 6413)
    var extraction = imp_extraction(
      size: structSize(imp_extraction.self), version: 0, quality: 0, reserved: 0)
    var finger = imp_finger(size: structSize(imp_finger.self), position: 2, impression: 0, reserved: 0)
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
}
