// SPDX-License-Identifier: Apache-2.0
import CEmbedding
import CFaceVectors
import Foundation
import Testing

@Suite struct FaceVectorsTests {
  private func format(
    _ metric: imp_vectors_metric = IMP_METRIC_COSINE, count: UInt32 = 19, int8: Bool = false,
    bound: Float = 5,
    tag: UInt64 = 7, version: UInt32 = 1
  ) -> imp_vectors {
    imp_vectors(
      tag: tag, version: version, count: count, is_int8: int8 ? 1 : 0, metric: metric, bound: bound,
      reserved: 0)
  }

  private func numbers(_ seed: UInt64, count: Int = 19) -> [Float] {
    var random = SplitMix(state: seed)
    return (0..<count).map { _ in Float(Int64(bitPattern: random.next()) >> 40) / 0x80_0000 }
  }

  private func made(_ format: imp_vectors, _ numbers: [Float]) -> (imp_vectors_answer, [UInt8]) {
    var format = format
    var payload = [UInt8](repeating: 0, count: imp_vectors_payload_bytes(&format))
    return (imp_vectors_make(&format, numbers, &payload), payload)
  }

  private func similarity(
    _ format: imp_vectors, _ one: [Float], _ other: [Float], by kernel: imp_embedding_kernel? = nil
  ) -> Float {
    var format = format
    let entries = [one, other].map { numbers in
      var entry = [UInt8](repeating: 0, count: imp_vectors_entry_bytes(&format))
      imp_vectors_prepare(&format, made(format, numbers).1, &entry)
      return entry
    }
    var similarity = Float.nan
    imp_vectors_compare_by(kernel ?? imp_embedding_best(), &format, entries[0], entries[1], 1, &similarity)
    return similarity
  }

  private func expected(_ metric: imp_vectors_metric, _ one: [Float], _ other: [Float]) -> Double {
    func unit(_ numbers: [Float]) -> [Double] {
      let length = numbers.reduce(0) { $0 + Double($1) * Double($1) }.squareRoot()
      return numbers.map { Double($0) / length }
    }
    func dot(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
    func distance(_ a: [Double], _ b: [Double]) -> Double {
      zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
    }
    return switch metric {
    case IMP_METRIC_COSINE: dot(unit(one), unit(other))
    case IMP_METRIC_EUCLIDEAN_UNIT: -distance(unit(one), unit(other))
    case IMP_METRIC_EUCLIDEAN: -distance(one.map(Double.init), other.map(Double.init))
    default: dot(one.map(Double.init), other.map(Double.init))
    }
  }

  @Test(arguments: [IMP_METRIC_COSINE, IMP_METRIC_EUCLIDEAN_UNIT, IMP_METRIC_EUCLIDEAN, IMP_METRIC_DOT])
  func eachMetricIsWhatItsNameSaysOnEveryProcessor(metric: imp_vectors_metric) {
    let format = format(metric)
    for seed in 1...20 as ClosedRange<UInt64> {
      let (one, other) = (numbers(seed), numbers(seed + 100))
      let found = similarity(format, one, other)
      #expect(abs(Double(found) - expected(metric, one, other)) < 1e-5)
      #expect(similarity(format, other, one).bitPattern == found.bitPattern)
      #expect(similarity(format, one, other, by: IMP_EMBEDDING_PORTABLE).bitPattern == found.bitPattern)
    }
  }

  @Test func bytesKeepTheDirection() {
    let (bytes, floats) = (format(int8: true), format())
    for seed in 1...20 as ClosedRange<UInt64> {
      let (one, other) = (numbers(seed), numbers(seed + 100))
      let found = similarity(bytes, one, other)
      #expect(abs(found - similarity(floats, one, other)) < 0.02)
      #expect(abs(similarity(bytes, one, one) - 1) < 1e-6)
      #expect(similarity(bytes, one.map { $0 * 7 }, other) == found)
      #expect(similarity(bytes, one, other, by: IMP_EMBEDDING_PORTABLE).bitPattern == found.bitPattern)
    }
  }

  @Test func whatLiesBeyondTheBoundCountsAsIt() {
    let (one, other) = (numbers(1).map { $0 * 100 }, numbers(2).map { $0 * -100 })
    #expect(similarity(format(IMP_METRIC_EUCLIDEAN), one, other) == -5)
    #expect(similarity(format(IMP_METRIC_DOT), one, one) == 5)
    #expect(similarity(format(IMP_METRIC_DOT), one, one.map(-)) == -5)
  }

  @Test func zerosAndNumbersThatAreNoneMakeNoTemplate() {
    let zeros = [Float](repeating: 0, count: 19)
    #expect(made(format(), zeros).0 == IMP_VECTORS_ZERO)
    for bad in [Float.nan, .infinity, -.infinity, 1.1e6] {
      var numbers = numbers(3)
      numbers[18] = bad
      #expect(made(format(IMP_METRIC_DOT), numbers).0 == IMP_VECTORS_NOT_FINITE)
    }
  }

  @Test(arguments: [false, true])
  func eachChangedByteIsFoundAndOtherFormatsAreTold(int8: Bool) {
    var format = format(int8: int8)
    let payload = made(format, numbers(4)).1
    #expect(imp_vectors_judge(&format, payload) == IMP_VECTORS_GOOD)
    for at in payload.indices {
      var bad = payload
      bad[at] ^= 0x10
      #expect(imp_vectors_judge(&format, bad) == (at < 8 ? IMP_VECTORS_FOREIGN : IMP_VECTORS_DAMAGED))
    }
    var other = self.format(int8: int8, version: 2)
    #expect(imp_vectors_judge(&other, payload) == IMP_VECTORS_OTHER_VERSION)
    var stranger = self.format(int8: int8, tag: imp_vectors_tag("other", 5))
    #expect(imp_vectors_judge(&stranger, payload) == IMP_VECTORS_FOREIGN)
  }

  @Test func anEntryThatNobodyPreparedIsNaN() {
    var format = format()
    let length = imp_vectors_entry_bytes(&format)
    var entries = [UInt8](repeating: 0, count: 2 * length)
    let payload = made(format, numbers(5)).1
    imp_vectors_prepare(&format, payload, &entries)
    var similarities: [Float] = [0, 0]
    let probe = Array(entries[..<length])
    imp_vectors_compare(&format, probe, entries, 2, &similarities)
    #expect(abs(similarities[0] - 1) < 1e-6 && similarities[1].isNaN)
  }

  @Test func anEntryOfAnotherFormatOrVersionIsNaN() {
    var own = format()
    let length = imp_vectors_entry_bytes(&own)
    var probe = [UInt8](repeating: 0, count: length)
    imp_vectors_prepare(&own, made(own, numbers(5)).1, &probe)
    for var other in [format(tag: 8), format(version: 2)] {
      var entry = [UInt8](repeating: 0, count: length)
      imp_vectors_prepare(&other, made(other, numbers(5)).1, &entry)
      var similarity: Float = 0
      imp_vectors_compare(&own, probe, entry, 1, &similarity)
      #expect(similarity.isNaN)
    }
  }

  @Test(arguments: [
    (IMP_COLOURS_RGB, true), (IMP_COLOURS_RGB, false), (IMP_COLOURS_BGR, true), (IMP_COLOURS_BGR, false),
  ])
  func theInputHasEachChannelWhereItBelongsWithItsOwnNumbers(colours: imp_vectors_colours, planar: Bool) {
    var input = imp_vectors_input(
      pixels: 2, colours: colours, planar: planar ? 1 : 0, is_bytes: 0, mean: (10, 20, 30),
      scale: (0.5, 0.25, 2))
    let picture: [UInt8] = [1, 2, 3, 100, 150, 200]
    let red: [Float] = [-4.5, 45]
    let green: [Float] = [-4.5, 32.5]
    let blue: [Float] = [-54, 340]
    let channels = colours == IMP_COLOURS_RGB ? [red, green, blue] : [blue, green, red]
    var out = [Float](repeating: .nan, count: 6)
    imp_vectors_write(&input, picture, &out)
    #expect(out == (planar ? channels.flatMap { $0 } : (0..<2).flatMap { at in channels.map { $0[at] } }))
  }

  @Test func greyIsLumaAndBytesStayAsTheyAre() {
    let picture: [UInt8] = [255, 0, 0, 0, 255, 0, 7, 7, 7]
    var input = imp_vectors_input(
      pixels: 3, colours: IMP_COLOURS_GREY, planar: 1, is_bytes: 1, mean: (9, 9, 9), scale: (3, 3, 3))
    var bytes = [UInt8](repeating: 0, count: 3)
    imp_vectors_write(&input, picture, &bytes)
    #expect(bytes == [76, 150, 7])
    input.colours = IMP_COLOURS_BGR
    input.planar = 0
    var pixels = [UInt8](repeating: 0, count: 9)
    imp_vectors_write(&input, picture, &pixels)
    #expect(pixels == [0, 0, 255, 0, 255, 0, 7, 7, 7])
  }
}
