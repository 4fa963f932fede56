// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// The chunks of a WAV file before its samples (Microsoft, RIFF; WAVEFORMATEX and WAVEFORMATEXTENSIBLE).
struct WaveHeader {
  static let magic = Array("RIFF".utf8)

  let rate: UInt32
  let channels: Int
  let sample: WaveSample
  /// Bytes of samples; `nil` where the writer left it open, and all that follows are samples.
  let dataBytes: Int?

  var bytesPerFrame: Int { sample.bytes * channels }

  /// More than any sound card gives.
  private static let highestRate: UInt32 = 768_000
  /// Chunks that say what is not needed: more than these before the samples are some other file.
  private static let mostChunks = 1000
  /// The format chunk of a real file has 16, 18 or 40 bytes.
  private static let longestFormat = 4096

  /// Takes everything up to the first sample.
  init(file: FileReader) throws(PluginFailure) {
    let riff = try WaveHeader.take(12, of: file)
    guard riff.starts(with: WaveHeader.magic), Array(riff[8...]) == Array("WAVE".utf8) else {
      throw PluginFailure(.file, "\(file.path) is no WAV file, though it begins like one.")
    }
    var format: [UInt8]?
    for _ in 0..<WaveHeader.mostChunks {
      let head = try WaveHeader.take(8, of: file)
      let size = WaveHeader.number(head[4...])
      switch String(decoding: head[..<4], as: UTF8.self) {
      case "fmt ":
        guard size <= WaveHeader.longestFormat else {
          throw PluginFailure(.file, "\(file.path): its format chunk has \(size) bytes, which none has.")
        }
        format = try WaveHeader.take(Int(size), of: file)
        try file.skip(Int(size & 1))
      case "data":
        guard let format else {
          throw PluginFailure(.file, "\(file.path): its samples come before their format.")
        }
        self = try WaveHeader(format: format, data: size, path: file.path)
        return
      default: try file.skip(Int(size) + Int(size & 1))
      }
    }
    throw PluginFailure(.file, "\(file.path): no samples after \(WaveHeader.mostChunks) chunks.")
  }

  private init(format: [UInt8], data: UInt32, path: String) throws(PluginFailure) {
    guard format.count >= 16 else {
      throw PluginFailure(.file, "\(path): its format chunk has \(format.count) bytes; 16 are the least.")
    }
    var tag = WaveHeader.number(format[0..<2])
    let channels = WaveHeader.number(format[2..<4])
    let rate = WaveHeader.number(format[4..<8])
    let frame = WaveHeader.number(format[12..<14])
    let bits = WaveHeader.number(format[14..<16])
    // Extensible: the first two bytes of the subformat are the tag that counts.
    if tag == 0xFFFE, format.count >= 40 { tag = WaveHeader.number(format[24..<26]) }
    guard let sample = WaveSample(tag: tag, bits: bits) else {
      throw PluginFailure(
        .unsupported,
        "\(path) has samples of format \(tag) with \(bits) bits; replay plays PCM of 8, 16, 24 and 32 bits and "
          + "floats of 32 and 64.")
    }
    guard (1...WaveHeader.highestRate).contains(rate) else {
      throw PluginFailure(.file, "\(path): it states \(rate) frames a second.")
    }
    guard (1...2).contains(channels) else {
      throw PluginFailure(.unsupported, "\(path) has \(channels) channels; replay plays mono and stereo.")
    }
    guard Int(frame) == sample.bytes * Int(channels) else {
      throw PluginFailure(
        .file, "\(path): it states frames of \(frame) bytes, which are \(sample.bytes * Int(channels)).")
    }
    self.rate = rate
    self.channels = Int(channels)
    self.sample = sample
    // 0 and all ones: a writer that could not go back to say.
    dataBytes = data == 0 || data == .max ? nil : Int(data)
  }

  private static func take(_ count: Int, of file: FileReader) throws(PluginFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    try file.read(count, into: &bytes)
    guard bytes.count == count else { throw PluginFailure(.file, "\(file.path): its header is cut.") }
    return bytes
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
