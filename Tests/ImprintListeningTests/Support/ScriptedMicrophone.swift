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
  private let state: Mutex<(steps: [Step], isClosed: Bool, lost: UInt64, given: Int, holdsAfter: Int?)>

  /// - Parameter holds: after so many steps the next call waits until it is released.
  init(_ steps: [Step], rate: Int = 8000, channels: Int = 1, holdsAfter holds: Int? = nil) {
    format = AudioFormat(rate: rate, channels: channels, sample: .float32)
    state = Mutex((steps, false, 0, 0, holds))
  }

  func release() { state.withLock { $0.holdsAfter = nil } }

  var isClosed: Bool { state.withLock(\.isClosed) }

  func read(timeout: Duration) async throws(PluginCallError) -> AudioChunk? {
    while state.withLock({ state in state.holdsAfter.map { $0 <= state.given } ?? false }) {
      try? await Task.sleep(for: .milliseconds(1))
    }
    let (step, lost) = state.withLock { state -> (Step?, UInt64) in
      if state.isClosed { return (.fails(1002), 0) }
      guard !state.steps.isEmpty else { return (nil, 0) }
      state.given += 1
      state.lost += 7
      return (state.steps.removeFirst(), state.lost)
    }
    switch step {
    case .sound(let samples):
      return AudioChunk(
        format: format,
        bytes: samples.flatMap { sample in withUnsafeBytes(of: sample.bitPattern.littleEndian) { Array($0) }
        },
        timestamp: 0, position: 0, lost: lost)
    case .fails(let status): throw PluginCallError(status: status, plugin: "scripted", function: "read")
    case .ends: return nil
    case nil:
      try? await Task.sleep(for: .milliseconds(5))
      throw PluginCallError(status: isClosed ? 1002 : 101, plugin: "scripted", function: "read")
    }
  }

  func close() async { state.withLock { $0.isClosed = true } }
}
