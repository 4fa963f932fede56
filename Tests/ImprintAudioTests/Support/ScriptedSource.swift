// SPDX-License-Identifier: Apache-2.0
import ImprintAudio
import ImprintRuntime
import Synchronization

/// A source that gives what a test has written down, step by step, and then ends.
final class ScriptedSource: AudioSource {
  enum Step {
    case chunk(AudioChunk)
    case error(Int32)
    /// Nothing comes until the source is closed, or the wait is over.
    case nothing
  }

  let format: AudioFormat
  private let steps: Mutex<[Step]>
  private let closed = Mutex(false)

  init(_ steps: [Step], format: AudioFormat = AudioFormat(rate: 16_000, channels: 1, sample: .s16)) {
    self.format = format
    self.steps = Mutex(steps)
  }

  /// Gives samples in chunks of so many frames.
  convenience init(_ samples: [Float], frames: Int = 320) {
    self.init(
      stride(from: 0, to: samples.count, by: frames).map { start in
        .chunk(Sounds.chunk(Sounds.s16(Array(samples[start..<min(start + frames, samples.count)]))))
      })
  }

  var isClosed: Bool { closed.withLock { $0 } }
  var stepsLeft: Int { steps.withLock(\.count) }

  func read(timeout: Duration) async throws(PluginCallError) -> AudioChunk? {
    if isClosed { throw Self.error(1002) }
    switch steps.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
    case nil: return nil
    case .chunk(let chunk): return chunk
    case .error(let status): throw Self.error(status)
    case .nothing:
      steps.withLock { $0.insert(.nothing, at: 0) }
      try? await Task.sleep(for: min(timeout, .milliseconds(20)))
      throw Self.error(isClosed || Task.isCancelled ? 1002 : 101)
    }
  }

  func close() { closed.withLock { $0 = true } }

  private static func error(_ status: Int32) -> PluginCallError {
    PluginCallError(status: status, plugin: "scripted", function: "read")
  }
}
