// SPDX-License-Identifier: Apache-2.0
import ImprintModel
import TestSupport
import Testing

@testable import ImprintSession

/// Files are hostile: whatever is in one, it is read as it was written, or what is wrong is said.
@Suite struct SessionReaderTests {
  @Test func whatIsWrittenIsReadAgain() throws {
    let contents = Contents(try session())
    #expect(contents.header == .sample && contents.chunks == sampleChunks() && contents.error == nil)
    let counts = try #require(contents.end).counts
    #expect(counts.chunks == 19 && counts.frames == 1 && counts.omittedFrames == 1 && counts.lostFrames == 2)
    #expect(counts.faces == 2 && counts.steps == 6 && counts.comparisons == 2 && counts.events == 1)
  }

  @Test func aSessionOfNothingIsWhole() throws {
    let contents = Contents(try session([]))
    #expect(contents.chunks.isEmpty && contents.end?.counts.chunks == 1)
  }

  @Test func everyCutIsSeenAndWhatCameBeforeIsRight() throws {
    let file = try session()
    let all = sampleChunks()
    let starts = Self.starts(of: file)
    for length in 0..<file.count {
      let cut = Contents(Array(file[..<length]))
      guard length >= starts[1] else {
        #expect(cut.error?.code == (length < 16 ? .notASession : .damaged), "\(length)")
        continue
      }
      let found = try #require(cut.cut, "\(length): \(String(describing: cut.error))")
      let last = try #require(starts.last { $0 <= length })
      #expect(found.offset == last && found.present == length - last, "\(length)")
      let next = starts.firstIndex(of: last).map { $0 + 1 } ?? 0
      let end = next < starts.count ? starts[next] : file.count
      #expect(found.expected == (length - last >= 8 ? end - last : nil), "\(length)")
      #expect(cut.chunks == Array(all.prefix(next - 2)), "\(length)")
      #expect(found.sentence.contains("\(last)"))
    }
  }

  @Test func everyChangedByteIsSeen() throws {
    let file = try session()
    let all = sampleChunks()
    for place in file.indices {
      for mask: UInt8 in [1, 0x80, 0xFF] {
        var changed = file
        changed[place] ^= mask
        let contents = Contents(changed)
        // A longer length reaches beyond the end, which looks like a cut.
        #expect(contents.end == nil && (contents.error != nil || contents.cut != nil), "\(place)")
        #expect(contents.chunks == Array(all.prefix(contents.chunks.count)), "\(place)")
      }
    }
  }

  @Test func chunksThatChangePlacesAreSeen() throws {
    let tick = SessionChunk.step(SessionStep(.tick, time: 1))
    let stop = SessionChunk.step(SessionStep(.stop, time: 1))
    let file = try session([tick, tick, stop])
    let starts = Self.starts(of: file)
    // Both orders would be right, and all payloads are whole.
    let swapped =
      file[..<starts[2]] + file[starts[3]..<starts[4]] + file[starts[2]..<starts[3]]
      + file[starts[4]...]
    #expect(Contents(Array(swapped)).error?.code == .damaged)
    let without = file[..<starts[2]] + file[starts[3]...]
    #expect(Contents(Array(without)).error?.code == .damaged)
  }

  @Test func whatFollowsTheEndIsRefused() throws {
    #expect(Contents(try session() + [0]).error?.code == .damaged)
    #expect(Contents(try session() + (try session())).error?.code == .damaged)
  }

  @Test func anErrorStays() throws {
    var file = try session()
    file[file.count - 1] ^= 1
    var reader = try SessionReader(bytes: file)
    for _ in sampleChunks() { _ = try reader.next() }
    for _ in 0..<2 { #expect(throws: SessionError.self) { _ = try reader.next() } }
    #expect(reader.ending == nil)
  }

  // MARK: Hostile chunks

  private static let header: (UInt16, UInt16, [UInt8]) = (1, 0, Array(SessionHeader.sample.json.text.utf8))

  private func chunk(_ chunk: SessionChunk) -> (kind: UInt16, flags: UInt16, payload: [UInt8]) {
    let encoded = chunk.encoded()
    return (encoded.kind.rawValue, 0, encoded.fields + encoded.bulk)
  }

  private func code(
    _ chunks: [(kind: UInt16, flags: UInt16, payload: [UInt8])], minor: UInt16 = SessionForm.version.minor
  ) -> SessionErrorCode? {
    Contents(hostile([Self.header] + chunks, minor: minor)).error?.code
  }

  private func code(_ chunks: [SessionChunk]) -> SessionErrorCode? { code(chunks.map(chunk)) }

  @Test func aHeaderComesOnceAndFirst() throws {
    #expect(code([Self.header]) == .damaged)
    #expect(
      Contents(hostile([chunk(.step(SessionStep(.tick, time: 0))), Self.header])).error?.code == .damaged)
    #expect(Contents(hostile([])).error?.code == .damaged)
    #expect(Contents(hostile([(1, 0, Array("{}".utf8))])).error?.code == .damaged)
  }

  @Test func lengthsBeyondTheFileReserveNothing() {
    for kind in SessionForm.Kind.allCases {
      for length: UInt32 in [
        .max, UInt32(clamping: kind.longest), UInt32(clamping: kind.longest + 1), 1 << 31,
      ] {
        var file = hostile([Self.header])
        file += SessionForm.head(kind.rawValue, flags: 0, payload: Int(length))
        let contents = Contents(file)
        #expect(
          length > kind.longest ? contents.error?.code == .damaged : contents.cut != nil, "\(kind) \(length)")
      }
    }
  }

  @Test func anEndWithOtherCountsOrAnotherHashIsRefused() throws {
    let file = hostile([Self.header])
    var counts = SessionCounts()
    counts.add(.header)
    let right = SessionEnd(reason: .complete, counts: counts, hash: ContentHash(of: file))
    #expect(code([(11, 0, right.encoded())]) == nil)
    #expect(
      code([(11, 0, SessionEnd(reason: .complete, counts: counts, hash: ContentHash(of: [])).encoded())])
        == .damaged)
    counts.add(.frame)
    #expect(
      code([(11, 0, SessionEnd(reason: .complete, counts: counts, hash: right.hash).encoded())])
        == .damaged)
  }

  @Test func orderIsJudged() {
    func faces(_ sequence: UInt64) -> SessionChunk { .faces(SessionFaces(sequence: sequence, faces: [])) }
    func step(_ input: SessionStep.Input, _ time: UInt64 = 0) -> SessionChunk {
      .step(SessionStep(input, time: time))
    }
    let events = SessionChunk.events(SessionEvents(count: 0, bytes: []))
    let score = SessionChunk.comparison(SessionComparison(first: 0, second: 1, answer: .score(Score(1))))
    let verdict = SessionChunk.verdict(SessionVerdict(outcome: .ended, liveness: .unknown))
    let camera = SessionChunk.camera(SessionCamera(name: "", locator: ""))
    func lost(_ first: UInt64) -> SessionChunk {
      .lost(SessionLoss(first: first, last: first, count: 1, reason: .queue))
    }
    let wrong: [[SessionChunk]] = [
      [.frame(.sample(2)), .frame(.sample(2))],
      [.frame(.sample(2)), .frame(.sample(1))],
      [.frame(.sample(2)), lost(2)],
      [lost(2), .frame(.sample(2))],
      [faces(2), .frame(.sample(2))],
      [faces(2), faces(2)],
      [.frame(.sample(2)), faces(1)],
      [step(.frame(sequence: 2))],
      [faces(1), step(.frame(sequence: 2))],
      [faces(1), camera, step(.frame(sequence: 1))],
      [step(.tick), camera, events],
      [score, camera, step(.compared)],
      [step(.tick, 2), step(.tick, 1)],
      [events],
      [step(.tick), events, events],
      [step(.compared)],
      [score, score],
      [score, step(.compared), step(.compared)],
      [verdict, verdict],
      [verdict, step(.tick)],
      [verdict, .frame(.sample(2))],
    ]
    for chunks in wrong {
      #expect(code(chunks) == .damaged, "\(chunks)")
      #expect(throws: SessionError.self, "\(chunks)") { try session(chunks) }
    }
    let right: [[SessionChunk]] = [
      [.frame(.sample(2)), faces(2), step(.frame(sequence: 2)), events, .frame(.sample(5))],
      [.frame(.sample(2)), camera, .frame(.sample(0)), faces(0)],
      [lost(1), faces(1), step(.frame(sequence: 1)), events, step(.tick), events],
      // Time begins anew with another camera.
      [step(.tick, 7), camera, step(.tick, 0)],
      [score, step(.stop), step(.compared), verdict, lost(7)],
    ]
    for chunks in right { #expect(code(chunks) == nil, "\(chunks)") }
  }

  @Test func aPartialSessionMayReferToWhatItLacksButOnce() throws {
    var header = SessionHeader.sample
    header.omitted = 7
    #expect(header.replayObstacle == .partial)
    let json = Array(header.json.text.utf8)
    func code(_ chunks: [SessionChunk]) -> SessionErrorCode? {
      Contents(hostile([(1, 0, json)] + chunks.map(chunk))).error?.code
    }
    let step = SessionChunk.step(SessionStep(.frame(sequence: 5), time: 1))
    let events = SessionChunk.events(SessionEvents(count: 0, bytes: []))
    let compared = SessionChunk.step(SessionStep(.compared, time: 1))
    #expect(code([events, step, events]) == nil && code([compared, step]) == nil)
    #expect(code([events, events]) == .damaged)
    #expect(code([.faces(SessionFaces(sequence: 4, faces: [])), step]) == .damaged)
  }

  @Test func whatANewerMinorVersionAddsIsPassedOverIfItMayBe() throws {
    let tick = chunk(.step(SessionStep(.tick, time: 1)))
    let newer = SessionForm.version.minor + 1
    let added: (UInt16, UInt16, [UInt8]) = (99, SessionForm.mayBeIgnored, [1, 2, 3])
    let contents = Contents(hostile([Self.header, added, tick, added], minor: newer))
    #expect(contents.passedOver == 2 && contents.chunks.count == 1 && contents.cut != nil)
    // What must be understood, what this version says it has, and flags that are not known.
    #expect(code([(99, 0, [1])], minor: newer) == .newer)
    #expect(code([(99, 3, [1])], minor: newer) == .newer)
    #expect(code([(tick.kind, 1, tick.payload)], minor: newer) == .newer)
    #expect(code([added]) == .damaged)
    #expect(code([(99, 0, [1])]) == .damaged)
    #expect(code([(tick.kind, 1, tick.payload)]) == .damaged)
  }

  /// One that was written before there were orientations.
  @Test func aFileOfTheFirstVersionIsReadAndHasNothingThatCameLater() throws {
    let chunks = sampleChunks().filter { $0.encoded().kind.minor == 0 }
    let first = hostile([Self.header] + chunks.map(chunk), minor: 0)
    #expect(first[10] == 0 && chunks.count == sampleChunks().count - 2)
    #expect(Contents(first).chunks == chunks && Contents(first).error == nil)
    let turned = chunk(.orientation(.upsideDown))
    let camera = chunk(.camera(SessionCamera(name: "", locator: ""), seed: 1))
    for later in [turned, camera] {
      #expect(code([later], minor: 0) == .damaged && code([later]) == nil)
    }
  }

  private static let wrongOrientations: [[UInt8]] = [
    [], [0, 0, 0, 0], [5, 0, 0, 0], [1, 0, 0, 1], [255, 255, 255, 255], [1], [1, 0, 0, 0, 0],
  ]

  @Test(arguments: wrongOrientations)
  func anOrientationThatIsNoneIsRefusedWithItsPlace(payload: [UInt8]) throws {
    let file = hostile([Self.header, chunk(.step(SessionStep(.tick, time: 0))), (12, 0, payload)])
    let error = try #require(Contents(file).error)
    #expect(error.code == .damaged && error.place == "session, byte \(Self.starts(of: file)[2])", "\(error)")
  }

  @Test func aNewerMajorVersionSaysSo() throws {
    var file = try session()
    file[8] = 2
    #expect(Contents(file).error?.code == .newer)
    file[8] = 0
    #expect(Contents(file).error?.code == .damaged)
  }

  @Test func whatIsNoFileIsRefused() throws {
    let folder = try TemporaryFolder()
    #expect(Contents(file: "\(folder.path)/none.imps").error?.code == .file)
    #expect(Contents(file: folder.path).error?.code == .file)
    #expect(Contents(file: "/dev/null").error?.code == .file)
    #expect(Contents(file: try folder.write("hello, this is text", to: "text")).error?.code == .notASession)
  }

  private static func starts(of file: [UInt8]) -> [Int] {
    var starts: [Int] = []
    var place = SessionForm.preambleBytes
    while place + 8 <= file.count {
      starts.append(place)
      let length = file[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      place += SessionForm.headBytes + length + SessionForm.checksumBytes
    }
    return starts
  }
}
