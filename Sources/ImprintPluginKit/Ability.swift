// SPDX-License-Identifier: Apache-2.0
import CImprint

/// An ability that plugins of type `P` can provide. Each exists only where `P` conforms to its protocol.
public struct Ability<P: Plugin>: Sendable {
  let id: String
  let attach: @Sendable (P, OpenedPlugin) -> Void
}

extension Ability where P: MatcherPlugin {
  /// `imprint.matcher/1`
  public static var matcher: Ability {
    Ability(id: IMP_MATCHER_ID) { plugin, opened in
      opened.matcher = plugin
      opened.matcherRules = P.matcher
      opened.matcherInfo = MatcherTable.makeInfo(P.matcher)
      opened.add(IMP_MATCHER_ID, UnsafeRawPointer(MatcherTable.table))
    }
  }
}

extension Ability where P: FaceTrackerPlugin {
  /// `imprint.face-tracker/1`
  public static var faceTracker: Ability {
    Ability(id: IMP_FACE_TRACKER_ID) { plugin, opened in
      opened.faceTracker = plugin
      opened.add(IMP_FACE_TRACKER_ID, UnsafeRawPointer(FaceTrackerTable.table))
    }
  }
}

extension Ability where P: FaceCapturePlugin {
  /// `imprint.face-capture/1`
  public static var faceCapture: Ability {
    Ability(id: IMP_FACE_CAPTURE_ID) { plugin, opened in
      opened.faceCapture = plugin
      opened.add(IMP_FACE_CAPTURE_ID, UnsafeRawPointer(FaceCaptureTable.table))
    }
  }
}

extension Ability where P: CameraPlugin {
  /// `imprint.camera/1`
  public static var camera: Ability {
    Ability(id: IMP_CAMERA_ID) { plugin, opened in
      opened.camera = plugin
      opened.add(IMP_CAMERA_ID, UnsafeRawPointer(CameraTable.table))
    }
  }
}

extension Ability where P: CardReaderPlugin {
  /// `imprint.card-reader/1`
  public static var cardReader: Ability {
    Ability(id: IMP_CARD_READER_ID) { plugin, opened in
      opened.cardReader = plugin
      opened.add(IMP_CARD_READER_ID, UnsafeRawPointer(CardReaderTable.table))
    }
  }
}

extension Ability where P: CameraControlPlugin {
  /// `imprint.camera-control/1`
  public static var cameraControl: Ability {
    Ability(id: IMP_CAMERA_CONTROL_ID) { plugin, opened in
      opened.cameraControl = plugin
      opened.add(IMP_CAMERA_CONTROL_ID, UnsafeRawPointer(CameraControlTable.table))
    }
  }
}

extension Ability where P: DeviceWatchPlugin {
  /// `imprint.device-watch/1`
  public static var deviceWatch: Ability {
    Ability(id: IMP_DEVICE_WATCH_ID) { plugin, opened in
      opened.deviceWatch = plugin
      opened.add(IMP_DEVICE_WATCH_ID, UnsafeRawPointer(DeviceWatchTable.table))
    }
  }
}

extension Ability where P: MicrophonePlugin {
  /// `imprint.microphone/1`
  public static var microphone: Ability {
    Ability(id: IMP_MICROPHONE_ID) { plugin, opened in
      opened.microphone = plugin
      opened.add(IMP_MICROPHONE_ID, UnsafeRawPointer(MicrophoneTable.table))
    }
  }
}
