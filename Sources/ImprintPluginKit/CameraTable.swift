// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What `imprint.camera/1` asks of an author's plugin.
enum CameraTable {
  static func list(_ opened: OpenedPlugin) throws(PluginFailure) -> [imp_camera_info] {
    try listed(provided(opened.attached.camera).cameras())
  }

  static func open(
    _ opened: OpenedPlugin, _ options: imp_camera_options
  ) throws(PluginFailure) -> ProvidedCamera {
    let options = try CameraOptions(checking: options)
    return ProvidedCamera(opened.host, try provided(opened.attached.camera).openCamera(options))
  }
}

extension imp_camera_info: SizedStruct {}

extension CameraInfo: ListedValue {
  func state(in raw: inout imp_camera_info) throws(PluginFailure) {
    raw.light = light.rawValue
    raw.facing = facing.rawValue
    try copyWhole(locator, to: &raw.locator, "A camera's locator")
    try copyWhole(id ?? "", to: &raw.id, "A camera's id")
    try copyWhole(device ?? "", to: &raw.device, "The id of a camera's device")
    copy(name, to: &raw.name)
  }
}

extension CameraOptions {
  fileprivate init(checking raw: imp_camera_options) throws(PluginFailure) {
    try check(raw.width, in: 0...65535, "width")
    try check(raw.height, in: 0...65535, "height")
    try check(raw.pace, in: UInt32(IMP_CAMERA_PACE_REAL)...UInt32(IMP_CAMERA_PACE_FULL), "pace")
    self.init(
      locator: try readLocator(raw.locator), width: raw.width == 0 ? nil : Int(raw.width),
      height: raw.height == 0 ? nil : Int(raw.height),
      framesPerSecondMilli: raw.frames_per_second_milli == 0 ? nil : raw.frames_per_second_milli,
      isFullPace: raw.pace == UInt32(IMP_CAMERA_PACE_FULL), plays: max(raw.repeat, 1),
      format: raw.format == 0 ? nil : raw.format)
  }
}

/// What an `imp_camera` points to.
final class ProvidedCamera: CancellableObject {
  private let session: any CameraSession
  /// A frame the host's buffer was too short for.
  private var pending: CameraFrame?

  init(_ host: Host, _ session: any CameraSession) {
    self.session = session
    super.init(host, session)
  }

  func nextFrame(
    _ timeout: UInt64, _ pixels: LentBuffer, _ out: inout imp_frame
  ) throws(PluginFailure) {
    let frame =
      if let pending {
        pending
      } else {
        try wait(.end, .deviceGone, .deviceFailed, .cancelled) { () throws(PluginFailure) in
          try session.nextFrame(timeout: timeout)
        }
      }
    pending = frame
    try frame.bytes.write(to: pixels)
    pending = nil
    out = imp_frame(
      size: structSize(imp_frame.self), format: frame.format, width: frame.width, height: frame.height,
      row_bytes: frame.rowBytes, reserved: 0, timestamp_ns: frame.timestamp, sequence: frame.sequence,
      dropped: frame.dropped)
  }
}
