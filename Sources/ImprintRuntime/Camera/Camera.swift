// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

/// A camera, or a recording replayed as one: frames are pulled.
///
/// Waiting for a frame happens on a thread of the camera's own. ``close()`` closes the device. A camera
/// that is released without it is closed soon after; others may find the device busy until then.
public actor Camera {
  /// The id of the plugin behind it.
  public nonisolated let pluginID: String
  /// The locator it was opened with.
  public nonisolated let locator: String
  /// The longest frame that is accepted: 256 MiB.
  public static let maximumFrameBytes = EncodedFrame.maximumBytes

  nonisolated let camera: PluginObject<imp_camera_ability>
  private let thread: PluginThread
  private var room = 64 << 10
  private var last: (timestamp: UInt64, sequence: UInt64, dropped: UInt64)?

  public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  private init(
    _ camera: PluginObject<imp_camera_ability>, locator: String, thread: PluginThread, plugin: OpenPlugin
  ) {
    self.camera = camera
    self.locator = locator
    self.thread = thread
    pluginID = plugin.id
  }

  /// Lists the devices present now; an empty list where there are none. May take as long as querying the
  /// devices.
  /// - Throws: ``PluginCallError`` `unsupported` for a plugin without `imprint.camera/1`.
  @available(*, noasync)
  public static func list(_ plugin: OpenPlugin) throws(PluginCallError) -> [CameraInfo] {
    let function = "camera.list"
    let plugin = try plugin.withDevicesOfNow(function)
    let table = try plugin.table(imp_camera_ability.self)
    return try plugin.list(function, of: sized(imp_camera_info())) {
      table.pointee.list(plugin.handle.plugin, $0, $1)
    } read: { raw throws(ContractBreach) in
      try CameraInfo(raw)
    }
  }

  /// Opens a camera and starts it. May take as long as the device needs.
  /// - Throws: ``PluginCallError`` `device-missing`, `device-denied`, `busy`, `file`, `argument`,
  ///   `unsupported`.
  public static func open(_ plugin: OpenPlugin, options: CameraOptions) async throws(PluginCallError)
    -> Camera
  {
    try await PluginThread.opening(for: plugin, function) { thread throws(PluginCallError) in
      try openBlocking(plugin, options: options, on: thread)
    }
  }

  private static let function = "camera.open"

  private static func openBlocking(
    _ plugin: OpenPlugin, options: CameraOptions, on thread: PluginThread
  ) throws(PluginCallError) -> Camera {
    guard var raw = options.raw else {
      throw .argument(
        plugin: plugin.id, function: function,
        "a width, height, frame rate, number of plays or locator is outside its range.")
    }
    let plugin = try plugin.withDevicesOfNow(function)
    let camera = try options.locator.lend { locator in
      raw.locator = locator
      return Result<_, PluginCallError> { () throws(PluginCallError) in
        try PluginObject(
          of: plugin, imp_camera_ability.self, function: function, destroy: \.close
        ) { $0.pointee.open($1, &raw, $2) }
      }
    }.get()
    return Camera(camera, locator: options.locator, thread: thread, plugin: plugin)
  }

  /// Waits for the next frame.
  ///
  /// Cancelling the waiting task ends the camera at once and permanently: a blocked plugin call cannot be
  /// aborted otherwise. Open it again to continue.
  /// - Parameter timeout: The longest wait; zero does not wait.
  /// - Returns: `nil` after the last frame.
  /// - Throws: ``PluginCallError`` `timeout` (no frame is lost, call again), `cancelled`, `device-gone`,
  ///   `file` for a frame that cannot be read (the next call continues after it), `internal` where the
  ///   answer is not what the contract allows, and `state` from then on.
  public nonisolated func nextFrame(timeout: Duration) async throws(PluginCallError) -> EncodedFrame? {
    let camera = camera
    return try await withTaskCancellationHandler {
      await next(timeout: timeout.wholeNanoseconds)
    } onCancel: {
      camera.cancel(\.cancel)
    }.get()
  }

  /// Ends the camera: a waiting ``nextFrame(timeout:)``, and every later one, throws `cancelled`. Returns at
  /// once, from any thread.
  public nonisolated func cancel() { camera.cancel(\.cancel) }

  /// Ends the camera as ``cancel()`` does, and closes it: when this returns, others can open the
  /// device.
  public nonisolated func close() async {
    cancel()
    await closeNow()
  }

  private func closeNow() { camera.close() }

  private func next(timeout: UInt64) -> Result<EncodedFrame?, PluginCallError> {
    Result { () throws(PluginCallError) in try frame(timeout: timeout) }
  }

  private func frame(timeout: UInt64) throws(PluginCallError) -> EncodedFrame? {
    let function = "camera.next_frame"
    try camera.checkIntact(function)
    // A frame that did not fit is retained for the next call, whose buffer is large enough.
    for _ in 0..<2 {
      let (status, raw, bytes, length, said) = fill(timeout: timeout)
      switch status {
      case IMP_OK: return try checked(raw, bytes, length: length, function: function)
      case IMP_OUTCOME_END: return nil
      case IMP_RETRY_SHORT_BUFFER:
        guard length > room, length <= Self.maximumFrameBytes else {
          throw camera.misbehaved(
            function,
            "it requests a buffer of \(UInt(bitPattern: length)) bytes; it had \(room), and "
              + "the maximum is \(Self.maximumFrameBytes).")
        }
        // Compressed frames differ a little in length: a tenth more saves the next one a second call.
        room = min(length + length / 10, Self.maximumFrameBytes)
      default: throw said.error(status: status, plugin: pluginID, function: function)
      }
    }
    throw camera.misbehaved(
      function, "it was given a buffer of the requested size, but reports that it is too small.")
  }

  private func fill(
    timeout: UInt64
  ) -> (status: imp_status, raw: imp_frame, bytes: [UInt8], length: Int, said: RunningCall) {
    var raw = sized(imp_frame())
    var length = 0
    var status = IMP_OK
    var said = RunningCall()
    // Zeroed, so that a plugin which claims more than it wrote reveals no stale memory.
    var bytes = [UInt8](repeating: 0, count: room)
    bytes.withUnsafeMutableBufferPointer { room in
      var buffer = imp_buffer(data: room.baseAddress, capacity: room.count, length: 0)
      (status, said) = camera.wait {
        camera.table.pointee.next_frame(camera.object, timeout, &buffer, &raw)
      }
      length = buffer.length
    }
    return (status, raw, bytes, length, said)
  }

  private func checked(
    _ raw: imp_frame, _ bytes: consuming [UInt8], length: Int, function: String
  ) throws(PluginCallError) -> EncodedFrame {
    do throws(ContractBreach) {
      guard (0...bytes.count).contains(length) else {
        throw ContractBreach(
          "it reports \(UInt(bitPattern: length)) bytes, but the capacity is \(bytes.count).")
      }
      bytes.removeLast(bytes.count - length)
      let frame = try EncodedFrame(raw, bytes: bytes)
      if let last {
        guard frame.timestamp >= last.timestamp, frame.sequence > last.sequence, frame.dropped >= last.dropped
        else {
          throw ContractBreach("the frame's timestamp, number or count of lost frames is not monotonic.")
        }
      }
      last = (frame.timestamp, frame.sequence, frame.dropped)
      return frame
    } catch {
      throw camera.misbehaved(function, error.sentence)
    }
  }
}
