// SPDX-License-Identifier: Apache-2.0
import CImprint
import Testing

@testable import ImprintCheck

/// What the checks make of what a recogniser's plugin says of a bundle.
struct SpeechFactsTests {
  private func facts(
    symbols: String = "W AH N", _ change: (inout imp_speech_bundle) -> Void = { _ in }
  ) throws -> SpeechFacts {
    var bundle = imp_speech_bundle()
    bundle.can = IMP_SPEECH_CAN_MODEL | IMP_SPEECH_CAN_PHRASES | IMP_SPEECH_CAN_OPEN
    (bundle.rate, bundle.longest_ms, bundle.words, bundle.ngrams) = (16_000, 4000, 40, 2000)
    (bundle.order, bundle.phrases) = (3, 10)
    withUnsafeMutableBytes(of: &bundle.name) { $0.copyBytes(from: Array("one".utf8)) }
    withUnsafeMutableBytes(of: &bundle.language) { $0.copyBytes(from: Array("en-US".utf8)) }
    withUnsafeMutableBytes(of: &bundle.symbols) { $0.copyBytes(from: Array(symbols.utf8)) }
    change(&bundle)
    return try SpeechFacts(bundle)
  }

  @Test func aBundleHasAGraphOfEachKindThatItTakes() throws {
    let graphs = try facts().graphs
    #expect(graphs.map { $0?.phrases } == [nil, 3, nil])
    #expect(graphs.last.map { $0 == nil } == true)
  }

  // They would be too many for a graph, or too large: none is made, and nothing traps.
  @Test func aBundleOutOfRangeHasNone() throws {
    let many = Array(repeating: "a", count: 300).joined(separator: " ")
    #expect(try facts(symbols: many).graphs.isEmpty)
    #expect(try facts(symbols: String(repeating: "a", count: 17)).graphs.isEmpty)
    #expect(try facts { $0.order = 300 }.graphs.isEmpty)
    #expect(try facts { $0.rate = 0 }.graphs.isEmpty)
    #expect(try facts { $0.words = .max }.graphs.isEmpty)
    #expect(try facts { $0.ngrams = .max }.graphs.isEmpty)
  }

  // A mark that combines with the space before it hides it from whoever looks at characters.
  @Test func symbolsAreTakenApartByTheirBytes() throws {
    #expect(try facts(symbols: "A \u{301}B").symbols.map { Array($0.utf8) } == [[0x41], [0xCC, 0x81, 0x42]])
  }

  @Test func aGraphWithMinusZeroHasOtherBytes() throws {
    var graph = try #require(try facts().graphs[1])
    graph.content = .phrases([(0, [0])])
    let zero = graph.bytes
    graph.content = .phrases([(-0.0, [0])])
    #expect(graph.bytes != zero && graph.bytes.count == zero.count)
  }
}
