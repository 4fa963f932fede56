// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What `imprint.camera/1` asks of an author's plugin.
enum CameraTable {
  static func list(_ opened: OpenedPlugin) throws(PluginFailure) -> [imp_camera_info] {
    var listed: [imp_camera_info] = []
    for camera in try provided(opened.attached.camera).cameras() { listed.append(try camera.raw()) }
    return listed
  }

  static func open(
    _ opened: OpenedPlugin, _ options: imp_camera_options
  ) throws(PluginFailure) -> ProvidedCamera {
    let options = try CameraOptions(checking: options)
    return ProvidedCamera(
      host: opened.host, session: try provided(opened.attached.camera).openCamera(options))
  }
}

extension CameraInfo {
  fileprivate func raw() throws(PluginFailure) -> imp_camera_info {
    var raw = imp_camera_info()
    raw.size = structSize(imp_camera_info.self)
    raw.light = light.rawValue
    raw.facing = facing.rawValue
    // A locator that was cut would open something else; an id, be another camera's.
    guard copy(locator, to: &raw.locator), copy(id ?? "", to: &raw.id), copy(device ?? "", to: &raw.device)
    else {
      throw PluginFailure(.internal, "A camera's locator is longer than 511 bytes, or its id than 255.")
    }
    copy(name, to: &raw.name)
    return raw
  }
}

extension CameraOptions {
  fileprivate init(checking raw: imp_camera_options) throws(PluginFailure) {
    guard raw.width <= 65535, raw.height <= 65535 else {
      throw PluginFailure(.argument, "\(raw.width) × \(raw.height) is no size of up to 65535 pixels a side.")
    }
    guard raw.pace == UInt32(IMP_CAMERA_PACE_REAL) || raw.pace == UInt32(IMP_CAMERA_PACE_FULL) else {
      throw PluginFailure(.argument, "pace \(raw.pace) is neither real (0) nor full (1).")
    }
    self.init(
      locator: try readLocator(raw.locator), width: raw.width == 0 ? nil : Int(raw.width),
      height: raw.height == 0 ? nil : Int(raw.height),
      framesPerSecondMilli: raw.frames_per_second_milli == 0 ? nil : raw.frames_per_second_milli,
      isFullPace: raw.pace == UInt32(IMP_CAMERA_PACE_FULL), plays: max(raw.repeat, 1),
      format: raw.format == 0 ? nil : raw.format)
  }
}

/// What an `imp_camera` points to.
final class ProvidedCamera {
  let host: Host
  let cancellation = Cancellation()
  private let session: any CameraSession
  /// A frame the host's buffer was too short for.
  private var pending: CameraFrame?
  /// What every later call answers too.
  private var last: PluginFailure?

  init(host: Host, session: any CameraSession) {
    self.host = host
    self.session = session
  }

  func cancel() { session.cancel() }

  func nextFrame(
    _ timeout: UInt64, _ pixels: LentBuffer, _ out: inout imp_frame
  ) throws(PluginFailure) {
    let frame = try fetch(timeout)
    pending = frame
    try pixels.checkRoom(for: frame.bytes.count)
    pending = nil
    frame.bytes.copy(to: pixels.data)
    pixels.state(length: frame.bytes.count)
    out = imp_frame(
      size: structSize(imp_frame.self), format: frame.format, width: frame.width, height: frame.height,
      row_bytes: frame.rowBytes, reserved: 0, timestamp_ns: frame.timestamp, sequence: frame.sequence,
      dropped: frame.dropped)
  }

  private func fetch(_ timeout: UInt64) throws(PluginFailure) -> CameraFrame {
    if let pending { return pending }
    if let last { throw last }
    do throws(PluginFailure) {
      return try session.nextFrame(timeout: timeout)
    } catch {
      if [.end, .deviceGone, .deviceFailed, .cancelled].contains(error.status) { last = error }
      throw error
    }
  }
}
