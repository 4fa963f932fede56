// SPDX-License-Identifier: Apache-2.0
internal import CImprint

/// The C tables that stand for those of a plugin on the other side: the same for every bridge.
enum BridgedTables {
  static func table(_ id: String) -> UnsafeRawPointer {
    switch id {
    case IMP_CAMERA_ID: UnsafeRawPointer(camera)
    case IMP_FACE_TRACKER_ID: UnsafeRawPointer(faceTracker)
    case IMP_FACE_CAPTURE_ID: UnsafeRawPointer(faceCapture)
    case IMP_MATCHER_ID: UnsafeRawPointer(matcher)
    case IMP_CARD_READER_ID: UnsafeRawPointer(cardReader)
    case IMP_CAMERA_CONTROL_ID: UnsafeRawPointer(cameraControl)
    case IMP_DEVICE_WATCH_ID: UnsafeRawPointer(deviceWatch)
    case IMP_MICROPHONE_ID: UnsafeRawPointer(microphone)
    // An ability that only a newer host uses: there is one, and nobody here knows what is in it.
    default: UnsafeRawPointer(unknown)
    }
  }

  // Never written after they were made.
  nonisolated(unsafe) private static let unknown: UnsafePointer<UInt64> = lasting(8)

  static func lasting<Table>(_ table: Table) -> UnsafePointer<Table> {
    let memory = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    memory.initialize(to: table)
    return UnsafePointer(memory)
  }
}
