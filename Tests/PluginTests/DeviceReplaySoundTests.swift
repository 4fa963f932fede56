// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import Foundation
import Testing

struct DeviceReplaySoundTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func microphone(
    _ file: [UInt8], rate: UInt32 = 0, channels: UInt32 = 0, sample: Int32 = 0,
    pace: Int32 = IMP_AUDIO_PACE_FULL, plays: UInt32 = 0
  ) throws -> ReplayMicrophone {
    try ReplayMicrophone(
      folder.write("sound.wav", file), rate: rate, channels: channels, sample: sample, pace: pace,
      plays: plays)
  }

  private func refusal(
    _ file: [UInt8], rate: UInt32 = 0, channels: UInt32 = 0
  ) throws -> StatusError {
    do {
      _ = try microphone(file, rate: rate, channels: channels)
      return StatusError(status: IMP_OK, words: "")
    } catch let error as StatusError {
      return error
    }
  }

  // MARK: Samples

  @Test func sixteenBitsAreGivenBitByBit() throws {
    let samples: [Int16] = [.min, .max, 0, -1, 1234]
    let microphone = try microphone(WaveBytes.file(WaveBytes.s16(samples), rate: 16_000))
    #expect(microphone.format.rate == 16_000 && microphone.format.device_rate == 16_000)
    #expect(microphone.format.channels == 1 && microphone.format.format == UInt32(IMP_AUDIO_S16))
    let answer = microphone.read()
    #expect(answer.s16 == samples)
    #expect(
      (answer.chunk.position, answer.chunk.lost, answer.chunk.overruns, answer.chunk.flags) == (0, 0, 0, 0))
    //
    #expect((microphone.read().status, microphone.read().status) == (IMP_OUTCOME_END, IMP_OUTCOME_END))
  }

  @Test func eachKindOfSampleIsGivenAsTheOneThatLosesNothing() throws {
    let bytes = try microphone(WaveBytes.file([0, 128, 255], bits: 8)).read()
    #expect(bytes.s16 == [-32768, 0, 32512])
    let three = try microphone(WaveBytes.file([0, 0, 0x80, 0x56, 0x34, 0x12], bits: 24))
    #expect(three.format.format == UInt32(IMP_AUDIO_S32))
    #expect(three.read().s32 == [.min, 0x1234_5600])
    let four = try microphone(WaveBytes.file(WaveBytes.s32([.min, 7]), bits: 32))
    #expect(four.read().s32 == [.min, 7])
    let floats = try microphone(WaveBytes.file(WaveBytes.floats([-1, 0.25, 1.5]), tag: 3, bits: 32))
    #expect(floats.format.format == UInt32(IMP_AUDIO_FLOAT32))
    #expect(floats.read().floats == [-1, 0.25, 1.5])
    let doubles = try microphone(WaveBytes.file(WaveBytes.doubles([-1, 0.25]), tag: 3, bits: 64))
    #expect(doubles.read().floats == [-1, 0.25])
  }

  @Test func otherSamplesAreRoundedAndCutAtFullScale() throws {
    let floats = WaveBytes.file(
      WaveBytes.floats([1.5, -2, 0.5, 0.25 / 32768, .nan, .infinity]), tag: 3, bits: 32)
    #expect(try microphone(floats, sample: IMP_AUDIO_S16).read().s16 == [32767, -32768, 16384, 0, 0, 0])
    #expect(
      try microphone(floats, sample: IMP_AUDIO_S32).read().s32 == [.max, .min, 1 << 30, 16384, 0, 0])
    // The host is given numbers alone.
    #expect(try microphone(floats).read().floats.allSatisfy(\.isFinite))
    let whole = WaveBytes.file(WaveBytes.s32([.max, .min, 0x7FFF, 0x8000]), bits: 32)
    #expect(try microphone(whole, sample: IMP_AUDIO_S16).read().s16 == [32767, -32768, 0, 1])
    let short = WaveBytes.file(WaveBytes.s16([.min, 1]))
    #expect(try microphone(short, sample: IMP_AUDIO_S32).read().s32 == [.min, 1 << 16])
    #expect(try microphone(short, sample: IMP_AUDIO_FLOAT32).read().floats == [-1, 1.0 / 32768])
  }

  @Test func channelsAreMixedAndDoubled() throws {
    let stereo = WaveBytes.file(WaveBytes.s16([100, 200, .min, .min, .max, .min, 3, 4]), channels: 2)
    #expect(try microphone(stereo).read().s16 == [100, 200, .min, .min, .max, .min, 3, 4])
    #expect(try microphone(stereo, channels: 1).read().s16 == [150, .min, 0, 4])
    let mono = WaveBytes.file(WaveBytes.s16([5, -6]))
    #expect(try microphone(mono, channels: 2).read().s16 == [5, 5, -6, -6])
    let floats = WaveBytes.file(WaveBytes.floats([1, 0.5]), tag: 3, bits: 32, channels: 2)
    #expect(try microphone(floats, channels: 1).read().floats == [0.75])
  }

  @Test func anotherRateIsRefusedWithTheRecordingsOwn() throws {
    let refusal = try refusal(WaveBytes.file([0, 0], rate: 8000), rate: 16_000)
    #expect(refusal.status == IMP_E_UNSUPPORTED && refusal.words.contains("8000"))
    #expect(try self.refusal(WaveBytes.file([0, 0], rate: 8000), channels: 3).status == IMP_E_UNSUPPORTED)
    #expect(try microphone(WaveBytes.file([0, 0], rate: 8000), rate: 8000).read().status == IMP_OK)
  }

  @Test func aSmallBufferGetsWholeFrames() throws {
    let samples = (0..<1000).map { Int16($0) }
    let microphone = try microphone(WaveBytes.file(WaveBytes.s16(samples), channels: 2))
    // Room for 3 frames and a half.
    let answer = microphone.read(capacity: 14)
    #expect(answer.s16 == [0, 1, 2, 3, 4, 5])
    #expect(microphone.read(capacity: 3).status == IMP_E_ARGUMENT)
    let next = microphone.read(capacity: 14)
    #expect(next.s16 == [6, 7, 8, 9, 10, 11] && next.chunk.position == 3)
    #expect(microphone.everything(capacity: 100).bytes.count == 2000 - 24)
  }

  @Test func repeatGoesOnCounting() throws {
    let microphone = try microphone(WaveBytes.file(WaveBytes.s16([1, 2, 3]), rate: 1000), plays: 3)
    var frames: [Int16] = []
    var positions: [UInt64] = []
    while true {
      let answer = microphone.read(capacity: 4)
      guard answer.status == IMP_OK else { break }
      positions.append(answer.chunk.position)
      #expect(answer.chunk.timestamp_ns == answer.chunk.position * 1_000_000)
      frames += answer.s16
    }
    #expect(frames == [1, 2, 3, 1, 2, 3, 1, 2, 3])
    #expect(positions == [0, 2, 4, 6, 8])
  }

  @Test func chunksThatAreNotNeededArePassedOver() throws {
    let list = WaveBytes.chunk("LIST", [UInt8](repeating: 7, count: 333))
    let file = WaveBytes.file(WaveBytes.s16([1, 2]), before: list, after: list)
    #expect(try microphone(file).everything().bytes == WaveBytes.s16([1, 2]))
  }

  @Test func extensibleFormatsArePlayed() throws {
    let format =
      WaveBytes.bytes(UInt16(0xFFFE)) + WaveBytes.bytes(UInt16(1)) + WaveBytes.bytes(UInt32(8000))
      + WaveBytes.bytes(UInt32(16000)) + WaveBytes.bytes(UInt16(2)) + WaveBytes.bytes(UInt16(16))
      + WaveBytes.bytes(UInt16(22)) + WaveBytes.bytes(UInt16(16)) + [0, 0, 0, 0]
      + [1, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
    let body = Array("WAVE".utf8) + WaveBytes.chunk("fmt ", format) + WaveBytes.chunk("data", [1, 0])
    let file = Array("RIFF".utf8) + WaveBytes.bytes(UInt32(body.count)) + body
    #expect(try microphone(file).read().s16 == [1])
  }

  @Test(arguments: [0, UInt32.max])
  func aLengthThatIsLeftOpenIsTheRestOfTheFile(claims: UInt32) throws {
    let microphone = try microphone(WaveBytes.file(WaveBytes.s16([1, 2, 3]), claims: claims))
    #expect(microphone.everything().bytes == WaveBytes.s16([1, 2, 3]))
  }

  // MARK: Damage

  @Test func aFileThatIsCutGivesWhatIsThereThenSaysSo() throws {
    let cut = WaveBytes.file(WaveBytes.s16([1, 2, 3]) + [9], claims: 100)
    let microphone = try microphone(cut, plays: 5)
    let all = microphone.everything()
    #expect(all.bytes == WaveBytes.s16([1, 2, 3]))
    #expect(all.statuses == [IMP_E_FILE, IMP_OUTCOME_END])
  }

  @Test func headersThatCannotBePlayedAreRefused() throws {
    let two = WaveBytes.s16([1, 2])
    #expect(try refusal(WaveBytes.file(two, tag: 2)).status == IMP_E_UNSUPPORTED)
    #expect(try refusal(WaveBytes.file(two, tag: 3)).status == IMP_E_UNSUPPORTED)
    #expect(try refusal(WaveBytes.file(two, bits: 12)).status == IMP_E_UNSUPPORTED)
    #expect(try refusal(WaveBytes.file(two, channels: 0)).status == IMP_E_UNSUPPORTED)
    #expect(try refusal(WaveBytes.file(two, channels: 3)).status == IMP_E_UNSUPPORTED)
    #expect(try refusal(WaveBytes.file(two, rate: 0)).status == IMP_E_FILE)
    #expect(try refusal(WaveBytes.file(two, rate: .max)).status == IMP_E_FILE)
    #expect(try refusal(WaveBytes.file(two, frameBytes: 0)).status == IMP_E_FILE)
    #expect(try refusal(WaveBytes.file(two, frameBytes: 9)).status == IMP_E_FILE)
    let noFormat = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WAVE".utf8) + WaveBytes.chunk("data", two)
    #expect(try refusal(noFormat).status == IMP_E_FILE)
    let longFormat =
      Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WAVEfmt ".utf8) + [0xFF, 0xFF, 0xFF, 0x7F]
    #expect(try refusal(longFormat).status == IMP_E_FILE)
    #expect(try refusal([]).status == IMP_E_FILE)
    #expect(try refusal(Array("YUV4MPEG2".utf8)).status == IMP_E_UNSUPPORTED)
  }

  @Test func aHeaderThatIsCutAnywhereIsRefused() throws {
    let whole = WaveBytes.file(WaveBytes.s16([1, 2]))
    for count in 1..<44 {
      let status = try refusal(Array(whole[..<count])).status
      #expect(status == IMP_E_FILE || (count < 4 && status == IMP_E_UNSUPPORTED), "\(count) bytes")
    }
  }

  @Test func aFileThatIsNotThereIsAFileError() throws {
    #expect { try ReplayMicrophone(folder.path + "/none.wav") } throws: {
      ($0 as? StatusError)?.status == IMP_E_FILE
    }
    #expect { try ReplayMicrophone("replay:") } throws: { ($0 as? StatusError)?.status == IMP_E_ARGUMENT }
  }

  // MARK: Time

  @Test func soundComesWhenItIsDue() throws {
    // 300 ms.
    let microphone = try microphone(
      WaveBytes.file([UInt8](repeating: 1, count: 4800)), pace: IMP_AUDIO_PACE_REAL)
    let clock = ContinuousClock()
    let start = clock.now
    var frames = 0
    while true {
      let answer = microphone.read()
      guard answer.status == IMP_OK else { break }
      frames += answer.bytes.count / 2
      // Never before it is due: R-35 wants a fiftieth of a second, and no more than that is waited for.
      #expect(Double(frames) / 8000 <= (clock.now - start) / .seconds(1) + 0.001)
    }
    #expect(frames == 2400)
    #expect(clock.now - start >= .milliseconds(299))
  }

  @Test func aWaitEndsAtItsTimeOutAndNothingIsLost() throws {
    // A frame is due every tenth of a second, so that a busy machine is not late for the first.
    let samples: [Int16] = [1, 2]
    let microphone = try microphone(
      WaveBytes.file(WaveBytes.s16(samples), rate: 10), pace: IMP_AUDIO_PACE_REAL)
    // The clock starts with the first read: nothing is due yet.
    #expect(microphone.read(timeout: 0).status == IMP_RETRY_TIMEOUT)
    #expect(microphone.read(timeout: 1000).status == IMP_RETRY_TIMEOUT)
    #expect(microphone.everything().bytes == WaveBytes.s16(samples))
  }

  @Test func cancelEndsAWaitAtOnceAndForGood() throws {
    // A frame is due after a second. A thread, because tasks may have to wait for other tests.
    let microphone = try microphone(WaveBytes.file([0, 0, 0, 0], rate: 1), pace: IMP_AUDIO_PACE_REAL)
    let thread = Thread {
      usleep(50_000)
      microphone.cancel()
    }
    thread.start()
    #expect(microphone.read(timeout: .max).status == IMP_OUTCOME_CANCELLED)
    #expect(microphone.read().status == IMP_OUTCOME_CANCELLED)
  }
}
