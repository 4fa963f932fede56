// SPDX-License-Identifier: Apache-2.0
import CVoice
import FaceNetworks
import ImprintPluginKit

/// The network that tells who speaks. One thread at a time.
final class VoiceEncoder {
  private static let energies = Int(IMP_VOICE_WINDOW_FRAMES * IMP_VOICE_BANDS)

  private let session: NetworkSession

  /// - Throws: as ``NetworkRuntime/session(_:threads:)`` does.
  init(runtime: NetworkRuntime, threads: Int) throws(PluginFailure) {
    session = try runtime.session(
      Network(
        "encoder", input: .init(.float32, 1, Int64(IMP_VOICE_WINDOW_FRAMES), Int64(IMP_VOICE_BANDS)),
        outputs: [.init(.float32, 1, Int64(IMP_VOICE_LENGTH))]),
      threads: threads)
  }

  /// The mean direction of all windows of a sound.
  /// - Throws: `.quality` where it has none; `.internal`.
  func encode(_ sound: Sound, into voice: SpokenVoice) throws(PluginFailure) {
    let energies = session.input.assumingMemoryBound(to: Float.self)
    let sum = UnsafeMutablePointer<Double>.allocate(capacity: SpokenVoice.length)
    sum.initialize(repeating: 0, count: SpokenVoice.length)
    // All of it reveals as much as the template.
    defer {
      imp_voice_erase(energies, Self.energies * MemoryLayout<Float>.size)
      imp_voice_erase(
        UnsafeMutableRawPointer(mutating: session.output(0)), SpokenVoice.length * MemoryLayout<Float>.size)
      imp_voice_erase(sum, SpokenVoice.length * MemoryLayout<Double>.size)
      sum.deallocate()
    }
    for window in 0..<sound.windows {
      sound.fill(window, energies)
      try session.run()
      guard imp_voice_add(session.output(0), sum) != 0 else { throw Self.noDirection }
    }
    guard imp_voice_direction(sum, voice.embedding) != 0 else { throw Self.noDirection }
  }

  private static let noDirection = PluginFailure(
    .quality, "The encoder hears no voice in the sound; speak again.")
}
