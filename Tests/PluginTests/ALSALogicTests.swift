// SPDX-License-Identifier: Apache-2.0
import CALSA
import ImprintPluginKit
import SystemDevices
import Testing

@testable import ALSADevices

/// Where in the sound a stream is: what device-alsa makes of what the driver tells.
@Suite struct ALSAAccountTests {
  private let second: UInt64 = 1_000_000_000

  private func begun() -> calsa_account {
    var account = calsa_account()
    calsa_account_begin(&account, 16000, 5 * second)
    return account
  }

  @Test func soundThatIsReadInTimeMovesThePositionAndTheClock() {
    var account = begun()
    for step in 1...100 as ClosedRange<UInt64> {
      #expect(calsa_account_see(&account, 5 * second + step * second / 50, 320) == 0)
      calsa_account_take(&account, 320)
      #expect(account.position == step * 320)
    }
    #expect(account.lost == 0 && account.overruns == 0)
    #expect(account.due_ns == 7 * second)
  }

  @Test func aGapIsCountedByTheTimeThatPassed() {
    var account = begun()
    _ = calsa_account_see(&account, 5 * second + second / 50, 320)
    calsa_account_take(&account, 320)
    calsa_account_gap(&account, 8000)
    // Two seconds and 20 ms after the beginning the device is asked again, and has 160 frames.
    let lost = calsa_account_see(&account, 7 * second + second / 50, 160)
    #expect(lost == 32000 + 320 - 160 - 320)
    #expect(account.position == 32320 - 160)
    #expect(account.lost == lost && account.overruns == 1)
    #expect(calsa_account_see(&account, 7 * second + second / 50, 160) == 0)
  }

  @Test func aGapLosesAtLeastTheBufferThatWasFull() {
    var account = begun()
    calsa_account_gap(&account, 8000)
    #expect(calsa_account_see(&account, 5 * second + 1000, 0) == 8000)
    calsa_account_gap(&account, 0)
    #expect(calsa_account_see(&account, 5 * second + 2000, 0) == 0)
    #expect(account.lost == 8000 && account.overruns == 2)
  }

  @Test func lateLooksAtTheClockAreAveraged() {
    var account = begun()
    for step in 1...50 as ClosedRange<UInt64> {
      // Each second look is 4 ms late, as on a busy machine.
      _ = calsa_account_see(&account, 5 * second + step * second / 50 + (step % 2) * 4_000_000, 320)
      calsa_account_take(&account, 320)
    }
    let off = Int64(account.due_ns) - Int64(6 * second)
    #expect((0...4_000_000).contains(off))
  }

  @Test func aDeviceThatStoodStillMovesTheClockAlone() {
    var account = begun()
    _ = calsa_account_see(&account, 5 * second + second / 50, 320)
    calsa_account_take(&account, 320)
    #expect(calsa_account_see(&account, 6 * second, 320) == 0)
    #expect(account.position == 320)
    #expect(account.due_ns == 6 * second - second / 50)
  }
}

/// Rates are changed without drift, and what is lost is silence before the beginning alone.
@Suite struct ALSAResamplerTests {
  @Test(
    arguments: [(48000, 16000), (16000, 48000), (44100, 16000), (8000, 44100), (11025, 384_000)]
      as [(UInt32, UInt32)])
  func asManyFramesComeOutAsTheRatesSay(rates: (UInt32, UInt32)) throws {
    let resampler = try #require(calsa_resampler_make(rates.0, rates.1, 1))
    defer { calsa_resampler_free(resampler) }
    let block = [Float](repeating: 0.25, count: Int(rates.0) / 50)
    var taken = [Float](repeating: 0, count: Int(rates.1))
    var count = 0
    for _ in 0..<100 {
      let promised = calsa_resampler_ready(resampler, UInt64(block.count))
      #expect(calsa_resampler_put(resampler, block, block.count) == 0)
      let got = calsa_resampler_take(resampler, &taken, taken.count)
      #expect(UInt64(got) == promised)
      count += got
    }
    // All but those that wait for the half of a filter.
    let input = UInt64(block.count * 100) - UInt64(calsa_resampler_delay(resampler))
    #expect(UInt64(count) == (input * UInt64(rates.1) + UInt64(rates.0) - 1) / UInt64(rates.0))
    #expect(abs(taken[0] - 0.25) < 1e-5)
  }

  @Test func nothingIsPutIn() throws {
    let resampler = try #require(calsa_resampler_make(48000, 16000, 1))
    defer { calsa_resampler_free(resampler) }
    var sample: Float = 0
    #expect(calsa_resampler_put(resampler, &sample, 0) == 0)
    #expect(calsa_resampler_ready(resampler, 0) == 0)
    #expect(calsa_resampler_take(resampler, &sample, 1) == 0)
  }

  @Test func whatIsNeededIsEnoughAndNoMore() throws {
    let resampler = try #require(calsa_resampler_make(44100, 16000, 2))
    defer { calsa_resampler_free(resampler) }
    for frames in [1, 7, 320, 1000] as [UInt64] {
      let needed = calsa_resampler_needs(resampler, frames)
      #expect(calsa_resampler_ready(resampler, needed) >= frames)
      #expect(needed == 0 || calsa_resampler_ready(resampler, needed - 1) < frames)
    }
  }
}

/// What a converter cut off is seen before it is resampled.
@Suite struct ALSAClippingTests {
  private func look<Sample>(_ clipping: inout calsa_clipping, _ samples: [Sample], channels: Int = 1) -> Bool
  {
    let format = Sample.self == Int16.self ? calsa_s16 : Sample.self == Int32.self ? calsa_s32 : calsa_float32
    return samples.withUnsafeBytes {
      calsa_clipping_look(
        &clipping, $0.baseAddress, UInt32(format), UInt32(channels), samples.count / channels) != 0
    }
  }

  private func look<Sample>(_ samples: [Sample], channels: Int = 1) -> Bool {
    var clipping = calsa_clipping()
    return look(&clipping, samples, channels: channels)
  }

  @Test func threeSamplesInARowAtFullScaleAreClipped() {
    #expect(look([0, .max, .max, .max, 0] as [Int16]) && look([.min, -.max, .min] as [Int16]))
    #expect(look([0x7FFF_0000, .max, .max] as [Int32]) && look([.min, -0x7FFF_0000, .min] as [Int32]))
    #expect(look([1, 1.5, 32767.0 / 32768] as [Float]) && look([-1, -1, -1] as [Float]))
  }

  @Test func loudAndWholeIsNot() {
    #expect(!look([.max, .max, 0, .max, .max] as [Int16]) && !look([32766, 32766, 32766] as [Int16]))
    #expect(!look([0x7FFE_FFFF, 0x7FFE_FFFF, 0x7FFE_FFFF] as [Int32]))
    #expect(!look([0.9999, 0.9999, 0.9999, .nan] as [Float]))
  }

  @Test func aRunGoesOnFromOneReadToTheNextInItsChannelAlone() {
    var clipping = calsa_clipping()
    #expect(!look(&clipping, [.max, 0, .max, 0] as [Int16], channels: 2))
    #expect(look(&clipping, [.max, 0] as [Int16], channels: 2))
    #expect(look(&clipping, [.max, 0] as [Int16], channels: 2))
    #expect(!look(&clipping, [0, .max] as [Int16], channels: 2))
    // Left and right in turn are no run.
    #expect(!look([.max, 0, .max, 0, 0, .max, 0, .max] as [Int16], channels: 2))
  }
}

/// What libasound says of its PCMs, as a list of microphones.
@Suite struct ALSAHintTests {
  @Test(
    arguments: [
      ("default", "Playback/recording through PipeWire", nil, true), ("mic", "A microphone", "Input", true),
      ("speaker", "A loudspeaker", "Output", false), ("null", "Discard all samples", nil, false),
      ("samplerate", "Rate Converter Plugin", nil, false), ("sysdefault:CARD=PCH", "HDA Intel", nil, false),
      ("", "Nameless", nil, false),
    ] as [(String, String, String?, Bool)])
  func onlyDevicesThatRecordAreListed(name: String, description: String, direction: String?, isListed: Bool) {
    let found = MicrophoneInfo(hint: name, description: description, direction: direction)
    #expect((found?.locator == name) == isListed)
  }

  @Test func aDescriptionOfTwoLinesIsOneName() {
    let description = "USB Audio\nDefault Audio Device\n"
    let described = MicrophoneInfo(hint: "usb", description: description, direction: nil)
    #expect(described?.name == "USB Audio Default Audio Device")
    #expect(MicrophoneInfo(hint: "bare", description: nil, direction: nil)?.name == "bare")
  }

  @Test(arguments: [
    ("Capture Switch", 4), ("Mic Capture Switch", 3), ("Internal Mic Capture Switch", 2),
    ("Front Capture Switch", 1), ("Line Capture Switch", 0), ("Capture Volume", 0),
    ("Mic Playback Switch", 0),
  ])
  func theSwitchOfTheMicrophoneIsKnownByItsName(name: String, rank: Int32) {
    #expect(calsa_switch_rank(name) == rank)
  }
}

/// Which of the kernel's events are of devices that capture.
@Suite struct ALSAEventTests {
  private func node(_ name: String, of subsystem: String = "sound") throws -> String? {
    let lines = ["add@/devices/x", "ACTION=add", "SUBSYSTEM=\(subsystem)", "DEVNAME=\(name)"]
    let event = KernelEvent(lines.flatMap { Array($0.utf8) + [0] })
    return SoundCards().node(of: try #require(event))
  }

  @Test func aCaptureDeviceIsOne() throws {
    #expect(try node("snd/pcmC2D13c") == "pcmC2D13c")
  }

  @Test(arguments: [
    "snd/pcmC0D0p", "snd/controlC0", "snd/pcmC-1D0c", "snd/pcmC0D0cx", "snd/pcmC0c", "snd/pcmCD0c", "snd/",
    "pcmC0D0c", "snd/pcmC0D0D0c",
  ])
  func whatIsNoCaptureDeviceIsPassedOver(name: String) throws {
    #expect(try node(name) == nil)
  }

  @Test func anotherSubsystemsNodeIsPassedOver() throws {
    #expect(try node("snd/pcmC0D0c", of: "video4linux") == nil)
  }
}
