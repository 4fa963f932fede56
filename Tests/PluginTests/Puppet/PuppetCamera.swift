// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport

/// The puppet plugin, and a camera of it that may be open.
final class PuppetCamera: @unchecked Sendable {
  // Sendable: `cancel` may come from any thread, and the tests call nothing else from a second one.
  let opened: OpenedEntry
  let locator: String
  private let cameras: imp_camera_ability
  private let settings: imp_camera_control_ability
  private var camera: OpaquePointer?

  init(_ locator: String) throws {
    opened = try OpenedEntry(PluginLibrary.entry("DevicePuppet"))
    cameras = try opened.table(IMP_CAMERA_ID)
    settings = try opened.table(IMP_CAMERA_CONTROL_ID)
    self.locator = locator
  }

  /// A camera that is open, with small frames.
  static func open(_ locator: String, width: UInt32 = 320, height: UInt32 = 240) throws -> PuppetCamera {
    let camera = try PuppetCamera(locator)
    let status = camera.open(width: width, height: height)
    guard status == IMP_OK else { throw StatusError(status: status, words: camera.words) }
    return camera
  }

  deinit { if let camera { cameras.close(camera) } }

  var words: String { opened.host.last?.words ?? "" }

  func open(width: UInt32 = 320, height: UInt32 = 240, framesPerSecondMilli: UInt32 = 0) -> imp_status {
    locator.lent { text in
      var options = imp_camera_options(
        size: structSize(imp_camera_options.self), width: width, height: height,
        frames_per_second_milli: framesPerSecondMilli, pace: UInt32(IMP_CAMERA_PACE_FULL), repeat: 0,
        format: 0,
        reserved: 0, locator: text)
      return cameras.open(opened.plugin, &options, &camera)
    }
  }

  func cancel() { if let camera { cameras.cancel(camera) } }

  struct Answer {
    let status: imp_status
    let frame: imp_frame
    let pixels: [UInt8]

    /// The mean of red, green and blue over a part of the frame, in shares of its sides.
    func mean(x: ClosedRange<Double> = 0...1, y: ClosedRange<Double> = 0...1) -> [Double] {
      var sums = [0.0, 0.0, 0.0]
      var count = 0.0
      visit(x: x, y: y) { red, green, blue, _, _ in
        sums[0] += Double(red)
        sums[1] += Double(green)
        sums[2] += Double(blue)
        count += 1
      }
      return sums.map { $0 / max(count, 1) }
    }

    /// How many pixels fit, and where their middle is, in shares of the frame's sides.
    func find(
      x: ClosedRange<Double> = 0...1, y: ClosedRange<Double> = 0...1, _ fits: (Int, Int, Int) -> Bool
    ) -> (count: Int, x: Double, y: Double) {
      var (count, left, top) = (0, 0, 0)
      visit(x: x, y: y) { red, green, blue, x, y in
        guard fits(red, green, blue) else { return }
        count += 1
        left += x
        top += y
      }
      let all = Double(max(count, 1))
      return (count, Double(left) / all / Double(frame.width), Double(top) / all / Double(frame.height))
    }

    private func visit(
      x: ClosedRange<Double>, y: ClosedRange<Double>, _ body: (Int, Int, Int, Int, Int) -> Void
    ) {
      let (width, height) = (Int(frame.width), Int(frame.height))
      for row in Int(y.lowerBound * Double(height))..<Int(y.upperBound * Double(height)) {
        for column in Int(x.lowerBound * Double(width))..<Int(x.upperBound * Double(width)) {
          let start = row * Int(frame.row_bytes) + 3 * column
          body(Int(pixels[start]), Int(pixels[start + 1]), Int(pixels[start + 2]), column, row)
        }
      }
    }
  }

  func next(timeout: UInt64 = .max) -> Answer {
    var memory = [UInt8](repeating: 0, count: 3 * 640 * 480)
    var frame = imp_frame()
    frame.size = structSize(imp_frame.self)
    guard let camera else { return Answer(status: IMP_E_STATE, frame: frame, pixels: []) }
    var length = 0
    let status = memory.withUnsafeMutableBufferPointer { memory in
      var buffer = imp_buffer(data: memory.baseAddress, capacity: memory.count, length: 0)
      defer { length = buffer.length }
      return cameras.next_frame(camera, timeout, &buffer, &frame)
    }
    return Answer(status: status, frame: frame, pixels: Array(memory.prefix(status == IMP_OK ? length : 0)))
  }

  /// The last of so many frames.
  func next(frames: Int) -> Answer {
    for _ in 1..<frames { _ = next() }
    return next()
  }

  /// Sets one of the plugin's own settings, by its number.
  @discardableResult
  func set(_ number: UInt32, _ value: Int64) -> imp_status {
    var value = value
    return locator.lent { text in
      settings.set(opened.plugin, text, UInt32(IMP_CAMERA_CONTROL_OWN) + number, &value)
    }
  }

  /// The names of the settings, by number.
  func controls() -> [UInt32: String] {
    var count = 64
    var controls = room(imp_camera_control(), \.size, count)
    let status = locator.lent { settings.controls(opened.plugin, $0, &controls, &count) }
    guard status == IMP_OK else { return [:] }
    return Dictionary(
      uniqueKeysWithValues: controls.prefix(count).map { control in
        let name = withUnsafeBytes(of: control.name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return (control.control - UInt32(IMP_CAMERA_CONTROL_OWN), name)
      })
  }
}
