// SPDX-License-Identifier: Apache-2.0
import ImprintAudio
import ImprintRuntime
import Synchronization

/// A microphone that gives what a test has written down, and then nothing until it is closed.
final class ScriptedMicrophone: AudioSource {
  enum Step: Sendable {
    case sound([Float])
    case fails(Int32)
    case ends
  }

  let format: AudioFormat
  private let state: Mutex<(steps: [Step], isClosed: Bool, lost: UInt64)>

  init(_ steps: [Step], rate: Int = 8000, channels: Int = 1) {
    format = AudioFormat(rate: rate, channels: channels, sample: .float32)
    state = Mutex((steps, false, 0))
  }

  var isClosed: Bool { state.withLock(\.isClosed) }

  func read(timeout: Duration) async throws(PluginCallError) -> AudioChunk? {
    let step = state.withLock { state -> Step? in
      if state.isClosed { return .fails(1002) }
      return state.steps.isEmpty ? nil : state.steps.removeFirst()
    }
    switch step {
    case .sound(let samples):
      return AudioChunk(
        format: format,
        bytes: samples.flatMap { sample in withUnsafeBytes(of: sample.bitPattern.littleEndian) { Array($0) }
        },
        timestamp: 0, position: 0, lost: 7)
    case .fails(let status): throw PluginCallError(status: status, plugin: "scripted", function: "read")
    case .ends: return nil
    case nil:
      try? await Task.sleep(for: .milliseconds(5))
      throw PluginCallError(status: isClosed ? 1002 : 101, plugin: "scripted", function: "read")
    }
  }

  func close() async { state.withLock { $0.isClosed = true } }
}
