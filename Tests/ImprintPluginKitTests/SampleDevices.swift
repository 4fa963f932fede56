// SPDX-License-Identifier: Apache-2.0
import CImprint
import ImprintPluginKit
import Synchronization

/// A plugin with every ability of devices.
struct SampleDevices: CameraPlugin, CameraControlPlugin, DeviceWatchPlugin, MicrophonePlugin {
  static let identity = PluginIdentity(id: "org.example.devices", version: "1.0.0", vendor: "Example")

  init(host: Host) {}

  func cameras() -> [CameraInfo] {
    [
      CameraInfo(
        locator: "/dev/video0", name: "one", id: "usb-1", device: "usb", light: .infrared, facing: .external),
      CameraInfo(locator: "/dev/video1", name: "two"),
    ]
  }

  func openCamera(_ options: CameraOptions) throws(PluginFailure) -> any CameraSession {
    guard options.format != 0xFFFF else { throw PluginFailure(.unsupported, "No such format.") }
    return LendingCamera(format: options.format ?? UInt32(IMP_PIXEL_UYVY))
  }

  func cameraModes(_ locator: String) throws(PluginFailure) -> [CameraMode] {
    try check(locator)
    return [
      CameraMode(
        format: UInt32(IMP_PIXEL_YUYV), width: 640...640, height: 480...480,
        framesPerSecondMilli: 29970...30000),
      CameraMode(format: UInt32(IMP_PIXEL_JPEG), width: 16...1920, widthStep: 8, height: 16...1080),
    ]
  }

  func cameraControls(_ locator: String) throws(PluginFailure) -> [CameraControl] {
    try check(locator)
    return [
      CameraControl(
        control: .whiteBalance, isInactive: true, range: 2800...6500, step: 0, standard: 4000, value: 5000,
        name: String(repeating: "ü", count: 40))
    ]
  }

  func setCameraControl(
    _ locator: String, _ control: CameraControlID, to value: Int64
  ) throws(PluginFailure) -> Int64 {
    try check(locator)
    guard control == .gain else { throw PluginFailure(.unsupported, "There is a gain alone.") }
    return value / 10 * 10
  }

  private func check(_ locator: String) throws(PluginFailure) {
    guard locator.hasPrefix("/dev/video") else {
      throw PluginFailure(.deviceMissing, "There is no \(locator).")
    }
  }

  func openDeviceWatch() -> any DeviceWatchSession { SampleWatch() }

  func microphones() -> [MicrophoneInfo] {
    [
      MicrophoneInfo(locator: "hw:0", name: "one", id: "usb-1", channelsMaximum: 2, rates: 8000...48000),
      MicrophoneInfo(locator: "hw:1", name: "two"),
    ]
  }

  func openMicrophone(_ options: MicrophoneOptions) throws(PluginFailure) -> any MicrophoneSession {
    guard options.rate != 44100 else { throw PluginFailure(.unsupported, "44.1 kHz is not to be had.") }
    return SampleMicrophone(
      AudioFormat(
        rate: options.rate ?? 48000, channels: options.channels ?? 2, sample: options.sample ?? .s16,
        bufferFrames: options.bufferMilliseconds ?? 0))
  }
}

/// Lends three frames of one buffer, and counts those that it has got back.
final class LendingCamera: CameraSession {
  static let lent = Atomic(0)
  private let format: UInt32
  private let next = Mutex<UInt64>(0)
  // Constant, as a driver's mapped buffer is while it is lent.
  nonisolated(unsafe) private static let buffer: UnsafeMutableRawBufferPointer = {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4, alignment: 64)
    buffer.copyBytes(from: [9, 8, 7, 6])
    return buffer
  }()

  private final class Lease: Sendable {
    init() { LendingCamera.lent.add(1, ordering: .relaxed) }
    deinit { LendingCamera.lent.subtract(1, ordering: .relaxed) }
  }

  init(format: UInt32) { self.format = format }

  func nextFrame(timeout: UInt64) throws(PluginFailure) -> CameraFrame {
    let sequence = next.withLock { value in
      defer { value += 1 }
      return value
    }
    guard sequence < 3, let start = Self.buffer.baseAddress else { throw PluginFailure(.end, "No more.") }
    return CameraFrame(
      format: format, width: 2, height: 1, rowBytes: 4, timestamp: sequence, sequence: sequence,
      lending: .lent(FrameMemory(start: UnsafeRawPointer(start), count: 4), lease: Lease()))
  }

  func cancel() {}
}

/// A camera that comes, a reader that changes, a service that ends, and silence.
private final class SampleWatch: DeviceWatchSession {
  private let next = Mutex(0)

  func next(timeout: UInt64) throws(PluginFailure) -> DeviceEvent {
    switch next.withLock({ value in
      value += 1
      return value
    }) {
    case 1: return DeviceEvent(device: .camera, change: .added, locator: "/dev/video7", timestamp: 1)
    case 2:
      return DeviceEvent(
        device: .cardReader, change: .changed, locator: "reader", timestamp: 2, readerState: 5)
    case 3: throw PluginFailure(.service, "The service has ended.")
    case 4: return DeviceEvent(device: .cardReader, change: .listAgain, timestamp: 3)
    case 5:
      return DeviceEvent(
        device: .camera, change: .removed, locator: String(repeating: "x", count: 512), timestamp: 4)
    default: throw PluginFailure(.timeout, "Nothing happens.")
    }
  }

  func cancel() {}
}

/// Fills what room there is twice, then fails to read on.
private final class SampleMicrophone: MicrophoneSession {
  let format: AudioFormat
  private let calls = Mutex(0)

  init(_ format: AudioFormat) { self.format = format }

  func read(
    into room: UnsafeMutableRawBufferPointer, timeout: UInt64
  ) throws(PluginFailure) -> AudioChunk {
    let call = calls.withLock { value in
      value += 1
      return value
    }
    if call == 1 { throw PluginFailure(.timeout, "No sound yet.") }
    if call == 4 { throw PluginFailure(.file, "The rest is damaged.") }
    for index in room.indices { room[index] = UInt8(truncatingIfNeeded: index) }
    let frames = room.count / format.bytesPerFrame
    // A rate of 8 kHz stands for a session that says more than it had room for.
    return AudioChunk(
      frames: format.rate == 8000 ? frames + 1 : frames, isMuted: call == 3, isClipped: call == 2,
      timestamp: UInt64(call), position: 40, lost: 30, overruns: 2)
  }

  func cancel() {}
}

let devicesExport = PluginExport(
  SampleDevices.self, provides: [.camera, .cameraControl, .deviceWatch, .microphone])
