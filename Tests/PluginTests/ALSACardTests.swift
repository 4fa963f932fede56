// SPDX-License-Identifier: Apache-2.0
import Foundation
import ImprintPluginKit
import SystemDevices
import Testing

@testable import ALSADevices

/// Sound cards as files of the kernel tell of them, below a folder of a test's own.
@Suite struct ALSACardTests {
  private final class Machine {
    let root = FileManager.default.temporaryDirectory.appending(path: "cards-\(UUID().uuidString)")

    deinit { try? FileManager.default.removeItem(at: root) }

    func write(_ path: String, _ text: String) throws {
      let file = root.appending(path: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }

    func add(card: Int, id: String, at place: String, serial: String? = nil, devices: [Int] = [0]) throws {
      try write("sys/devices/\(place)/x:1.0/modalias", "")
      if let serial {
        try write("sys/devices/\(place)/idVendor", "046d\n")
        try write("sys/devices/\(place)/idProduct", "0825\n")
        try write("sys/devices/\(place)/serial", "\(serial)\n")
      }
      try write("sys/class/sound/card\(card)/id", "\(id)\n")
      try FileManager.default.createSymbolicLink(
        at: root.appending(path: "sys/class/sound/card\(card)/device"),
        withDestinationURL: root.appending(path: "sys/devices/\(place)/x:1.0"))
      for device in devices {
        try write("sys/class/sound/pcmC\(card)D\(device)c/dev", "116:24\n")
        try write("sys/class/sound/pcmC\(card)D\(device)p/dev", "116:25\n")
      }
    }

    var cards: SoundCards {
      SoundCards(
        folders: SystemFolders(sys: "\(root.path)/sys", dev: "\(root.path)/dev", proc: "\(root.path)/proc"))
    }

    var devices: [MicrophoneInfo] { cards.microphones() }

    func place(_ locator: String) -> SoundLocator { cards.find(locator) }
  }

  private func card(_ card: Int, _ device: Int = 0, subdevice: Int? = nil) -> SoundLocator {
    .card(CapturePCM(card: card, device: device), subdevice: subdevice)
  }

  @Test func noSoundAtAllIsAnEmptyList() {
    #expect(Machine().devices.isEmpty)
  }

  @Test func aDeviceThatAnswersWithAFailureIsGone() throws {
    let machine = Machine()
    try machine.add(card: 0, id: "PCH", at: "pci/0000:00:1f.3", devices: [0, 1])
    #expect(machine.place("hw:0,0") == card(0) && machine.place("hw:0,1") == card(0, 1))
    // As a device's file that is still open does when its device has gone. Nothing is mapped where this one
    // is read.
    let file = machine.root.appending(path: "sys/class/sound/pcmC0D1c/dev")
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createSymbolicLink(at: file, withDestinationURL: URL(filePath: "/proc/self/mem"))
    #expect(machine.place("hw:0,0") == card(0) && machine.place("hw:0,1") == .missing)
  }

  @Test func devicesThatRecordAreListedInOrderWithTheirNames() throws {
    let machine = Machine()
    try machine.add(card: 10, id: "C615", at: "pci/usb1/1-2", serial: "A 1/\u{e9}", devices: [0])
    try machine.add(card: 2, id: "PCH", at: "pci/0000:00:1f.3", devices: [2, 0])
    try machine.write(
      "proc/asound/cards",
      " 2 [PCH            ]: HDA-Intel - HDA Intel PCH\n                      HDA Intel PCH at 0xf7 irq 31\n")
    try machine.write(
      "proc/asound/card2/pcm0c/info", "card: 2\nname: ALC3246 Analog\nsubname: subdevice #0\n")
    let devices = machine.devices
    #expect(
      devices.map { $0.locator } == ["hw:CARD=PCH,DEV=0", "hw:CARD=PCH,DEV=2", "hw:CARD=C615,DEV=0"])
    #expect(
      devices.map { $0.name } == ["HDA Intel PCH, ALC3246 Analog", "HDA Intel PCH, device 2", "C615"])
    // By the place, or by the serial number, of which only plain characters are kept.
    #expect(devices[1].id == "at-pci/0000:00:1f.3/x:1.0-pcm2")
    #expect(devices[2].id?.hasPrefix("usb-046d-0825-A1/") == true)
  }

  @Test func twinsWithOneSerialNumberAreToldApartByTheirPlace() throws {
    let machine = Machine()
    try machine.add(card: 0, id: "A", at: "usb1/1-1", serial: "ACME 1")
    try machine.add(card: 1, id: "B", at: "usb1/1-2", serial: "ACME 1")
    try machine.add(card: 2, id: "C", at: "usb1/1-3", serial: "ACME 1")
    #expect(
      machine.devices.map { $0.id }
        == ["at-usb1/1-1/x:1.0-pcm0", "at-usb1/1-2/x:1.0-pcm0", "at-usb1/1-3/x:1.0-pcm0"])
  }

  @Test func anIdThatTwinsShareNamesThemAll() throws {
    let machine = Machine()
    try machine.add(card: 0, id: "A", at: "usb1/1-1", serial: "ACME1")
    let id = try #require(machine.devices[0].id)
    #expect(id == "usb-046d-0825-ACME1-pcm0")
    try machine.add(card: 1, id: "B", at: "usb1/1-2", serial: "ACME1")
    #expect(machine.place(id) == .ambiguous(["hw:CARD=A,DEV=0", "hw:CARD=B,DEV=0"]))
    // The place goes on meaning one.
    #expect(machine.place("at-usb1/1-2/x:1.0-pcm0") == card(1))
  }

  @Test(arguments: ["000000", "0", "  ", "00 00"])
  func zerosAreNoSerialNumber(serial: String) throws {
    let machine = Machine()
    try machine.add(card: 0, id: "A", at: "usb1/1-1", serial: serial)
    #expect(machine.devices.map { $0.id } == ["at-usb1/1-1/x:1.0-pcm0"])
  }

  @Test(arguments: [1, 4]) func thePlaceOfAUSBDeviceDoesNotGoByWhichControllerWasFoundFirst(bus: Int) throws {
    let machine = Machine()
    let place = "pci0000:00/0000:00:14.0/usb\(bus + 1)/\(bus + 1)-2/\(bus + 1)-2.3"
    try machine.add(card: 0, id: "A", at: place, serial: "0")
    try machine.write("sys/devices/\(place)/x:1.0/bInterfaceNumber", "00\n")
    // The controller's other hub, for the slower devices.
    try machine.write("sys/devices/pci0000:00/0000:00:14.0/usb\(bus)/dev", "189:0\n")
    #expect(machine.devices.map { $0.id } == ["at-0000:00:14.0/1-2.3/00-pcm0"])
    #expect(machine.place("at-0000:00:14.0/1-2.3/00-pcm0") == card(0))
  }

  @Test func cardsOfOnePlaceAreToldApartByTheirNames() throws {
    let machine = Machine()
    try machine.add(card: 0, id: "A", at: "platform/x", devices: [0])
    try machine.write("sys/class/sound/card1/id", "B\n")
    try FileManager.default.createSymbolicLink(
      at: machine.root.appending(path: "sys/class/sound/card1/device"),
      withDestinationURL: machine.root.appending(path: "sys/devices/platform/x/x:1.0"))
    try machine.write("sys/class/sound/pcmC1D0c/dev", "116:26\n")
    #expect(
      machine.devices.map { $0.id } == ["at-platform/x/x:1.0@A-pcm0", "at-platform/x/x:1.0@B-pcm0"])
  }

  @Test func anIdOpensTheSameDeviceWhereverItsCardIsCounted() throws {
    let machine = Machine()
    try machine.add(card: 4, id: "C615", at: "pci/usb1/1-2", serial: "A1", devices: [0, 1])
    #expect(machine.place("usb-046d-0825-A1-pcm1") == card(4, 1))
    #expect(machine.place("usb-046d-0825-A2-pcm1") == .missing)
  }

  @Test(
    arguments: [
      ("hw:4", 0, nil), ("hw:4,1", 1, nil), ("hw:C615,1,3", 1, 3), ("plughw:CARD=C615,DEV=1", 1, nil),
      ("hw:DEV=1,CARD=C615,SUBDEV=2", 1, 2),
    ] as [(String, Int, Int?)])
  func aCardIsFoundByNumberAndName(locator: String, device: Int, subdevice: Int?) throws {
    let machine = Machine()
    try machine.add(card: 4, id: "C615", at: "usb1/1-2", devices: [0, 1])
    #expect(machine.place(locator) == card(4, device, subdevice: subdevice))
  }

  @Test(arguments: [
    "hw:", "hw:5", "hw:4,7", "hw:C61", "hw:4,1,2,3", "hw:4,x", "hw:,", "hw:99999999999", "at-nowhere",
  ])
  func aCardThatIsNotThereIsMissing(locator: String) throws {
    let machine = Machine()
    try machine.add(card: 4, id: "C615", at: "usb1/1-2", devices: [0, 1])
    #expect(machine.place(locator) == .missing)
  }

  @Test func otherNamesAreTheConfigurations() {
    #expect(Machine().place("default") == .configured)
    #expect(Machine().place("pipewire:NODE=1") == .configured)
  }

  @Test func whoRecordsIsNamed() throws {
    let machine = Machine()
    try machine.write("proc/asound/card0/pcm0c/sub0/status", "closed\n")
    try machine.write(
      "proc/asound/card0/pcm0c/sub1/status", "state: RUNNING\nowner_pid   : 4711\ntrigger_time: 1.0\n")
    try machine.write("proc/4711/status", "Name:\tworker\nTgid:\t4700\nPid:\t4711\n")
    try machine.write("proc/4711/comm", "worker\n")
    try machine.write("proc/4700/comm", "arecord\n")
    #expect(machine.cards.owner(of: CapturePCM(card: 0, device: 0)) == "arecord (process 4700)")
    #expect(machine.cards.owner(of: CapturePCM(card: 1, device: 0)) == nil)
  }

  @Test func aCardThatComesIsToldOfWhenTheLastOfItIsThere() throws {
    let machine = Machine()
    func hasArrived() -> Bool { machine.cards.arrival(of: "pcmC2D0c", after: 0) == .isDevice }
    // In the order of the kernel's drivers.
    try machine.write("dev/snd/pcmC2D0c", "")
    #expect(!hasArrived())
    try machine.write("dev/snd/controlC2", "")
    #expect(!hasArrived())
    try machine.write("proc/asound/card2/id", "PCH\n")
    #expect(hasArrived())
    // Another device of it, that has no node.
    #expect(machine.cards.arrival(of: "pcmC2D1c", after: 0) == .waits)
  }

  @Test func aCardThatStaysUnusableIsToldOfAllTheSame() {
    let machine = Machine()
    #expect(machine.cards.arrival(of: "pcmC2D0c", after: 499_999_999) == .waits)
    #expect(machine.cards.arrival(of: "pcmC2D0c", after: 500_000_000) == .isDevice)
  }

  @Test func aDeviceIsToldByItsCardsNameOrNumber() throws {
    let machine = Machine()
    #expect(machine.cards.locator(of: "pcmC2D1c") == "hw:CARD=2,DEV=1")
    try machine.add(card: 2, id: "PCH", at: "pci/0000:00:1f.3", devices: [1])
    #expect(machine.cards.locator(of: "pcmC2D1c") == "hw:CARD=PCH,DEV=1")
    let listed = PresentDevice(locator: "hw:CARD=PCH,DEV=1", isUsable: false)
    #expect(machine.cards.present() == ["pcmC2D1c": listed])
  }

  @Test(.enabled(if: geteuid() != 0, "root may open every node"))
  func aCardIsToldOfWhenItsNodesAreGivenToTheUser() throws {
    let machine = Machine()
    try machine.write("proc/asound/card2/id", "PCH\n")
    let nodes = ["dev/snd/pcmC2D0c", "dev/snd/controlC2"]
    for node in nodes {
      try machine.write(node, "")
      chmod(machine.root.appending(path: node).path, 0)
    }
    for node in nodes {
      #expect(machine.cards.arrival(of: "pcmC2D0c", after: 0) == .waits)
      chmod(machine.root.appending(path: node).path, 0o600)
    }
    #expect(machine.cards.arrival(of: "pcmC2D0c", after: 0) == .isDevice)
  }
}
