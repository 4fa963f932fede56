// SPDX-License-Identifier: Apache-2.0
import Foundation
import Glibc
import ImprintPluginKit
import SystemDevices
import TestSupport
import Testing

@testable import V4L2Devices

/// Errors of nodes: their status, and who is named in the words.
@Suite struct DeviceFailureTests {
  @Test func aNodeThatIsNotThereIsMissing() throws {
    let failure = #expect(throws: PluginFailure.self) {
      try DeviceNode("/dev/video4711", folders: SystemFolders())
    }
    #expect(failure?.status == .deviceMissing)
  }

  @Test(arguments: ["/dev/null", "/etc/passwd", "/"])
  func whatIsNoVideoDeviceIsNotTouched(_ path: String) {
    let failure = #expect(throws: PluginFailure.self) { try DeviceNode(path, folders: SystemFolders()) }
    #expect(failure?.status == .unsupported)
  }

  @Test func theGroupThatANodeBelongsToIsNamed() throws {
    let tree = try SystemTree()
    try tree.write("other:x:4711:\nvideo:x:\(getgid()):someone", to: "group")
    try tree.write("", to: "dev/video0")
    let path = "\(tree.folders.dev)/video0"
    chmod(path, 0o660)
    let failure = DeviceFailure(path: path, folders: tree.folders).opening(EACCES)
    #expect(failure.status == .deviceDenied)
    // The group of a new file is this process's.
    #expect(failure.words.contains("usermod -aG video"))
  }

  @Test func aNodeOfItsOwnerAloneSaysSo() throws {
    let tree = try SystemTree()
    try tree.write("", to: "dev/video0")
    let path = "\(tree.folders.dev)/video0"
    chmod(path, 0o600)
    let failure = DeviceFailure(path: path, folders: tree.folders).opening(EACCES)
    #expect(failure.status == .deviceDenied)
    #expect(failure.words.contains("600"))
  }

  @Test func nobodyIsToldToJoinRoot() throws {
    let tree = try SystemTree()
    try tree.write("root:x:\(getgid()):", to: "group")
    try tree.write("", to: "dev/video0")
    let path = "\(tree.folders.dev)/video0"
    chmod(path, 0o660)
    let failure = DeviceFailure(path: path, folders: tree.folders).opening(EACCES)
    #expect(failure.status == .deviceDenied)
    #expect(!failure.words.contains("usermod"))
    #expect(failure.words.contains("does udev run"))
  }

  @Test(arguments: [EMFILE, ENFILE])
  func aProgramWithoutDescriptorsIsNoBrokenCamera(_ code: Int32) {
    let failure = DeviceFailure(path: "/dev/video0", folders: SystemFolders()).opening(code)
    #expect(failure.status == .memory)
  }

  @Test func aBusyNodeNamesItsUser() throws {
    let tree = try SystemTree()
    try tree.write("", to: "dev/video0")
    let path = "\(tree.folders.dev)/video0"
    try tree.write("cheese", to: "proc/4711/comm")
    try tree.write("", to: "proc/4711/fd/none")
    try FileManager.default.createSymbolicLink(
      atPath: "\(tree.folders.proc)/4711/fd/7", withDestinationPath: try #require(resolved(path)))
    let failure = DeviceFailure(path: path, folders: tree.folders).request("setting its format", EBUSY)
    #expect(failure.status == .busy)
    #expect(failure.words.contains("cheese (4711)"))
  }

  @Test(arguments: [
    (ENODEV, PluginFailure.Status.deviceMissing), (EIO, .deviceFailed), (EINVAL, .deviceFailed),
    (ENOMEM, .memory),
  ])
  func aRefusedRequestHasItsStatus(_ code: Int32, _ status: PluginFailure.Status) {
    #expect(DeviceFailure(path: "/dev/video0", folders: SystemFolders()).request("x", code).status == status)
  }

  @Test func whoeverAsksIsNoOtherUser() throws {
    let tree = try SystemTree()
    try tree.write("", to: "dev/video0")
    let node = try #require(resolved("\(tree.folders.dev)/video0"))
    let own = "\(tree.folders.proc)/\(getpid())"
    try tree.write("", to: "proc/\(getpid())/fd/none")
    try FileManager.default.createSymbolicLink(atPath: "\(own)/fd/3", withDestinationPath: node)
    #expect(OtherUsers(of: node, folders: tree.folders).names == [])
    try FileManager.default.createSymbolicLink(atPath: "\(own)/fd/4", withDestinationPath: node)
    #expect(OtherUsers(of: node, folders: tree.folders).names == ["this program itself"])
  }
}
