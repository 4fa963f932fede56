// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
@testable import ImprintCalls
import Synchronization
import Testing

/// `imprint.voice-extractor/1` through a bridge: the same as directly.
@Suite struct VoiceExtractorCallTests {
  /// Two formats, and a template of 40 bytes that tells what it was given.
  static func extractor() -> TestPlugin {
    let plugin = TestPlugin()
    VoiceKind.listFormats(by: plugin)
    plugin.onExtractVoice = { sound, payload, extraction in
      let samples = sound.pointee.samples
      // Whoever reads them as numbers needs them there, wherever they came from.
      guard Int(bitPattern: samples.data) % MemoryLayout<Float>.alignment == 0 else { return IMP_E_ARGUMENT }
      guard samples.length > 0 else { return IMP_E_QUALITY }
      let given = UnsafeBufferPointer(start: samples.data, count: samples.length)
      let sum = given.reduce(UInt8(0)) { $0 &* 31 &+ $1 }
      payload.pointee.length = 40
      guard payload.pointee.capacity >= 40, let room = payload.pointee.data else {
        return IMP_RETRY_SHORT_BUFFER
      }
      for index in 0..<40 { room[index] = sum &+ UInt8(index) }
      (extraction.pointee.version, extraction.pointee.quality) = (sound.pointee.rate, 61.5)
      return IMP_OK
    }
    return plugin
  }

  private static func table(_ opened: OpenedEntry) throws -> imp_voice_extractor_ability {
    try opened.table(IMP_VOICE_EXTRACTOR_ID)
  }

  /// Extracts once: status, length, the room and what is behind it, and what is told of it.
  static func extract(
    _ table: imp_voice_extractor_ability, _ extractor: OpaquePointer, capacity: Int = 40,
    samples: [Float] = [0.5, -0.25, 1, -1, 0], sound change: (inout imp_sound) -> Void = { _ in },
    extraction changeInfo: (inout imp_extraction) -> Void = { _ in }
  ) -> [[UInt8]] {
    var payload = [UInt8](repeating: 0xee, count: capacity + 8)
    var extraction = imp_extraction(
      size: structSize(imp_extraction.self), version: 9, quality: -7, reserved: 0)
    changeInfo(&extraction)
    let (status, length) = payload.withUnsafeMutableBufferPointer { room in
      lendSound(samples, change: change) { sound in
        var buffer = imp_buffer(data: capacity == 0 ? nil : room.baseAddress, capacity: capacity, length: 3)
        let status = table.extract(extractor, sound, &buffer, &extraction)
        return (status, buffer.length)
      }
    }
    return [bytes(status), bytes(length), payload, bytes(extraction)]
  }

  /// The same with an extractor of its own.
  private static func extract(
    _ opened: OpenedEntry, capacity: Int = 40, samples: [Float] = [0.5, -0.25, 1, -1, 0],
    sound change: (inout imp_sound) -> Void = { _ in },
    extraction changeInfo: (inout imp_extraction) -> Void = { _ in }
  ) throws -> [[UInt8]] {
    let table = try table(opened)
    let extractor = try object(opened, imp_voice_extractor_options.test, table.create)
    defer { table.destroy(extractor) }
    return extract(
      table, extractor, capacity: capacity, samples: samples, sound: change, extraction: changeInfo)
  }

  //
  @Test(arguments: [0, 1, 39, 40, 4096])
  func templatesAreTheSameBytes(_ capacity: Int) throws {
    let long = (0..<16_000).map { Float($0 % 200) / 200 - 0.5 }
    let seen = try sameInBothWays(Self.extractor()) {
      try Self.extract($0, capacity: capacity) + Self.extract($0, capacity: capacity, samples: long)
        + Self.extract($0, capacity: capacity, samples: [])
    }
    let status = capacity < 40 ? IMP_RETRY_SHORT_BUFFER : IMP_OK
    #expect([seen[0], seen[4], seen[8]] == [bytes(status), bytes(status), bytes(IMP_E_QUALITY)])
    #expect(seen[1] == bytes(40))
    #expect((seen[2] != seen[6]) == (capacity >= 40))
    #expect(seen[9] == bytes(3))
  }

  // unless it is a success, nothing is written; whatever status it is.
  @Test(arguments: [IMP_E_QUALITY, IMP_E_SAMPLE, IMP_E_ARGUMENT, IMP_E_INTERNAL, 888, -1])
  func failureLeavesOutputsAlone(_ status: imp_status) throws {
    let plugin = TestPlugin()
    plugin.onExtractVoice = { _, _, _ in
      plugin.report(status, "why")
      return status
    }
    try sameInBothWays(plugin) {
      try Self.extract($0) + [Array(($0.host.last?.words ?? "").utf8)]
    }
  }

  @Test func templateOfAFailureDoesNotComeBack() throws {
    let plugin = TestPlugin()
    plugin.onExtractVoice = { _, payload, extraction in
      payload.pointee.data?.update(repeating: 0x5a, count: payload.pointee.capacity)
      (payload.pointee.length, extraction.pointee.quality) = (payload.pointee.capacity, 100)
      return IMP_E_QUALITY
    }
    let seen = try Self.extract(Bridged(plugin).opened)
    #expect(seen[0] == bytes(IMP_E_QUALITY))
    #expect(seen[1] == bytes(3))
    #expect(seen[2] == [UInt8](repeating: 0xee, count: 48))
    #expect(seen[3] == bytes(imp_extraction(size: 16, version: 9, quality: -7, reserved: 0)))
  }

  // What sound means is the plugin's to judge: it gets it as it is.
  @Test func strangeSoundReachesThePlugin() throws {
    let plugin = TestPlugin()
    let seen = Mutex<[[UInt8]]>([])
    plugin.onExtractVoice = { sound, _, _ in
      var copy = sound.pointee
      let isNull = copy.samples.data == nil
      copy.samples.data = nil
      seen.withLock { $0 += [bytes(copy), [isNull ? 1 : 0]] }
      return IMP_E_SAMPLE
    }
    try sameInBothWays(plugin) { opened in
      seen.withLock { $0 = [] }
      for change: (inout imp_sound) -> Void in [
        { $0.rate = 0 }, { $0.channels = .max }, { $0.format = 201 }, { $0.samples.length = 3 },
        { $0.samples.length = 0 }, { $0.samples = imp_bytes(data: nil, length: 0) },
        { $0.samples = imp_bytes(data: nil, length: 100) },
      ] { _ = try Self.extract(opened, sound: change) }
      return seen.withLock { $0 }
    }
  }

  @Test func soundBeyondAllMemoryIsRefused() throws {
    let bridged = try Bridged(Self.extractor())
    for length in [Int.max, -1, CallLimit.bodyBytes] {
      let seen = try Self.extract(bridged.opened, sound: { $0.samples.length = length })
      #expect(seen[0] == bytes(IMP_E_ARGUMENT))
      #expect(seen[1] == bytes(3))
    }
    #expect(bridged.words?.contains("voice-extractor.extract") == true)
    #expect(!bridged.carrier.carried.contains(.voiceExtract))
  }

  //
  @Test func wrongSizesAreRefusedBeforeAnythingIsCarried() throws {
    let bridged = try Bridged(Self.extractor())
    let sound = try Self.extract(bridged.opened, sound: { $0.size += 1 })
    let extraction = try Self.extract(bridged.opened, extraction: { $0.size = 0 })
    #expect([sound[0], extraction[0]] == [bytes(IMP_E_ABI), bytes(IMP_E_ABI)])
    #expect([sound[1], extraction[1]] == [bytes(3), bytes(3)])
    #expect(!bridged.carrier.carried.contains(.voiceExtract))
  }

  @Test func missingSoundBufferOrRecordIsRefusedBeforeAnythingIsCarried() throws {
    typealias Extract =
      @convention(c) (
        OpaquePointer, UnsafePointer<imp_sound>?, UnsafeMutablePointer<imp_buffer>?,
        UnsafeMutablePointer<imp_extraction>?
      ) -> imp_status
    let bridged = try Bridged(Self.extractor())
    let table = try Self.table(bridged.opened)
    let extractor = try bridged.object(imp_voice_extractor_options.test, table.create)
    defer { table.destroy(extractor) }
    // The import says that none of them is null; a caller in C may pass null all the same.
    let extract = unsafeBitCast(table.extract, to: Extract.self)
    var extraction = room(imp_extraction(), \.size, 1)[0]
    lendSound { sound in
      var buffer = imp_buffer(data: nil, capacity: 0, length: 3)
      #expect(extract(extractor, nil, &buffer, &extraction) == IMP_E_ARGUMENT)
      #expect(extract(extractor, sound, nil, &extraction) == IMP_E_ARGUMENT)
      #expect(extract(extractor, sound, &buffer, nil) == IMP_E_ARGUMENT)
      #expect(buffer.length == 3)
      #expect(!bridged.carrier.carried.contains(.voiceExtract))
      // A buffer without memory is only too short.
      #expect(extract(extractor, sound, &buffer, &extraction) == IMP_RETRY_SHORT_BUFFER)
      #expect(buffer.length == 40)
    }
  }

  @Test func templateLongerThanItsRoomIsABreachAndTheExtractorIsNotAskedAgain() throws {
    let plugin = TestPlugin()
    plugin.onExtractVoice = { _, payload, _ in
      payload.pointee.length = payload.pointee.capacity + 1
      return IMP_OK
    }
    let bridged = try Bridged(plugin)
    let table = try Self.table(bridged.opened)
    let extractor = try bridged.object(imp_voice_extractor_options.test, table.create)
    for expected in [IMP_E_INTERNAL, IMP_E_STATE] {
      let seen = Self.extract(table, extractor)
      #expect(seen[0] == bytes(expected))
      #expect(seen[1] == bytes(3))
      #expect(seen[2] == [UInt8](repeating: 0xee, count: 48))
    }
    table.destroy(extractor)
    #expect(try Self.extract(Bridged(Self.extractor()).opened)[0] == bytes(IMP_OK))
  }

  // What a redacted recording leaves out.
  @Test func samplesAndTemplateAreHiddenAndNothingElse() {
    let raw = RawCalls(CallExecutor(entry: Self.extractor().entry, host: TestExecutorHost()))
    let options = VoiceKind.encodedOptions(raw, format: "example.voice-1")
    let extractor = raw.make(.voiceCreate, raw.open(), bytes: options)
    let samples: [Float] = [0.125, -0.75, 0.5]
    for (capacity, status) in [(UInt64(64), IMP_OK), (39, IMP_RETRY_SHORT_BUFFER)] {
      let request = lendSound(samples) { sound in
        raw.encoded(
          VoiceExtractRequest(
            room: FillMessage<imp_extraction>(
              .init(
                timeout: 0, capacity: capacity, length: 0, isThere: 1,
                info: room(imp_extraction(), \.size, 1)[0])),
            sound: sound.pointee))
      }
      let secret = samples.flatMap { bytes($0) }
      #expect(
        HiddenBytes.ofRequest(.voiceExtract, request) == [HiddenBytes(kind: .bytes, bytes: secret)])
      let answer = raw.execute(.voiceExtract, extractor, request)
      #expect(answer.status == status)
      let sum = secret.reduce(UInt8(0)) { $0 &* 31 &+ $1 }
      let template = HiddenBytes(kind: .bytes, bytes: (0..<40).map { sum &+ UInt8($0) })
      #expect(HiddenBytes.ofReply(.voiceExtract, answer.body) == (status == IMP_OK ? [template] : []))
    }
  }
}
