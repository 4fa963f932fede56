// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintAudio
import ImprintRuntime
import TestSupport
import Testing

@Suite struct AudioFileTargetTests {
  private func clip(_ samples: AudioSamples) throws -> AudioClip {
    try #require(AudioClip(rate: 16_000, channels: 1, samples: samples))
  }

  private func code(_ work: () throws -> Void) -> AudioError.Code? {
    do {
      try work()
      return nil
    } catch {
      return (error as? AudioError)?.code
    }
  }

  @Test func aFolderThatIsMissingIsToldBeforeThereIsSound() throws {
    #expect(code { _ = try AudioFileTarget("/nowhere/at/all/a.wav") } == .missing)
    #expect(code { _ = try AudioFileTarget("a.mp3") } == .unsupported)
    #expect(code { _ = try AudioFileTarget("/tmp/", as: .wav) } == .notAudio)
  }

  @Test func aFolderThatTakesNoFileIsToldBeforeThereIsSound() {
    #expect(code { _ = try AudioFileTarget("/proc/a.wav") } != nil)
  }

  @Test func aFolderOfTheFilesNameIsToldBeforeThereIsSound() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/a.wav", withIntermediateDirectories: false)
    #expect(code { _ = try AudioFileTarget(folder.path + "/a.wav") } == .notAudio)
  }

  @Test func samplesThatFlacNeverKeepsAreToldBeforeThereAreSome() throws {
    let folder = try TemporaryFolder()
    #expect(code { _ = try AudioFileTarget(folder.path + "/a.flac", for: .float32) } == .unsupported)
    _ = try AudioFileTarget(folder.path + "/a.flac", for: .s32)
    _ = try AudioFileTarget(folder.path + "/a.wav", for: .float32)
  }

  @Test func nothingIsThereBeforeSoundIsWrittenAndWhatWasStays() throws {
    let folder = try TemporaryFolder()
    try AudioFile.write(try clip(.s16([7])), to: folder.path + "/b.wav")
    _ = try AudioFileTarget(folder.path + "/a.wav")
    _ = try AudioFileTarget(folder.path + "/b.wav")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["b.wav"])
    #expect(try AudioFile.read(folder.path + "/b.wav").samples == .s16([7]))
  }

  @Test func soundGoesWhereItWasMeantTo() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a.flac"
    let written = try AudioFileTarget(path).write(clip(.s16([1, 2, 3])))
    #expect(written == AudioFileTarget.Written(path: path))
    #expect(try AudioFile.read(path).samples == .s16([1, 2, 3]))
  }

  @Test(arguments: [AudioSamples.s32([1, 2, 3]), .s16([])])
  func soundThatFlacDoesNotKeepGoesToAWaveFileBesideIt(samples: AudioSamples) throws {
    let folder = try TemporaryFolder()
    let written = try AudioFileTarget(folder.path + "/a.flac").write(clip(samples))
    #expect(written.path == folder.path + "/a.flac.wav" && written.reason?.isEmpty == false)
    #expect(try AudioFile.read(written.path).samples == samples)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.flac.wav"])
  }
}
