// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit

/// The first line of a Y4M file (mjpegtools, yuv4mpeg(5)): words of one letter and a value.
struct Y4MHeader {
  static let magic = Array("YUV4MPEG2".utf8)

  let width: UInt32
  let height: UInt32
  let rate: FrameRate?

  /// Bytes of one frame: plane Y, then U and V of half the size, rounded up.
  var frameBytes: Int {
    Int(width) * Int(height) + 2 * ((Int(width) + 1) / 2) * ((Int(height) + 1) / 2)
  }

  /// 8-bit 4:2:0 by where its colours sit; no more than a quarter of a pixel lies between them.
  private static let colorSpaces: Set<String> = ["420", "420jpeg", "420mpeg2", "420paldv"]

  /// - Throws: `.file` for a line that is no header, `.unsupported` for a layout that replay does not play.
  init(line: [UInt8], path: String) throws(PluginFailure) {
    let words = String(decoding: line, as: UTF8.self).split(separator: " ").dropFirst()
    var width: UInt32?
    var height: UInt32?
    var rate: FrameRate?
    for word in words {
      let value = word.dropFirst()
      switch word.first {
      case "W": width = UInt32(value)
      case "H": height = UInt32(value)
      case "F": rate = FrameRate(ratio: value)
      case "I":
        guard value == "p" || value == "?" else {
          throw PluginFailure(.unsupported, "\(path) is interlaced (I\(value)); deinterlace it first.")
        }
      case "C":
        guard Y4MHeader.colorSpaces.contains(String(value)) else {
          throw PluginFailure(.unsupported, "\(path) has colours C\(value); replay plays 8-bit C420.")
        }
      case "X":
        guard value != "COLORRANGE=FULL" else {
          throw PluginFailure(.unsupported, "\(path) has full-range colours; convert it to limited range.")
        }
      default: break
      }
    }
    guard let width, let height, (1...65535).contains(width), (1...65535).contains(height) else {
      throw PluginFailure(.file, "\(path): the header states no width and height of 1...65535.")
    }
    self.width = width
    self.height = height
    self.rate = rate
    guard frameBytes <= largestFrame else {
      throw PluginFailure(
        .unsupported, "\(path): frames of \(width) × \(height) are larger than replay plays.")
    }
  }
}

extension FrameRate {
  /// Reads `30000:1001`. `nil` for 0:0, which means unknown, and for what is no ratio.
  fileprivate init?(ratio: Substring) {
    let parts = ratio.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let frames = UInt32(parts[0]), let seconds = UInt32(parts[1]), frames > 0,
      seconds > 0
    else { return nil }
    self.init(frames: frames, seconds: seconds)
  }
}
