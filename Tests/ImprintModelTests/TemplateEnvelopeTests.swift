// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import ImprintModel

@Suite struct TemplateEnvelopeTests {
  @Test func everyFieldSurvivesTheEnvelope() throws {
    for quality in [nil, 0, 100] as [UInt8?] {
      for created in [nil, 1, -1, Int64.max, Int64.min] as [Int64?] {
        let template = try TemplateSamples.template(quality: quality, created: created)
        #expect(try TemplateEnvelope.decode(TemplateEnvelope.encode(template)) == template)
      }
    }
    for (maker, samples) in [(nil, 1), ("a", 65_535), (String(repeating: "m", count: 127), 7)]
      as [(String?, Int)]
    {
      let template = try TemplateSamples.template(maker: maker, samples: samples)
      #expect(template.maker?.id == maker && template.samples == samples)
      #expect(try TemplateEnvelope.decode(TemplateEnvelope.encode(template)) == template)
    }
  }

  @Test func aTemplateOfTheFirstEnvelopeIsReadAndSaysNothingOfItsMaker() throws {
    let template = try TemplateSamples.template(maker: nil)
    let now = TemplateEnvelope.encode(template).dropLast(32)
    // Without what is new: two bytes, a length of 0, and three numbers.
    let head = Array(now[..<4]) + [1] + Array(now[5..<20]) + Array(now[35...])
    #expect(try TemplateEnvelope.decode(head + ContentHash(of: head).bytes) == template)
  }

  @Test func aMakerThatCannotBeAndNoSamplesAreRefused() throws {
    let long = String(repeating: "m", count: 128)
    for id in ["", "Capital", "a b", long] {
      #expect(TemplateMaker(id: id, version: SemanticVersion(major: 1, minor: 0, patch: 0)) == nil)
    }
    let format = try TemplateSamples.format()
    for (samples, isRefused) in [(0, true), (1, false), (65_535, false), (65_536, true)] {
      let template = Template(
        format: format, modality: .face, site: .face, quality: nil, created: nil, samples: samples,
        payload: [1])
      #expect((template == nil) == isRefused)
    }
  }

  @Test func theLargestPayloadSurvivesAndFitsTheStatedBound() throws {
    let template = try TemplateSamples.template(
      payload: [UInt8](repeating: 0xA5, count: Template.maximumPayload))
    let bytes = TemplateEnvelope.encode(template)
    #expect(bytes.count <= TemplateEnvelope.maximumBytes)
    #expect(try TemplateEnvelope.decode(bytes) == template)
  }

  /// Written down byte by byte from the table in the documentation: whoever changes the layout breaks
  /// every stored template, and shall see it here.
  @Test func theLayoutIsTheOneThatIsDocumented() throws {
    let template = try TemplateSamples.template(
      format: TemplateSamples.format("ab", version: 0x0102_0304), quality: 9, created: 5, maker: "org.x",
      samples: 258, payload: [7, 8])
    let head: [UInt8] =
      Array("IMPT".utf8) + [2, 1, 32, 9, 4, 3, 2, 1, 5, 0, 0, 0, 0, 0, 0, 0, 2, 1, 5] + Array("org.x".utf8)
      + [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 2] + Array("ab".utf8) + [2, 0, 0, 0, 7, 8]
    #expect(TemplateEnvelope.encode(template) == head + ContentHash(of: head).bytes)
  }

  @Test func everyTruncationIsRefused() throws {
    let bytes = TemplateEnvelope.encode(try TemplateSamples.template())
    for length in 0..<bytes.count {
      let error = #expect(throws: TemplateError.self) {
        try TemplateEnvelope.decode(Array(bytes[..<length]), place: "cut.tmpl")
      }
      #expect(error?.code == (length < 4 ? .notATemplate : .truncated), "cut after \(length)")
      #expect(error?.place == "cut.tmpl")
    }
  }

  @Test func aFlippedBitAtAnyPlaceIsRefused() throws {
    let bytes = TemplateEnvelope.encode(try TemplateSamples.template())
    for place in bytes.indices {
      for bit in 0..<8 {
        var flipped = bytes
        flipped[place] ^= 1 << bit
        let error = #expect(throws: TemplateError.self) { try TemplateEnvelope.decode(flipped) }
        switch place {
        case 0..<4: #expect(error?.code == .notATemplate)
        case 4: #expect(error?.code == .newerEnvelope)
        default: #expect(error?.code == .damaged || error?.code == .truncated, "byte \(place) bit \(bit)")
        }
      }
    }
  }

  @Test func bytesAfterTheEndAreRefused() throws {
    let bytes = TemplateEnvelope.encode(try TemplateSamples.template()) + [0]
    #expect(throws: TemplateError.self) { try TemplateEnvelope.decode(bytes) }
  }

  @Test func aHashThatFitsDoesNotExcuseImpossibleFields() throws {
    let good = TemplateEnvelope.encode(try TemplateSamples.template())
    // Offset and value: modality 9, site 200, quality 101, version 0, no samples, a capital in either name.
    for (place, value) in [(5, 9), (6, 200), (7, 101), (8, 0), (20, 0), (23, 0x41), (55, 0x41)]
      as [(Int, UInt8)]
    {
      var covered = Array(good.dropLast(32))
      covered[place] = value
      let error = #expect(throws: TemplateError.self) {
        try TemplateEnvelope.decode(covered + ContentHash(of: covered).bytes)
      }
      #expect(error?.code == .damaged, "byte \(place)")
    }
  }

  @Test func aPayloadLengthBeyondTheLimitIsRefusedBeforeItIsRead() throws {
    var bytes = TemplateEnvelope.encode(try TemplateSamples.template())
    let length =
      4 + 4 + 4 + 8 + 2 + 1 + "dev.imprint.face-f6".utf8.count + 12 + 1 + "imprint.face-f6".utf8.count
    for index in 0..<4 { bytes[length + index] = 0xFF }
    let error = #expect(throws: TemplateError.self) { try TemplateEnvelope.decode(bytes) }
    #expect(error?.code == .damaged)
  }

  @Test func fiveThousandMutationsNeitherCrashNorPass() throws {
    let original = try TemplateSamples.template()
    let bytes = TemplateEnvelope.encode(original)
    var random = Mutations(seed: 20_261_121)
    for round in 0..<5000 {
      let mutated = random.mutate(bytes)
      guard mutated != bytes else { continue }
      do {
        _ = try TemplateEnvelope.decode(mutated)
        Issue.record("mutation \(round) was accepted")
      } catch {
        #expect(!error.reason.isEmpty && !error.remedy.isEmpty)
      }
    }
  }

  /// The hash cannot help here: it is made anew, as somebody with the file in hand would.
  @Test func fiveThousandForgeriesNeitherCrashNorBreakTheLimits() throws {
    let covered = Array(TemplateEnvelope.encode(try TemplateSamples.template()).dropLast(32))
    var random = Mutations(seed: 7)
    var accepted = 0
    for _ in 0..<5000 {
      let forged = random.mutate(covered)
      guard let template = try? TemplateEnvelope.decode(forged + ContentHash(of: forged).bytes) else {
        continue
      }
      accepted += 1
      #expect((1...Template.maximumPayload).contains(template.payload.count))
      #expect((template.quality ?? 0) <= 100 && template.format.version >= 1)
      #expect(TemplateEnvelope.encode(template) == forged + ContentHash(of: forged).bytes)
    }
    #expect(accepted > 0, "no forgery was well-formed: the mutations reach nothing")
  }

  @Test func descriptionsShowNoPayload() throws {
    let template = try TemplateSamples.template(payload: [222, 173, 190, 239])
    #expect("\(template)" == "Template(imprint.face-f6/1, 4 bytes, <redacted>)")
  }
}

/// Reproducible damage: flips, cuts, insertions, copies and overwritten runs.
struct Mutations {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(max(limit, 1)))
  }

  mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0...next(below: 3) {
      guard !bytes.isEmpty else { return bytes }
      let place = next(below: bytes.count)
      switch next(below: 5) {
      case 0: bytes[place] ^= UInt8(1 << next(below: 8))
      case 1: bytes.removeSubrange(place..<min(bytes.count, place + 1 + next(below: 8)))
      case 2: bytes.insert(UInt8(next(below: 256)), at: place)
      case 3: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF][next(below: 5)]
      default: bytes.append(contentsOf: bytes[place...].prefix(16))
      }
    }
    return bytes
  }
}
