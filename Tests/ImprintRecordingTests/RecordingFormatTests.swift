// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintCalls
import ImprintModel
import TestSupport
import Testing

@testable import ImprintRecording

/// Files are hostile: whatever is in one, it is read as it was written, or refused.
@Suite struct RecordingFormatTests {
  private func sample(redacted: Bool = false, end: Bool = true) throws -> [UInt8] {
    let path = "\(try TemporaryFolder().path)/calls.imrec"
    var header = RecordingHeader.sample
    header.isRedacted = redacted
    let recording = try CallRecording(path, limit: 1 << 20, header: header)
    for number in 1...3 {
      let body = [UInt8](repeating: UInt8(number), count: 40 * number)
      let request = CallRequest(
        function: .matcherCompare, object: 2, generation: 1, bytes: body.count, replyBytes: 64)
      let call = body.withUnsafeBytes { recording.begin(request, body: $0) }
      body.withUnsafeBytes { recording.end(call, .matcherCompare, .answered, status: 0, body: $0) }
    }
    if end { _ = recording.finish() }
    return try bytes(of: path)
  }

  private struct Contents: Equatable {
    var records: [RecordingRecord] = []
    var ending: RecordingReader.Ending?
    var error: RecordingError.Code?
  }

  private func read(_ bytes: [UInt8]) -> Contents {
    var contents = Contents()
    do throws(RecordingError) {
      var reader = try RecordingReader(bytes: bytes)
      while let record = try reader.next() { contents.records.append(record) }
      contents.ending = reader.ending
    } catch {
      contents.error = error.code
    }
    return contents
  }

  @Test(arguments: [false, true]) func whatIsWrittenIsReadAgain(redacted: Bool) throws {
    let contents = read(try sample(redacted: redacted))
    #expect(contents.records.count == 6 && contents.ending == .complete && contents.error == nil)
    guard case .request(let request) = contents.records[4] else { throw MissingForTest("no request") }
    #expect(request.number == 3 && request.function == .matcherCompare && request.body.count == 120)
    #expect(request.body.hidden.isEmpty == !redacted)
    let whole = request.body.filled { [UInt8](repeating: 3, count: $0.range.count) }
    #expect(whole == [UInt8](repeating: 3, count: 120))
  }

  @Test(arguments: [false, true]) func everyCutIsSeenAndWhatCameBeforeIsRight(redacted: Bool) throws {
    let file = try sample(redacted: redacted)
    let whole = read(file)
    for length in 0..<file.count {
      let cut = read(Array(file[..<length]))
      if let error = cut.error {
        #expect(error == .notARecording || error == .damaged, "\(length)")
        #expect(cut.records.isEmpty, "\(length)")
      } else {
        #expect(cut.ending == .cut, "\(length)")
        #expect(cut.records == Array(whole.records.prefix(cut.records.count)), "\(length)")
      }
    }
  }

  @Test func everyChangedByteIsSeen() throws {
    let file = try sample()
    let whole = read(file)
    for place in file.indices {
      for mask: UInt8 in [1, 0x80] {
        var changed = file
        changed[place] ^= mask
        let contents = read(changed)
        // A longer length reaches beyond the end, which looks like a cut.
        #expect(contents.error != nil || contents.ending == .cut, "\(place)")
        #expect(contents.records == Array(whole.records.prefix(contents.records.count)), "\(place)")
        #expect(contents.records.count < whole.records.count || contents.ending != .complete)
      }
    }
  }

  @Test func recordsThatChangePlacesAreSeen() throws {
    let file = try sample()
    let starts = Self.starts(of: file)
    try #require(starts.count == 8)
    // The second call's request and reply for the third's: every record is whole, and the order is not.
    let swapped =
      file[..<starts[3]] + file[starts[5]..<starts[7]] + file[starts[3]..<starts[5]] + file[starts[7]...]
    #expect(read(Array(swapped)).error == .damaged)
    let without = file[..<starts[3]] + file[starts[5]...]
    #expect(read(Array(without)).error == .damaged)
  }

  @Test func whatFollowsTheEndIsRefused() throws {
    #expect(read(try sample() + [0]).error == .damaged)
  }

  @Test func aNewerVersionSaysSo() throws {
    var file = try sample()
    file[RecordingForm.magic.count] = 2
    #expect(read(file).error == .newer)
  }

  /// Records with right checksums and wrong contents, as only somebody who knows the form makes them.
  @Test func hostileRecordsAreRefused() throws {
    let request = RecordedRequest(
      number: 1, time: 0, thread: 1, functionNumber: 178, object: 2, generation: 1, replyBytes: 0,
      patience: 0,
      body: RecordedBody([1, 2, 3]))
    var long = request.fields()
    long.replaceSubrange(56..<64, with: [UInt8](repeating: 0xFF, count: 8))
    var room = request.fields()
    room.replaceSubrange(40..<48, with: [UInt8](repeating: 0xFF, count: 8))
    let payloads: [[UInt8]] = [
      [], Array(request.fields().dropLast()), request.fields() + [1, 2], request.fields() + [1, 2, 3, 4],
      long + [1, 2, 3], room + [1, 2, 3],
    ]
    for payload in payloads {
      #expect(read(Self.file([(.header, Self.header()), (.request, payload)])).error == .damaged)
    }
    let right = Self.file([(.header, Self.header()), (.request, request.fields() + [1, 2, 3])])
    #expect(read(right).records == [.request(request)])
    #expect(read(Self.file([(.request, request.fields() + [1, 2, 3])])).error == .damaged)
    #expect(read(Self.file([(.header, Self.header()), (.header, Self.header())])).error == .damaged)
    #expect(read(Self.file([(.header, Array("{}".utf8))])).error == .damaged)
    #expect(read(Self.file([])).error == .damaged)
  }

  @Test func aCallWhoseNumberIsRetiredIsReadAndNamedByIt() throws {
    let request = RecordedRequest(
      number: 1, time: 0, thread: 1, functionNumber: 67, object: 2, generation: 1, replyBytes: 0, patience: 0,
      body: RecordedBody([1, 2, 3]))
    let file = Self.file([(.header, Self.header()), (.request, request.fields() + [1, 2, 3])])
    #expect(read(file).records == [.request(request)])
    #expect(request.function == nil && request.name == "function 67")
  }

  @Test func hiddenPartsThatOverlapOrReachBeyondAreRefused() throws {
    func body(_ parts: [(Int, Int, UInt64)], count: Int, kept: Int, parts stated: Int? = nil) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.append(littleEndian: UInt64(stated ?? parts.count))
      for part in parts {
        bytes.append(littleEndian: UInt64(bitPattern: Int64(part.0)))
        bytes.append(littleEndian: UInt64(bitPattern: Int64(part.1)))
        bytes.append(littleEndian: part.2)
        bytes += [UInt8](repeating: 9, count: 16)
      }
      return bytes + [UInt8](repeating: 1, count: kept)
    }
    func isRead(_ payload: [UInt8], count: UInt64) -> Bool {
      RecordedBody(decoding: payload[...], count: count, redacted: true) != nil
    }
    #expect(isRead(body([(2, 4, 1), (6, 1, 3)], count: 10, kept: 5), count: 10))
    #expect(!isRead(body([(2, 4, 1), (5, 1, 3)], count: 10, kept: 5), count: 10))
    #expect(!isRead(body([(6, 5, 1)], count: 10, kept: 5), count: 10))
    #expect(!isRead(body([(-1, 1, 1)], count: 10, kept: 9), count: 10))
    #expect(!isRead(body([(0, -1, 1)], count: 10, kept: 10), count: 10))
    #expect(!isRead(body([(0, 0, 1)], count: 10, kept: 10), count: 10))
    #expect(!isRead(body([(0, 1, 9)], count: 10, kept: 9), count: 10))
    #expect(!isRead(body([(0, 1, 1)], count: 10, kept: 10), count: 10))
    #expect(!isRead(body([], count: 10, kept: 10, parts: 1 << 40), count: 10))
    #expect(!isRead(body([], count: 0, kept: 0), count: .max))
  }

  private static func header() -> [UInt8] { Array(RecordingHeader.sample.json.text.utf8) }

  private static func file(_ records: [(RecordingForm.Kind, [UInt8])]) -> [UInt8] {
    var chain = RecordingForm.Chain()
    return records.reduce(RecordingForm.preamble) { file, record in
      let head = RecordingForm.head(record.0, payload: record.1.count)
      return file + head + record.1 + chain.next(head, [record.1])
    }
  }

  private static func starts(of file: [UInt8]) -> [Int] {
    var starts: [Int] = []
    var place = RecordingForm.preambleBytes
    while place + 8 <= file.count {
      starts.append(place)
      let length = file[place..<place + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
      place += RecordingForm.headBytes + length + RecordingForm.checksumBytes
    }
    return starts
  }
}
