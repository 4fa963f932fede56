// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// Sound as a call lends it: samples and description, each in read-only memory before a guard page.
///
/// Writing to it, or reading one byte beyond it, ends the process.
final class LentSound: LentSample {
  private let samples: GuardedMemory
  private let header: GuardedMemory

  /// - Parameters:
  ///   - offset: Bytes from a multiple of 64 at which the samples start, with a guard page before them if 0;
  ///     `nil`: they end at the guard page behind them.
  ///   - change: The fault to put into the description.
  convenience init(
    _ sound: DrawnSound, offset: Int?, change: (inout imp_sound) -> Void = { _ in }
  ) throws {
    let bytes = sound.samples.withUnsafeBytes { Array($0) }
    if let offset {
      let memory = try GuardedMemory([UInt8](repeating: 0, count: offset) + bytes, side: .start)
      try self.init(memory, from: offset, rate: sound.rate, change: change)
    } else {
      try self.init(GuardedMemory(bytes), from: 0, rate: sound.rate, change: change)
    }
  }

  convenience init(_ sound: DrawnSound, change: (inout imp_sound) -> Void) throws {
    try self.init(sound, offset: nil, change: change)
  }

  /// The sound as 16-bit integers.
  convenience init(integers sound: DrawnSound) throws {
    let values = sound.samples.map { Int16(max(-32768, min(32767, ($0 * 32768).rounded()))) }
    try self.init(GuardedMemory(values.flatMap { bytes(of: $0) }), from: 0, rate: sound.rate) {
      $0.format = UInt32(IMP_AUDIO_S16)
    }
  }

  /// Silence of any length: untouched memory occupies nothing.
  convenience init(silence frames: Int, rate: Int) throws {
    try self.init(GuardedMemory(count: frames * 4), from: 0, rate: rate) { _ in }
  }

  private init(
    _ memory: GuardedMemory, from offset: Int, rate: Int, change: (inout imp_sound) -> Void
  ) throws {
    samples = memory
    let start = memory.bytes.baseAddress.map { UnsafeRawPointer($0 + offset) }
    var sound = imp_sound(
      size: structSize(imp_sound.self), format: UInt32(IMP_AUDIO_FLOAT32), rate: UInt32(rate), channels: 1,
      samples: imp_bytes(
        data: start?.assumingMemoryBound(to: UInt8.self), length: memory.bytes.count - offset))
    change(&sound)
    header = try GuardedMemory(copyOf: sound)
    for memory in self.memory { memory.makeReadOnly() }
  }

  var sound: UnsafePointer<imp_sound> { header.pointer() }

  /// Lends other sound of the same length at the same addresses.
  func replace(by sound: DrawnSound) {
    samples.makeWritable()
    sound.samples.withUnsafeBytes { samples.bytes.copyMemory(from: $0) }
    samples.makeReadOnly()
  }

  var memory: [GuardedMemory] { [samples, header] }
}
