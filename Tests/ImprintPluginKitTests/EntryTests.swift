// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import ImprintPluginKit
import Testing

struct EntryTests {
  let entry = sampleExport.entry

  @Test func descriptorSaysWhoThePluginIs() {
    // range and descriptor are there before anything is opened.
    #expect(entry.pointee.abi_min == 1)
    #expect(entry.pointee.abi_max == 1)
    #expect(entry.pointee.size == structSize(imp_entry.self))
    let descriptor = entry.pointee.describe(entry).pointee
    #expect(descriptor.size == structSize(imp_descriptor.self))
    #expect(String(cString: descriptor.id) == "org.example.sample")
    #expect(String(cString: descriptor.version) == "1.2.3")
    #expect(String(cString: descriptor.vendor) == "Example")
    let abilities = (0..<Int(descriptor.ability_count)).compactMap { descriptor.abilities?[$0] }
    #expect(
      abilities.map { String(cString: $0) } == [
        IMP_MATCHER_ID, IMP_FACE_TRACKER_ID, IMP_FACE_CAPTURE_ID, IMP_CAMERA_ID,
      ])
  }

  @Test(arguments: [
    "", "imprint.matcher", "imprint.matcher/2 ", "imprint.matcher/1", "org.example.unknown/1",
  ])
  func idThatIsNotListedGivesNull(id: String) throws {
    //
    let opened = try OpenedEntry(entry)
    #expect(opened.entry.pointee.ability(opened.plugin, id) == nil)
  }

  @Test func twoOpeningsHaveTheirOwnHosts() throws {
    //
    let first = try OpenedEntry(entry)
    let second = try OpenedEntry(entry)
    #expect(first.plugin != second.plugin)
    #expect(first.host.logged == ["sample opened"])
    #expect(second.host.logged == ["sample opened"])
  }

  @Test(arguments: [UInt32(0), 2, .max])
  func foreignContractVersionIsRefused(version: UInt32) {
    //
    let host = TestHost()
    host.raw.pointee.abi_version = version
    #expect(open(host) == IMP_E_ABI)
  }

  @Test func hostOfAnotherSizeIsRefused() {
    let host = TestHost()
    host.raw.pointee.size -= 8
    #expect(open(host) == IMP_E_ABI)
    let other = TestHost()
    other.breakReportSize()
    #expect(open(other) == IMP_E_ABI)
  }

  @Test func neededAbilityThatIsWithheldIsSaid() {
    //
    let host = TestHost(withheld: [IMP_HOST_FILES_ID])
    #expect(open(host) == IMP_E_ABILITY)
    #expect(host.last?.status == IMP_E_ABILITY)
    #expect(host.last?.words.contains("needs files") == true)
  }

  @Test func hostWithoutLogAndReportStillOpens() throws {
    //
    let host = TestHost(withheld: [IMP_HOST_LOG_ID, IMP_HOST_REPORT_ID])
    _ = try OpenedEntry(entry, host: host)
    #expect(host.logged.isEmpty)
  }

  /// Opens, and says that nothing was handed out.
  private func open(_ host: TestHost) -> imp_status {
    var plugin: OpaquePointer?
    let status = entry.pointee.open(entry, host.raw, &plugin)
    #expect(plugin == nil)
    return status
  }
}

/// Asks the host for its files when it is opened, and fails with what it got.
private struct FilesPlugin: Plugin {
  static let identity = PluginIdentity(id: "org.example.files", version: "1.0.0", vendor: "Example")

  init(host: Host) throws(PluginFailure) {
    let model = try host.model(named: TestHost.modelName)
    let folder = try host.runtimeFolder(named: "openvino")
    host.log(.debug, "\(Array(model)) \(folder) \(host.abiVersion)")
    _ = try host.model(named: "unknown.bin")
  }
}

struct HostTests {
  @Test func filesAreLentAndAMissingOneIsSaid() {
    //
    let host = TestHost()
    let export = PluginExport(FilesPlugin.self, provides: [])
    var plugin: OpaquePointer?
    #expect(export.entry.pointee.open(export.entry, host.raw, &plugin) == IMP_E_MODEL)
    #expect(plugin == nil)
    #expect(host.logged == ["\(TestHost.model) \(TestHost.runtimeFolder) 1"])
    #expect(host.last?.words.contains("unknown.bin") == true)
  }

  @Test func filesOfAHostThatLendsNoneAreAnAbilityMissing() {
    let host = TestHost(withheld: [IMP_HOST_FILES_ID])
    let export = PluginExport(FilesPlugin.self, provides: [])
    var plugin: OpaquePointer?
    #expect(export.entry.pointee.open(export.entry, host.raw, &plugin) == IMP_E_ABILITY)
  }
}
