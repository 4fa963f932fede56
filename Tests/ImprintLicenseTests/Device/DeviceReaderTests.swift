// SPDX-License-Identifier: Apache-2.0
import Crypto
import Foundation
import ImprintLicense
import TestSupport
import Testing

@Suite struct DeviceReaderTests {
  @Test func everyFactOfAMachineIsRead() throws {
    let device = try DeviceTree().fingerprint()
    #expect(Set(device.facts.keys) == Set(DeviceFingerprint.Fact.allCases))
    #expect(device.facts.values.allSatisfy { $0.count == 1 })
  }

  @Test func valuesAreKeyedHashesAsThePageDefinesThem() throws {
    let device = try DeviceTree().fingerprint()
    let key = SymmetricKey(data: Array("imprint-device/1:kiosk:com.example.kiosk".utf8))
    let code = HMAC<SHA256>.authenticationCode(for: Array("network:3c:52:82:11:22:33".utf8), using: key)
    let hexadecimal = code.prefix(4).map { String(format: "%02x", $0) }.joined()
    #expect(device.facts[.network] == [hexadecimal])
  }

  @Test func twoProductsSeeNothingInCommon() throws {
    let tree = try DeviceTree()
    let other = try tree.reader.fingerprint(profile: "kiosk", product: "com.example.door")
    #expect(try tree.fingerprint().match(with: other).matching.isEmpty)
  }

  @Test func readingTwiceGivesTheSame() throws {
    let tree = try DeviceTree()
    #expect(try tree.fingerprint() == tree.fingerprint())
  }

  @Test func virtualInterfacesAreNoFact() throws {
    let tree = try DeviceTree()
    let before = try tree.fingerprint()
    try tree.file("sys/class/net/docker0/address", "00:11:22:33:44:55\n")
    try tree.file("sys/class/net/lo/address", "00:00:00:00:00:00\n")
    #expect(try tree.fingerprint() == before)
  }

  @Test(arguments: [
    "00:00:00:00:00:00", "52:54:00:12:34:56", "01:00:5e:00:00:01", "02:42:ac:11:00:02", "ff:ff:ff:ff:ff:ff",
    "3c:52:82:11:22", "3c:52:82:11:22:+3", "3c52.8211.2233", "", "x",
  ]) func addressesThatNoMakerAssignedAreNoFact(address: String) throws {
    let tree = try DeviceTree()
    try tree.remove("sys/class/net/eno1")
    try tree.interface("eth0", address)
    #expect(try tree.fingerprint().facts[.network] == nil)
  }

  @Test func pluggedInterfaceCountsOnlyWhereThereIsNoOther() throws {
    let tree = try DeviceTree()
    let before = try tree.fingerprint()
    try tree.interface("usb0", "3c:52:82:44:55:66", bus: "usb")
    #expect(try tree.fingerprint() == before)
    try tree.remove("sys/class/net/eno1")
    let facts = try tree.fingerprint().facts[.network]
    #expect(facts?.count == 1 && facts != before.facts[.network])
  }

  @Test func permanentAddressesArePreferred() throws {
    let tree = try DeviceTree()
    let before = try tree.fingerprint()
    try tree.interface("eno2", "3c:52:82:44:55:66", assigned: "3")
    try tree.interface("eno3", "3c:52:82:44:55:67", assigned: "1")
    #expect(try tree.fingerprint() == before)
    try tree.remove("sys/class/net/eno1")
    #expect(try tree.fingerprint().facts[.network]?.count == 1)
  }

  @Test func allBuiltInDisksCountAndNoOthers() throws {
    let tree = try DeviceTree()
    try tree.disk("sda", "device/wwid", "naa.5000c500a1b2c3d4")
    try tree.disk("vda", "serial", "a8f03c91")
    #expect(try tree.fingerprint().facts[.disk]?.count == 3)
    let before = try tree.fingerprint()
    for name in ["loop0", "zram0", "dm-0", "md127", "ram0", "sr0"] {
      try tree.disk(name, "serial", "abc\(name)")
    }
    try tree.disk("sdb", "device/serial", "4C530001", removable: "1")
    try tree.file("sys/block/nodevice/serial", "abcdef123\n")
    try tree.file("sys/devices/pci0/usb1/1-1/block/sdc/serial", "abcdef1234\n")
    try tree.file("sys/devices/pci0/usb1/1-1/block/sdc/device/model", "Stick\n")
    try tree.link("sys/block/sdc", to: "../devices/pci0/usb1/1-1/block/sdc")
    #expect(try tree.fingerprint() == before)
  }

  @Test(arguments: ["00000000", "0", "QEMU HARDDISK   QM00001", ""])
  func diskNumberThatManyDisksHaveIsNoFact(number: String) throws {
    let tree = try DeviceTree()
    try tree.remove("sys/block/nvme0n1")
    try tree.disk("sda", "device/wwid", number)
    #expect(try tree.fingerprint().facts[.disk] == nil)
  }

  @Test(arguments: [
    "uninitialized\n", "", "00000000000000000000000000000000\n", "4cd1a0c0b52f4bd69c1ab7b1a0f1e2d\n",
    "4cd1a0c0b52f4bd69c1ab7b1a0f1e2dg\n",
  ]) func machineIDThatIsNoneIsNoFact(content: String) throws {
    let tree = try DeviceTree()
    try tree.file("etc/machine-id", content)
    #expect(try tree.fingerprint().facts[.machineID] == nil)
  }

  @Test func boardWithADeviceTreeInPlaceOfAPCsFirmwareIsRead() throws {
    let tree = try DeviceTree()
    try tree.remove("sys/class/dmi")
    #expect(try tree.fingerprint().facts[.board] == nil)
    try tree.file("sys/firmware/devicetree/base/model", "Example Board 5 Rev 1.0\0")
    #expect(try tree.fingerprint().facts[.board]?.count == 1)
  }

  @Test func armProcessorsOfTwoKindsAreTwoValues() throws {
    let tree = try DeviceTree()
    let kinds = ["0xd03", "0xd03", "0xd09"].map {
      "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: \($0)\n\n"
    }
    try tree.file("proc/cpuinfo", kinds.joined() + "Hardware\t: Example\n")
    #expect(try tree.fingerprint().facts[.processor]?.count == 2)
  }

  @Test func microcodeAndClockOfTheProcessorDoNotMatter() throws {
    let tree = try DeviceTree()
    let before = try tree.fingerprint()
    try tree.file(
      "proc/cpuinfo",
      DeviceTree.processors.replacingOccurrences(
        of: "stepping", with: "cpu MHz\t: 911\nmicrocode\t: 0x2\nstepping"))
    #expect(try tree.fingerprint() == before)
  }

  @Test func deviceWithTooFewFactsIsRefusedWithWords() throws {
    let tree = try DeviceTree(empty: ())
    try tree.file("etc/machine-id", "4cd1a0c0b52f4bd69c1ab7b1a0f1e2d3\n")
    let error = #expect(throws: DeviceError.self) { try tree.fingerprint() }
    #expect(error?.code == .tooFewFacts)
    #expect(error?.reason.contains("machine-id") == true)
    try tree.file("proc/cpuinfo", DeviceTree.processors)
    #expect(try tree.fingerprint().weight == 3)
  }

  @Test func strangeFilesAreNoFactsAndNoCrash() throws {
    let tree = try DeviceTree()
    let expected = try tree.fingerprint().facts[.machineID]
    let noise = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    for path in [
      "sys/class/net/eno1/address", "sys/block/nvme0n1/wwid", "sys/class/dmi/id/sys_vendor",
      "sys/class/dmi/id/product_name", "proc/cpuinfo",
    ] { try tree.file(path, bytes: noise) }
    try tree.remove("sys/class/net/eno1/addr_assign_type")
    try tree.file("sys/class/net/eno1/addr_assign_type/folder", "")
    let root = tree.folder.url.path
    try #require(mkfifo(root + "/sys/block/nvme0n1/serial", 0o600) == 0)
    try tree.link("sys/block/nvme0n1/device/serial", to: "/dev/zero")
    try tree.disk("sdb", "serial", String(repeating: "long", count: 1000))
    try tree.disk("sdc", "serial", "tab\tand\u{1B}[2J")
    try tree.link("sys/block/sdd", to: "sdd")
    try tree.file("proc/cpuinfo", bytes: noise)
    // Board and processor are gone too, so that only the installation is left: too few.
    #expect(throws: DeviceError.self) { try tree.fingerprint() }
    try tree.interface("eth1", "3c:52:82:11:22:34")
    #expect(try tree.fingerprint().facts.keys.sorted { $0.rawValue < $1.rawValue } == [.machineID, .network])
    #expect(try tree.fingerprint().facts[.machineID] == expected)
  }

  @Test func hugeProcessorFileIsReadAsFarAsNeeded() throws {
    let tree = try DeviceTree()
    let before = try tree.fingerprint()
    try tree.file("proc/cpuinfo", String(repeating: DeviceTree.processors, count: 20_000))
    #expect(try tree.fingerprint() == before)
  }
}
