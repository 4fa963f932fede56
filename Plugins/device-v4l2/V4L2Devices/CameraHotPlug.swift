// SPDX-License-Identifier: Apache-2.0
public import ImprintPluginKit
public import SystemDevices

extension Cameras: HotPlugDevices {
  public static let kind = DeviceKind.camera
  public static let word = "camera"

  public func node(of event: KernelEvent) -> String? {
    event.subsystem == "video4linux" && NodePlace.isVideo(event.node) ? event.node : nil
  }

  public func present() -> [String: PresentDevice] {
    let cameras = found().map { camera in
      (camera.place.node, PresentDevice(locator: camera.path, isUsable: camera.formats != nil))
    }
    return Dictionary(cameras) { first, _ in first }
  }

  public func arrival(of node: String, after elapsed: UInt64) -> Arrival {
    guard let place = NodePlace(node, folders: folders) else { return .isOther }
    return Arrival(look(locator(of: node)), index: place.index, after: elapsed)
  }

  public func locator(of node: String) -> String { "\(folders.dev)/\(node)" }
}

extension Arrival {
  /// - Parameters:
  ///   - index: of the nodes of one function of the device.
  ///   - elapsed: nanoseconds since it was told of.
  init(_ look: NodeLook, index: Int, after elapsed: UInt64) {
    switch look {
    case .camera: self = .isDevice
    case .other: self = .isOther
    case .denied, .silent:
      if elapsed < Arrival.settling {
        self = .waits
      } else {
        // It is there, and this process may not use it: a camera all the same, where it is the first of its
        // function.
        self = look == .denied && index == 0 ? .isDevice : .isOther
      }
    }
  }
}
