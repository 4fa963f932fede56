// SPDX-License-Identifier: Apache-2.0
import CV4L2
import Glibc
import ImprintPluginKit
import SystemDevices

/// An open node of Video4Linux, such as `/dev/video0`; closed with its last use.
final class DeviceNode: Sendable {
  let path: String
  let descriptor: Int32
  let failure: DeviceFailure

  /// The number that the kernel gives to all nodes of Video4Linux.
  private static let major: dev_t = 81

  /// What the macro `major` of the C library does.
  private static func major(of device: dev_t) -> dev_t { device >> 8 & 0xFFF | device >> 32 & ~0xFFF }

  /// - Throws: `.deviceMissing`, `.deviceDenied` with the group to join, `.unsupported` for a file that is no
  ///   such node: it is not touched.
  init(_ path: String, folders: SystemFolders) throws(PluginFailure) {
    let failure = DeviceFailure(path: path, folders: folders)
    var status = stat()
    guard stat(path, &status) == 0 else { throw failure.opening(errno) }
    // Opening may do something on its own: rewind a tape, wait for a pipe.
    guard status.st_mode & S_IFMT == S_IFCHR, DeviceNode.major(of: status.st_rdev) == DeviceNode.major else {
      throw PluginFailure(.unsupported, "\(path) is no video device; cameras are /dev/video0 and so on.")
    }
    let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure.opening(errno) }
    self.path = path
    self.descriptor = descriptor
    self.failure = failure
  }

  deinit { close(descriptor) }

  func identify() throws(PluginFailure) -> NodeIdentity {
    var raw = cv4l2_identity()
    let answer = cv4l2_identify(descriptor, &raw)
    guard answer == 0 else { throw failure.request("asking what it is", -answer) }
    return NodeIdentity(raw)
  }

  /// Whether the node's device was removed: the kernel refuses every request then, whatever the driver does.
  var isGone: Bool {
    var raw = cv4l2_identity()
    return cv4l2_identify(descriptor, &raw) == -ENODEV
  }
}

/// What a node says of itself.
struct NodeIdentity: Hashable {
  let driver: String
  /// The camera's name.
  let card: String
  let captures: Bool
  let capturesInPlanes: Bool
  let streams: Bool
  let takes: Bool

  init(_ raw: cv4l2_identity) {
    driver = driverText(raw.driver)
    card = driverText(raw.card)
    captures = raw.abilities & CV4L2_CAPTURES != 0
    capturesInPlanes = raw.abilities & CV4L2_CAPTURES_IN_PLANES != 0
    streams = raw.abilities & CV4L2_STREAMS != 0
    takes = raw.abilities & CV4L2_TAKES != 0
  }

  /// - Throws: `.unsupported`, with the reason, for a node that this plugin cannot capture from.
  func check(_ path: String) throws(PluginFailure) {
    let reason: String
    if captures && streams { return }
    if captures {
      reason = "its driver supports read() only, not memory-mapped streaming"
    } else if capturesInPlanes {
      reason = "its driver has the multi-planar API only, which is not supported"
    } else if takes {
      reason = "it is a loopback that no program writes to yet; start that program"
    } else {
      reason = "it captures no video (metadata, perhaps); open a node of the list"
    }
    throw PluginFailure(.unsupported, "\(path) is no camera: \(reason).")
  }
}

/// A text of a driver's: bytes that are no UTF-8 are replaced, and control characters are left out.
func driverText<Field>(_ field: Field) -> String {
  withUnsafeBytes(of: field) { bytes in
    let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value >= 32 && $0.value != 127 }))
  }
}
