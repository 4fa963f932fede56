// SPDX-License-Identifier: Apache-2.0
import CV4L2
import Glibc
import ImprintPluginKit
import SystemDevices

/// What a node turns out to be when it is looked at.
enum NodeLook: Hashable {
  /// A camera, with its name and all formats that it offers.
  case camera(name: String, formats: [FourCC])
  /// It may not be opened by this process.
  case denied
  /// It answers, and is no camera.
  case other
  /// It does not answer: it is not there, or its driver is not ready.
  case silent
}

/// A camera as a listing finds it.
struct FoundCamera: Hashable {
  let path: String
  let place: NodePlace
  let name: String
  /// `nil` where the node could not be asked.
  let formats: [FourCC]?
  let identity: CameraIdentity

  /// - Parameter look: opens the node for as long as it takes to ask.
  /// - Returns: `nil` for a node that is no camera.
  init?(_ node: String, folders: SystemFolders, look: (String) -> NodeLook) {
    guard NodePlace.isVideo(node), let place = NodePlace(node, folders: folders) else { return nil }
    path = "\(folders.dev)/\(node)"
    self.place = place
    switch look(path) {
    case .camera(let name, let formats):
      self.name = name.isEmpty ? place.name : name
      self.formats = formats
    case .denied:
      // Nothing but the order tells a camera's nodes apart then: the first one is that of its pictures.
      guard place.index == 0 else { return nil }
      name = place.name
      formats = nil
    case .other, .silent: return nil
    }
    identity = CameraIdentity(place)
  }
}

extension DeviceNode {
  /// Looks at a node as a listing does: no stream is started, and a program that uses it is not disturbed.
  static func look(at path: String, folders: SystemFolders) -> NodeLook {
    do throws(PluginFailure) {
      let node = try DeviceNode(path, folders: folders)
      let identity = try node.identify()
      guard identity.captures, identity.streams else { return .other }
      return .camera(name: identity.card, formats: node.formats())
    } catch {
      return error.status == .deviceDenied ? .denied : .silent
    }
  }
}
