// SPDX-License-Identifier: Apache-2.0
import CImprint
import Synchronization

/// The C table of `imprint.camera/1`; every plugin and opening shares it.
enum CameraTable {
  // Never written after it was made.
  nonisolated(unsafe) static let table: UnsafePointer<imp_camera_ability> = {
    let table = UnsafeMutablePointer<imp_camera_ability>.allocate(capacity: 1)
    table.initialize(
      to: imp_camera_ability(
        size: structSize(imp_camera_ability.self), reserved: 0,
        list: { list(OpenedPlugin.from($0), $1, $2) },
        open: { open(OpenedPlugin.from($0), $1, $2) },
        next_frame: { Camera.from($0).nextFrame($1, $2, $3) },
        cancel: { Camera.from($0).cancel() },
        close: { Handle.release($0, as: Camera.self) }))
    return UnsafePointer(table)
  }()

  private static func list(
    _ opened: OpenedPlugin, _ infos: UnsafeMutablePointer<imp_camera_info>?,
    _ count: UnsafeMutablePointer<Int>
  ) -> imp_status {
    opened.host.answer { () throws(PluginFailure) in
      try FilledList.fill(infos, count, \.size, "cameras") { () throws(PluginFailure) in
        var listed: [imp_camera_info] = []
        for camera in try opened.camera?.cameras() ?? [] { listed.append(try camera.raw()) }
        return listed
      }
    }
  }

  private static func open(
    _ opened: OpenedPlugin, _ options: UnsafePointer<imp_camera_options>,
    _ camera: UnsafeMutablePointer<OpaquePointer?>
  ) -> imp_status {
    opened.host.answer { () throws(PluginFailure) in
      let options = try CameraOptions(checking: options)
      guard isPresent(camera), let plugin = opened.camera else {
        throw PluginFailure(.argument, "There is no place for the camera.")
      }
      camera.pointee = Handle.retain(Camera(host: opened.host, session: try plugin.openCamera(options)))
    }
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
  fileprivate init(checking options: UnsafePointer<imp_camera_options>) throws(PluginFailure) {
    guard isSized(options, \.size) else { throw PluginFailure(.abi, "The options have a wrong size field.") }
    let raw = options.pointee
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
private final class Camera {
  private let host: Host
  private let session: any CameraSession
  private let isCancelled = Atomic(false)
  /// A frame the host's buffer was too short for.
  private var pending: CameraFrame?
  /// What every later call answers too.
  private var last: PluginFailure?

  init(host: Host, session: any CameraSession) {
    self.host = host
    self.session = session
  }

  static func from(_ handle: OpaquePointer) -> Camera { Handle.object(handle) }

  func cancel() {
    isCancelled.store(true, ordering: .releasing)
    session.cancel()
  }

  func nextFrame(
    _ timeout: UInt64, _ pixels: UnsafeMutablePointer<imp_buffer>, _ out: UnsafeMutablePointer<imp_frame>
  ) -> imp_status {
    host.answer { () throws(PluginFailure) in
      guard isSized(UnsafePointer(out), \.size) else {
        throw PluginFailure(.abi, "The frame has a wrong size field.")
      }
      guard isPresent(pixels), pixels.pointee.data != nil || pixels.pointee.capacity == 0 else {
        throw PluginFailure(.argument, "There is no buffer for the frame.")
      }
      let frame = try fetch(timeout)
      let needed = frame.bytes.count
      guard pixels.pointee.capacity >= needed else {
        pending = frame
        pixels.pointee.length = needed
        throw PluginFailure(.shortBuffer, "The frame needs \(needed) bytes.")
      }
      pending = nil
      write(frame, pixels, out)
    }
  }

  private func fetch(_ timeout: UInt64) throws(PluginFailure) -> CameraFrame {
    if isCancelled.load(ordering: .acquiring) { throw PluginFailure(.cancelled, "The camera was cancelled.") }
    if let pending { return pending }
    if let last { throw last }
    do throws(PluginFailure) {
      return try session.nextFrame(timeout: timeout)
    } catch {
      if [.end, .deviceGone, .deviceFailed, .cancelled].contains(error.status) { last = error }
      throw error
    }
  }

  private func write(
    _ frame: CameraFrame, _ pixels: UnsafeMutablePointer<imp_buffer>, _ out: UnsafeMutablePointer<imp_frame>
  ) {
    frame.bytes.copy(to: pixels.pointee.data)
    pixels.pointee.length = frame.bytes.count
    out.pointee = imp_frame(
      size: structSize(imp_frame.self), format: frame.format, width: frame.width, height: frame.height,
      row_bytes: frame.rowBytes, reserved: 0, timestamp_ns: frame.timestamp, sequence: frame.sequence,
      dropped: frame.dropped)
  }
}
