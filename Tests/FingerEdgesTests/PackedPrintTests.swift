// SPDX-License-Identifier: Apache-2.0
import CFingerEdges
import Testing

@Suite struct PackedPrintTests {
  /// Minutiae anywhere in a picture of that side.
  private func drawn(_ count: Int, seed: UInt64, side: Int = 380) -> [imp_finger_minutia] {
    var numbers = Numbers(seed)
    return (0..<count).map { _ in
      imp_finger_minutia(
        x: Int16(numbers.below(side)), y: Int16(numbers.below(side)), angle: UInt8(numbers.below(256)),
        kind: UInt8(numbers.below(3)), quality: UInt8(numbers.below(101)), reserved: 0)
    }
  }

  private func packed(_ print: imp_finger_prepared) -> imp_finger_entry {
    var entry = imp_finger_entry()
    withUnsafePointer(to: print) { imp_finger_pack($0, &entry) }
    return entry
  }

  private func unpacked(_ entry: imp_finger_entry) -> imp_finger_prepared {
    var print = imp_finger_prepared()
    withUnsafePointer(to: entry) { imp_finger_unpack($0, &print) }
    return print
  }

  private func score(_ one: imp_finger_prepared, _ other: imp_finger_prepared) -> Float {
    withUnsafePointer(to: one) { one in withUnsafePointer(to: other) { imp_finger_compare(one, $0, nil) } }
  }

  private func lengths(_ print: imp_finger_prepared) -> [UInt8] {
    withUnsafeBytes(of: print.length) { Array($0.prefix(Int(print.edges))) }
  }

  @Test func anEntryHasAtMostOneAndAHalfKilobytes() {
    #expect(MemoryLayout<imp_finger_entry>.size == Int(IMP_FINGER_ENTRY))
    #expect(IMP_FINGER_ENTRY <= 1500 && IMP_FINGER_ENTRY % 16 == 0)
  }

  @Test(arguments: [0, 1, 2, 3, 17, 36, 63, 64, 90, 128]) func whatIsPackedIsComparedAsBefore(count: Int) {
    for seed in 0..<8 as Range<UInt64> {
      let print = prepare(drawn(count, seed: seed))
      let again = unpacked(packed(print))
      #expect(again.count == print.count && again.edges == print.edges && again.corners == print.corners)
      #expect(lengths(again) == lengths(print))
      let probe = prepare(drawn(40, seed: seed + 100))
      #expect(score(probe, again) == score(probe, print) && score(again, print) == score(print, print))
    }
  }

  @Test func edgesAreSortedByLengthAndAsManyAsThereIsRoomFor() {
    for count in [5, 20, 64, 128] {
      let print = prepare(drawn(count, seed: 3))
      #expect(print.count == min(count, 64))
      #expect(print.edges > 0 && print.edges <= 12 * print.count && print.edges <= IMP_FINGER_EDGES)
      #expect(lengths(print) == lengths(print).sorted() && lengths(print).allSatisfy { $0 >= 3 })
    }
  }

  @Test func aCrowdLeavesTheRestOfAPrintItsEdges() {
    // Sixty in a corner have the shortest edges of all; four far off keep theirs.
    var minutiae = drawn(60, seed: 5, side: 60)
    for place in [(500, 500), (560, 500), (500, 570), (565, 560)] {
      minutiae.append(
        imp_finger_minutia(
          x: Int16(place.0), y: Int16(place.1), angle: 9, kind: 1, quality: 50, reserved: 0))
    }
    let print = prepare(minutiae)
    let ends = withUnsafeBytes(of: print.from) { from in
      withUnsafeBytes(of: print.to) { to in
        Set((0..<Int(print.edges)).flatMap { [from[$0], to[$0]] })
      }
    }
    #expect(ends.isSuperset(of: [60, 61, 62, 63]))
  }

  @Test func directionsAreThoseOfTheCircle() {
    // From the first minutia, whose own direction is 0, to one that lies 16ths of a turn around it.
    let around: [(x: Int16, y: Int16, angle: Int)] = [
      (200, 100, 0), (192, 62, 16), (171, 29, 32), (138, 8, 48), (100, 0, 64), (62, 8, 80), (29, 29, 96),
      (8, 62, 112), (0, 100, 128), (8, 138, 144), (29, 171, 160), (62, 192, 176), (100, 200, 192),
      (138, 192, 208), (171, 171, 224), (192, 138, 240),
    ]
    for place in around {
      let print = prepare([
        imp_finger_minutia(x: 100, y: 100, angle: 0, kind: 1, quality: 50, reserved: 0),
        imp_finger_minutia(x: place.x, y: place.y, angle: 0, kind: 1, quality: 50, reserved: 0),
      ])
      #expect(print.edges == 1)
      let way = withUnsafeBytes(of: print.at_from) { Int($0[0]) }
      #expect(abs(Int(Int8(truncatingIfNeeded: way - place.angle))) <= 1, "\(way), not \(place.angle)")
      let back = withUnsafeBytes(of: print.at_to) { $0[0] }
      #expect(back == UInt8(truncatingIfNeeded: way + 128))
    }
  }

  /// An entry of whatever minutiae and edges, whether a print can have them or not.
  private func forged(
    _ minutiae: [(x: Int, y: Int, kind: Int, quality: Int)], _ edges: [(from: Int, to: Int)], filler: Int = 0
  ) -> imp_finger_entry {
    var bytes: [UInt8] = []
    for (index, minutia) in minutiae.enumerated() {
      let x = minutia.x | minutia.kind << 14
      bytes += [UInt8(x & 0xFF), UInt8(x >> 8), UInt8(minutia.y & 0xFF), UInt8(minutia.y >> 8)]
      bytes += [UInt8(index * 40), UInt8(minutia.quality)]
    }
    var ends = edges.map { $0.from << 6 | $0.to }
    if ends.count % 2 == 1 { ends.append(filler) }
    for at in stride(from: 0, to: ends.count, by: 2) {
      let both = ends[at] << 12 | ends[at + 1]
      bytes += [UInt8(both >> 16), UInt8(both >> 8 & 0xFF), UInt8(both & 0xFF)]
    }
    var entry = imp_finger_entry()
    (entry.count, entry.edges) = (UInt16(minutiae.count), UInt16(edges.count))
    withUnsafeMutableBytes(of: &entry) { $0[8..<8 + bytes.count].copyBytes(from: bytes) }
    return entry
  }

  @Test func anEdgeThatIsRepeatedMatchesNothing() {
    let two = [(x: 100, y: 100, kind: 1, quality: 100), (x: 140, y: 100, kind: 1, quality: 100)]
    #expect(unpacked(forged(two, [(0, 1)])).edges == 1)
    let entry = forged(two, [(from: Int, to: Int)](repeating: (0, 1), count: 350))
    #expect(unpacked(entry).count == 0 && unpacked(entry).edges == 0)
    for seed in 0..<20 as Range<UInt64> {
      #expect(score(prepare(drawn(64, seed: seed)), unpacked(entry)) <= 0)
    }
  }

  @Test func whatNoPrintHasIsUnpackedAsNothing() {
    typealias Place = (x: Int, y: Int, kind: Int, quality: Int)
    let places: [Place] = [(100, 100, 0, 1), (140, 100, 1, 50), (100, 160, 2, 100), (1200, 1200, 1, 9)]
    let edges: [(from: Int, to: Int)] = [(0, 1), (0, 2), (1, 2)]
    #expect(unpacked(forged(places, edges)).edges == 3)
    let changed: [(String, (inout [Place]) -> Void)] = [
      ("quality", { $0[3].quality = 0 }), ("quality", { $0[3].quality = 101 }),
      ("quality", { $0[3].quality = 255 }), ("kind", { $0[3].kind = 3 }), ("x", { $0[3].x = 1201 }),
      ("y", { $0[3].y = 1201 }), ("y", { $0[3].y = 0x4000 }), ("too short", { $0[1].x = 102 }),
    ]
    for (what, change) in changed {
      var places = places
      change(&places)
      #expect(unpacked(forged(places, edges)).count == 0, "\(what)")
    }
    let wrong: [[(from: Int, to: Int)]] = [
      [(0, 0), (0, 1), (0, 2)], [(1, 0), (0, 2), (1, 2)], [(0, 1), (1, 2), (0, 2)], [(0, 1), (0, 1), (0, 2)],
      [(0, 1), (0, 2), (1, 2), (1, 3)], [(0, 4)], [(63, 63)],
    ]
    for edges in wrong { #expect(unpacked(forged(places, edges)).count == 0, "\(edges)") }
    #expect(unpacked(forged(places, edges, filler: 1)).count == 0)
    // Of equally long edges, the ends say which is first.
    let square: [Place] = [(100, 100, 1, 9), (150, 100, 1, 9), (100, 150, 1, 9), (150, 150, 1, 9)]
    #expect(unpacked(forged(square, [(0, 1), (0, 2), (1, 3), (2, 3)])).edges == 4)
    #expect(unpacked(forged(square, [(0, 2), (0, 1), (1, 3), (2, 3)])).count == 0)
    #expect(unpacked(forged(square, [(0, 1), (1, 3), (0, 2), (2, 3)])).count == 0)
  }

  @Test func theHullGoesAroundMinutiaeThatCoincideOrLieOnItsSides() {
    func corners(_ places: [(Int16, Int16)]) -> [[Int16]] {
      let print = prepare(
        places.map {
          imp_finger_minutia(x: $0.0, y: $0.1, angle: 0, kind: 1, quality: 50, reserved: 0)
        })
      return withUnsafeBytes(of: print.hull) { hull in
        hull.prefix(Int(print.corners)).map { [places[Int($0)].0, places[Int($0)].1] }
      }
    }
    let square: Set<[Int16]> = [[100, 100], [200, 100], [200, 200], [100, 200]]
    let orders: [[(Int16, Int16)]] = [
      [(100, 100), (100, 100), (200, 100), (200, 200), (100, 200)],
      [(200, 200), (200, 200), (100, 100), (100, 100), (100, 200), (200, 100), (200, 100)],
      [(100, 100), (150, 100), (100, 150), (200, 100), (150, 150), (200, 200), (150, 200), (100, 200)],
      [(150, 200), (100, 150), (200, 150), (150, 100), (100, 200), (200, 200), (200, 100), (100, 100)],
    ]
    for order in orders {
      let found = corners(order)
      #expect(found.count == 4 && Set(found) == square, "\(found)")
    }
    #expect(corners([(9, 9), (9, 9), (9, 9)]).count < 3)
    #expect(corners([(9, 9), (19, 9), (29, 9), (24, 9)]).count < 3)
  }

  @Test func anyBytesAreUnpacked() {
    var numbers = Numbers(11)
    let probe = prepare(drawn(40, seed: 1))
    let right = packed(probe)
    for round in 0..<4000 {
      var entry = right
      withUnsafeMutableBytes(of: &entry) { bytes in
        if round % 4 == 0 {
          for at in bytes.indices { bytes[at] = UInt8(numbers.below(256)) }
          bytes[1] = 0
          bytes[3] &= 3
        } else {
          for _ in 0...round % 9 {
            bytes[numbers.below(round % 2 == 0 ? 8 : bytes.count)] = UInt8(numbers.below(256))
          }
        }
      }
      let print = unpacked(entry)
      #expect(print.count <= 64 && print.edges <= IMP_FINGER_EDGES && score(probe, print).isFinite)
    }
    #expect(unpacked(imp_finger_entry()).count == 0)
  }
}
