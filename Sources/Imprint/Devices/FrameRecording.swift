// SPDX-License-Identifier: Apache-2.0
internal import ImprintCapture
internal import ImprintImaging
public import ImprintRuntime

/// The format in which a camera's frames are recorded for replay as a camera.
public enum FrameRecordingKind: String, Sendable, Hashable, CaseIterable {
  /// Raw frames of 4:2:0, with the rate; from cameras that deliver YUYV, UYVY, NV12, I420 or grey.
  case y4m
  /// Concatenated JPEG files: the camera's own, or compressed from its frames.
  case mjpeg
  /// A folder of PNG files.
  case png

  /// By a path's extension: `.y4m`, `.mjpeg` or `.mjpg`; else a folder of pictures.
  public init(path: String) {
    switch path.split(separator: ".").last?.lowercased() {
    case "y4m" where path.contains("."): self = .y4m
    case "mjpeg" where path.contains("."), "mjpg" where path.contains("."): self = .mjpeg
    default: self = .png
    }
  }
}

/// Encodes a camera's frames for a recording: the pieces of its file, or its files.
///
/// Does no I/O: the recorder writes what it returns.
public struct FrameRecording: Sendable {
  public let kind: FrameRecordingKind
  /// Frames so far.
  public private(set) var frames = 0
  private let rate: Double
  private var size: (width: Int, height: Int)?

  /// JPEG quality of frames that the camera did not compress: it loses less than cameras' own compression.
  private static let quality = 95

  /// - Parameter framesPerSecond: the rate that a Y4M file states, to a thousandth; above 0.
  public init(_ kind: FrameRecordingKind, framesPerSecond: Double) {
    self.kind = kind
    rate = framesPerSecond.isFinite && framesPerSecond > 0 ? framesPerSecond : 25
  }

  /// The file name of the next frame; `nil` where all frames go into one file.
  public var nextName: String? {
    guard kind == .png else { return nil }
    let digits = String(frames)
    return String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".png"
  }

  /// The bytes that a frame appends to the file, or that make the next file.
  /// - Throws: ``DeviceError`` `unsupported` where frames of this format, or of changing size, cannot be
  ///   stored so; what decoding and encoding throw.
  public mutating func add(_ frame: EncodedFrame) throws -> [UInt8] {
    let bytes: [UInt8] =
      switch kind {
      case .y4m: try addRaw(frame)
      case .mjpeg:
        if case .jpeg = frame.format {
          frame.bytes
        } else {
          try ImageEncoder.jpeg(try frame.decoded(), quality: Self.quality)
        }
      case .png:
        if case .png = frame.format { frame.bytes } else { try ImageEncoder.png(try frame.decoded()) }
      }
    frames += 1
    return bytes
  }

  private mutating func addRaw(_ frame: EncodedFrame) throws(DeviceError) -> [UInt8] {
    guard let planes = PlanarFrame(frame) else {
      throw DeviceError(
        .unsupported, place: "frame \(frame.sequence)",
        reason: "a Y4M file cannot contain frames of \(frame.format).",
        remedy: "Record to a file that ends in .mjpeg, or to a folder.")
    }
    let marked = Array("FRAME\n".utf8) + planes.bytes
    guard let size else {
      self.size = (frame.width, frame.height)
      let milli = Int((rate * 1000).rounded())
      let header = "YUV4MPEG2 W\(frame.width) H\(frame.height) F\(max(1, milli)):1000 Ip A1:1 C420jpeg\n"
      return Array(header.utf8) + marked
    }
    guard size == (frame.width, frame.height) else {
      throw DeviceError(
        .unsupported, place: "frame \(frame.sequence)",
        reason:
          "it has \(frame.width)x\(frame.height) pixels, but the first had \(size.width)x\(size.height).",
        remedy: "Record to a file that ends in .mjpeg, or to a folder.")
    }
    return marked
  }
}
