// SPDX-License-Identifier: Apache-2.0

/// Reads PGM and PPM files with binary samples (Netpbm's P5 and P6): a text header, then raw samples.
struct PNMReader {
  /// The longest header that is read: three numbers, and comments.
  private static let longestHeader = 4096

  private let bytes: UnsafeRawBufferPointer
  private let place: String
  private let kind: String
  private let channels: Int
  let width: Int
  let height: Int
  /// The largest sample, which is white: 1...65535. Above 255 a sample has two bytes, big-endian.
  private let maximum: Int
  private let samples: Int

  /// Whether bytes begin like such a file.
  static func isOne(_ head: [UInt8]) -> Bool {
    head.count > 2 && head[0] == UInt8(ascii: "P")
      && (head[1] == UInt8(ascii: "5") || head[1] == UInt8(ascii: "6"))
      && (isSpace(head[2]) || head[2] == UInt8(ascii: "#"))
  }

  /// Reads only the header.
  /// - Throws: ``ImagingError`` `truncated`, `damaged`.
  init(_ bytes: UnsafeRawBufferPointer, place: String) throws(ImagingError) {
    self.bytes = bytes
    self.place = place
    channels = bytes[1] == UInt8(ascii: "6") ? 3 : 1
    kind = channels == 3 ? "PPM" : "PGM"
    var at = 2
    width = try Self.number(bytes, &at, kind, place)
    height = try Self.number(bytes, &at, kind, place)
    maximum = try Self.number(bytes, &at, kind, place)
    guard (1...65535).contains(maximum) else {
      throw .damaged(place, kind, "its largest sample is \(maximum), and has to be 1 to 65535")
    }
    // Exactly one white-space byte separates the header from the samples.
    guard Self.isSpace(bytes[at]) else { throw .damaged(place, kind, "its header does not end with a blank") }
    samples = at + 1
  }

  /// - Throws: ``ImagingError`` `truncated`; `damaged` for a sample above the largest.
  func decode() throws(ImagingError) -> Image {
    let (width, height, channels) = (width, height, channels)
    let sampleBytes = maximum > 255 ? 2 : 1
    let count = width * height * channels
    guard bytes.count - samples >= count * sampleBytes else {
      throw .truncated(place, kind, bytes: bytes.count)
    }
    var largest = 0
    let image = try Image.make(
      width: width, height: height, format: channels == 3 ? .rgb24 : .grey8, place: place
    ) { target in
      for index in 0..<count {
        let at = samples + index * sampleBytes
        let sample = sampleBytes == 1 ? Int(bytes[at]) : Int(bytes[at]) << 8 | Int(bytes[at + 1])
        largest = max(largest, sample)
        target[index] = UInt8(truncatingIfNeeded: (min(sample, maximum) * 255 + maximum / 2) / maximum)
      }
    }
    guard largest <= maximum else {
      throw .damaged(place, kind, "a sample is \(largest), and its largest is said to be \(maximum)")
    }
    return image
  }

  /// The next number of the header, after white space and comments.
  private static func number(
    _ bytes: UnsafeRawBufferPointer, _ at: inout Int, _ kind: String, _ place: String
  ) throws(ImagingError) -> Int {
    var value: Int?
    var isComment = false
    while at < bytes.count {
      guard at < longestHeader else { throw .damaged(place, kind, "its header does not end") }
      let byte = bytes[at]
      if isComment {
        isComment = byte != 10 && byte != 13
      } else if let digits = value {
        guard (48...57).contains(byte) else {
          guard isSpace(byte) || byte == UInt8(ascii: "#") else { break }
          return digits
        }
        // Larger than any valid side or sample; one more digit cannot overflow.
        guard digits < 100_000_000 else { break }
        value = digits * 10 + Int(byte) - 48
      } else if (48...57).contains(byte) {
        value = Int(byte) - 48
      } else if byte == UInt8(ascii: "#") {
        isComment = true
      } else if !isSpace(byte) {
        break
      }
      at += 1
    }
    guard at < bytes.count else { throw .truncated(place, kind, bytes: bytes.count) }
    throw .damaged(place, kind, "its header is not width, height and largest sample")
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
}
