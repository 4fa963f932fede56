// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A folder of one trial's own, with what its virtual microphones play. It goes with the trial.
final class SoundFolder {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "sound-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Writes samples without a head.
  func write<Sample>(_ samples: [Sample], _ name: String = "sound.raw") throws {
    try samples.withUnsafeBytes { try Data($0).write(to: folder.appending(path: name)) }
  }

  /// Writes a WAV file of 16-bit samples.
  func writeWAV(_ samples: [Int16], rate: UInt32, channels: UInt16, _ name: String) throws {
    var head = Data()
    func add<Number: FixedWidthInteger>(_ number: Number) {
      withUnsafeBytes(of: number.littleEndian) { head.append(contentsOf: $0) }
    }
    let bytes = UInt32(samples.count * 2)
    head += Data("RIFF".utf8)
    add(36 + bytes)
    head += Data("WAVEfmt ".utf8)
    add(UInt32(16))
    add(UInt16(1))
    add(channels)
    add(rate)
    add(rate * UInt32(channels) * 2)
    add(channels * 2)
    add(UInt16(16))
    head += Data("data".utf8)
    add(bytes)
    samples.withUnsafeBytes { head.append(contentsOf: $0) }
    try head.write(to: folder.appending(path: name))
  }

  /// Makes a text libasound's whole configuration, for this process from now on. `FOLDER` in it is this
  /// folder.
  func configure(_ text: String) throws {
    let library = "\(try Sound.stage())/lib/alsa-lib/libasound_module_pcm_imprint.so"
    try expect(FileManager.default.fileExists(atPath: library), "the stage has no \(library)")
    let whole = """
      pcm_type.imprint { lib "\(library)" }
      ctl_type.imprint { lib "\(library)" }
      \(text.replacing("FOLDER", with: folder.path))
      """
    try Data(whole.utf8).write(to: folder.appending(path: "asound.conf"))
    setenv("ALSA_CONFIG_PATH", path("asound.conf"), 1)
  }
}
