// SPDX-License-Identifier: Apache-2.0
import CV4L2
import Glibc
public import ImprintPluginKit
public import SystemDevices

/// The cameras of this system that Video4Linux knows.
public struct Cameras: Sendable {
  let folders: SystemFolders
  let look: @Sendable (String) -> NodeLook
}

extension Cameras {
  /// What may stand before a locator, so that it says which camera plugin is meant.
  private static let scheme = "v4l2:"

  public init(folders: SystemFolders = SystemFolders()) {
    self.init(folders: folders) { DeviceNode.look(at: $0, folders: folders) }
  }

  func found() -> [FoundCamera] {
    names(in: "\(folders.sys)/class/video4linux").filter(NodePlace.isVideo)
      .sorted { Int($0.dropFirst(5)) ?? 0 < Int($1.dropFirst(5)) ?? 0 }
      .compactMap { FoundCamera($0, folders: folders, look: look) }
  }

  /// Those there are now, in the order of their nodes.
  public func list() -> [CameraInfo] {
    let cameras = found()
    let ids = CameraIdentity.ids(of: cameras.map(\.identity))
    return zip(cameras, ids).map { camera, id in
      let hasColourBeside =
        camera.identity.housing != nil
        && cameras.contains {
          $0.path != camera.path && $0.identity.housing == camera.identity.housing
            && CameraTraits.givesColour($0.formats)
        }
      return CameraInfo(
        locator: camera.path, name: camera.name, id: id, device: camera.identity.housing,
        light: CameraTraits.light(
          formats: camera.formats, name: camera.name, hasColourBeside: hasColourBeside),
        facing: CameraTraits.facing(camera.place.device?.usb, name: camera.name))
    }
  }

  /// Opens the camera of that locator for asking: its node, or its id.
  func node(_ locator: String) throws(PluginFailure) -> DeviceNode {
    try DeviceNode(path(locator), folders: folders)
  }

  /// The node of a locator; a path is taken as it is.
  func path(_ locator: String) throws(PluginFailure) -> String {
    let locator =
      locator.hasPrefix(Cameras.scheme) ? String(locator.dropFirst(Cameras.scheme.count)) : locator
    guard !locator.hasPrefix("/") else { return locator }
    let cameras = found().filter { $0.identity.candidates.contains(locator) }
    guard let camera = cameras.first else {
      throw PluginFailure(
        .deviceMissing,
        "There is no camera '\(locator)' now. Plug it in, or list the cameras for what is there.")
    }
    guard cameras.count == 1 else {
      let paths = cameras.map(\.path).joined(separator: " and ")
      throw PluginFailure(
        .deviceMissing, "'\(locator)' is \(paths): they have the same number. List them, and name one.")
    }
    return camera.path
  }

  /// Opens a camera and starts it.
  public func open(_ options: CameraOptions) throws(PluginFailure) -> CameraStream {
    let wish = ModeWish(
      format: options.format, width: options.width.map { UInt32(clamping: $0) },
      height: options.height.map { UInt32(clamping: $0) }, rate: options.framesPerSecondMilli)
    return try CameraStream(node(options.locator), wish: wish)
  }

  /// The ways in which a camera delivers frames.
  public func modes(_ locator: String) throws(PluginFailure) -> [CameraMode] {
    let node = try node(locator)
    try node.identify().check(node.path)
    return node.modes().compactMap(\.contractMode)
  }
}
