// SPDX-License-Identifier: Apache-2.0
import ImprintPluginKit
import SystemDevices
import Testing

@testable import V4L2Devices

/// What is listed of a system's nodes, by its files alone.
@Suite struct CameraListTests {
  private let left = "pci0000:00/0000:00:14.0/usb1/1-2"
  private let right = "pci0000:00/0000:00:14.0/usb1/1-4/1-4.1"

  private func listed(_ tree: SystemTree, _ looks: [String: NodeLook] = [:]) -> [CameraInfo] {
    tree.cameras(looks).list()
  }

  @Test func aSystemWithoutVideoHasNoCameras() throws {
    #expect(try listed(SystemTree()) == [])
    #expect(Cameras(folders: SystemFolders(sys: "/nowhere")).list() == [])
  }

  @Test func aCameraWithASerialNumberIsKnownByIt() throws {
    let here = try SystemTree()
    try here.addUSB(left, serial: "AB 12")
    try here.addNode("video0", name: "C920", device: "\(left)/1-2:1.0")
    let there = try SystemTree()
    try there.addUSB(right, serial: "AB 12")
    try there.addNode("video4", name: "C920", device: "\(right)/1-4.1:1.0")
    #expect(listed(here)[0].id == "usb:046d:082d:AB12/00.0")
    #expect(listed(here)[0].id == listed(there)[0].id)
    #expect(listed(here)[0].device != listed(there)[0].device)
    #expect(listed(there)[0].locator.hasSuffix("/dev/video4"))
  }

  @Test func aCameraWithoutASerialNumberIsKnownByItsPort() throws {
    let first = try SystemTree()
    try first.addUSB(left)
    try first.addNode("video0", name: "C920", device: "\(left)/1-2:1.0")
    // The bus has another number after a start in another order.
    let second = try SystemTree()
    try second.addUSB("pci0000:00/0000:00:14.0/usb3/3-2")
    try second.addNode("video7", name: "C920", device: "pci0000:00/0000:00:14.0/usb3/3-2/3-2:1.0")
    #expect(listed(first)[0].id == "usb-port:0000:00:14.0/0-2/00.0")
    #expect(listed(first)[0].id == listed(second)[0].id)
  }

  @Test func zerosAreNoSerialNumber() throws {
    let tree = try SystemTree()
    try tree.addUSB(left, serial: "000000")
    try tree.addNode("video0", name: "C920", device: "\(left)/1-2:1.0")
    #expect(listed(tree)[0].id?.hasPrefix("usb-port:") == true)
  }

  @Test func camerasThatShareASerialNumberAreToldApartByTheirPorts() throws {
    let tree = try SystemTree()
    try tree.addUSB(left, serial: "SN0001")
    try tree.addUSB(right, serial: "SN0001")
    try tree.addNode("video0", name: "Cheap", device: "\(left)/1-2:1.0")
    try tree.addNode("video2", name: "Cheap", device: "\(right)/1-4.1:1.0")
    let ids = listed(tree).compactMap(\.id)
    #expect(ids == ["usb-port:0000:00:14.0/0-2/00.0", "usb-port:0000:00:14.0/0-4.1/00.0"])
    let failure = #expect(throws: PluginFailure.self) { try tree.cameras().path("usb:046d:082d:SN0001/00.0") }
    #expect(failure?.status == .deviceMissing)
  }

  @Test func camerasOfOneDriverAreToldApartByTheirNames() throws {
    let tree = try SystemTree()
    try tree.addNode("video0", name: "vivid-000-vid-cap", device: "platform/vivid.0")
    try tree.addNode("video1", name: "vivid-001-vid-cap", device: "platform/vivid.0")
    let cameras = listed(tree)
    #expect(
      cameras.map(\.id) == [
        "place:platform/vivid.0/vivid-000-vid-cap/0", "place:platform/vivid.0/vivid-001-vid-cap/0",
      ])
    #expect(cameras[0].device == cameras[1].device)
  }

  @Test func aCameraOfSoftwareIsKnownByItsName() throws {
    let tree = try SystemTree()
    try tree.addNode("video10", name: "Face cam", device: nil)
    #expect(listed(tree)[0].id == "virtual:Face%20cam/0")
    #expect(listed(tree)[0].device == nil)
  }

  @Test func camerasThatNothingTellsApartAreKnownByTheirNodes() throws {
    let tree = try SystemTree()
    try tree.addNode("video10", name: "Loop", device: nil)
    try tree.addNode("video11", name: "Loop", device: nil)
    #expect(listed(tree).map(\.id) == ["virtual:Loop/0@video10", "virtual:Loop/0@video11"])
  }

  @Test func anIdOpensItsCameraAndAnotherOneNone() throws {
    let tree = try SystemTree()
    try tree.addUSB(left, serial: "AB12")
    try tree.addNode("video3", name: "C920", device: "\(left)/1-2:1.0")
    let cameras = tree.cameras()
    let path = "\(tree.folders.dev)/video3"
    #expect(try cameras.path("usb:046d:082d:AB12/00.0") == path)
    #expect(try cameras.path("v4l2:usb:046d:082d:AB12/00.0") == path)
    #expect(try cameras.path("usb-port:0000:00:14.0/0-2/00.0") == path)
    #expect(try cameras.path("v4l2:/dev/video9") == "/dev/video9")
    let failure = #expect(throws: PluginFailure.self) { try cameras.path("usb:046d:082d:OTHER/00.0") }
    #expect(failure?.status == .deviceMissing)
  }

  @Test func metadataAndWhatIsNoVideoIsLeftOut() throws {
    let tree = try SystemTree()
    try tree.addUSB(left)
    let device = "\(left)/1-2:1.0"
    try tree.addNode("video0", name: "C920", device: device)
    try tree.addNode("video1", name: "C920", index: 1, device: device)
    try tree.addNode("v4l-subdev0", name: "Sensor", device: nil)
    try tree.addNode("vbi0", name: "TV", device: nil)
    #expect(listed(tree, ["video1": .other]).map(\.locator) == ["\(tree.folders.dev)/video0"])
  }

  @Test func aNodeThatMayNotBeOpenedIsListedByItsOrder() throws {
    let tree = try SystemTree()
    try tree.addUSB(left)
    try tree.addNode("video0", name: "C920", device: "\(left)/1-2:1.0")
    try tree.addNode("video1", name: "C920", index: 1, device: "\(left)/1-2:1.0")
    let cameras = listed(tree, ["video0": .denied, "video1": .denied])
    #expect(cameras.map(\.name) == ["C920"])
    #expect(cameras.map(\.light) == [.unknown])
  }

  @Test func greyBesideColourIsInfrared() throws {
    let tree = try SystemTree()
    try tree.addUSB(left, serial: "1", removable: "fixed", interfaces: ["00", "02"])
    try tree.addNode("video0", name: "Integrated", device: "\(left)/1-2:1.0")
    try tree.addNode("video2", name: "Integrated", device: "\(left)/1-2:1.2")
    let cameras = listed(
      tree, ["video2": .camera(name: "Integrated", formats: [FourCC("GREY"), FourCC("Y16 ")])])
    #expect(cameras.map(\.light) == [.colour, .infrared])
    #expect(cameras[0].device == cameras[1].device)
    #expect(cameras[0].id != cameras[1].id)
  }

  @Test func greyAloneMayBeAnything() throws {
    let tree = try SystemTree()
    try tree.addUSB(left)
    try tree.addUSB(right)
    try tree.addNode("video0", name: "Grey", device: "\(left)/1-2:1.0")
    try tree.addNode("video1", name: "Colour", device: "\(right)/1-4.1:1.0")
    let cameras = listed(tree, ["video0": .camera(name: "Grey", formats: [FourCC("GREY")])])
    #expect(cameras.map(\.light) == [.unknown, .colour])
  }

  @Test(arguments: [
    ("Integrated IR Camera", CameraLight.infrared), ("HP Infrared Camera", .infrared),
    ("Circle Cam", .colour),
    ("FLIR", .colour),
  ])
  func aNameMaySayInfrared(_ name: String, _ light: CameraLight) {
    #expect(CameraTraits.light(formats: [FourCC("YUYV")], name: name, hasColourBeside: false) == light)
  }

  @Test(
    arguments: [
      ("removable", nil, "C920", CameraFacing.external), ("fixed", "front", "x", .user),
      ("fixed", "back", "x", .away),
      ("fixed", nil, "Integrated Camera", .user), ("fixed", nil, "Rear Camera", .away),
      ("unknown", nil, "x", .unknown),
      (nil, nil, "x", .unknown),
    ] as [(String?, String?, String, CameraFacing)])
  func theFirmwareSaysWhereACameraLooks(
    _ removable: String?, _ panel: String?, _ name: String, _ facing: CameraFacing
  ) throws {
    let tree = try SystemTree()
    try tree.addUSB(left, removable: removable, panel: panel)
    try tree.addNode("video0", name: name, device: "\(left)/1-2:1.0")
    #expect(listed(tree, ["video0": .camera(name: name, formats: [FourCC("YUYV")])])[0].facing == facing)
  }

  @Test func aCameraOfSoftwareFacesNowhereThatIsKnown() throws {
    let tree = try SystemTree()
    try tree.addNode("video0", name: "Loop", device: nil)
    #expect(listed(tree)[0].facing == .unknown)
  }

  @Test func aSerialNumberThatIsTooLongBecomesAnIdThatFits() throws {
    let tree = try SystemTree()
    try tree.addUSB(left, serial: String(repeating: "ä", count: 120) + "1")
    try tree.addUSB(right, serial: String(repeating: "ä", count: 120) + "2")
    try tree.addNode("video0", name: "C920", device: "\(left)/1-2:1.0")
    try tree.addNode("video1", name: "C920", device: "\(right)/1-4.1:1.0")
    let ids = listed(tree).compactMap(\.id)
    #expect(Set(ids).count == 2)
    #expect(ids.allSatisfy { $0.hasPrefix("usb:") && $0.utf8.count <= 255 })
  }
}
