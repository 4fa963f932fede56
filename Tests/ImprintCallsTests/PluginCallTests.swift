// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
@testable import ImprintCalls
import Synchronization
import Testing

/// Entry, open, abilities and close, through a bridge and directly.
@Suite struct PluginCallTests {
  @Test func entryAndDescriptorAreThePlugins() throws {
    let plugin = TestPlugin()
    plugin.abilities.append("org.example.other/3")
    let bridge = try CallBridge(over: TestCarrier(plugin))
    let table = try bridge.table
    #expect(table.pointee.abi_min == 1)
    #expect(table.pointee.abi_max == 1)
    #expect(table.pointee.size == structSize(imp_entry.self))
    let said = try EntryTable.descriptor(of: table)
    #expect(said.id == "org.example.test")
    #expect(said.version == "1.2.3")
    #expect(said.vendor == "Example")
    #expect(said.abilities == plugin.abilities)
    #expect(plugin.opened.load(ordering: .relaxed) == 0)
  }

  @Test func aLibraryOfManyIsDescribedWithWhatItDeclares() throws {
    let plugin = TestPlugin.ofMany()
    let bridge = try CallBridge(over: TestCarrier(plugin))
    let (direct, bridged) = (
      try EntryTable.descriptor(of: plugin.entry), try EntryTable.descriptor(of: bridge.table)
    )
    #expect(bridged.parameters == direct.parameters)
    let declared = try #require(bridged.parameters)
    #expect(declared.map(\.name) == ["format", "inputWidth", "scale", "mirrored"])
    #expect(declared.map(\.kind) == [.text, .integer, .number, .boolean])
    #expect(declared.map(\.isRequired) == [true, true, false, false])
    #expect(declared.map(\.range) == [0...0, -5...4096, -0.5...1.25, 0...0])
    #expect(declared.map(\.longest) == [63, 0, 0, 0])
    #expect(declared[0].purpose == "What format is for.")
    withExtendedLifetime(bridge) {}
  }

  @Test func aLibraryOfManyMayDeclareNothingAndALibraryOfOneDeclaresNone() throws {
    for declared in [nil, [imp_parameter_declaration]()] {
      let plugin = TestPlugin()
      plugin.declared = declared
      let bridge = try CallBridge(over: TestCarrier(plugin))
      #expect(try EntryTable.descriptor(of: bridge.table).parameters?.count == declared?.count)
      withExtendedLifetime(bridge) {}
    }
  }

  //
  @Test func parametersTravelToThePluginWithItsOpening() throws {
    let plugin = TestPlugin.ofMany()
    let bridge = try CallBridge(over: TestCarrier(plugin))
    let opened = try OpenedEntry(try bridge.table, host: TestPlugin.givingHost())
    let host = try #require(plugin.host)
    let table = try #require(host.pointee.ability(host, IMP_HOST_PARAMETERS_ID))
      .load(as: imp_host_parameters.self)
    #expect(table.size == structSize(imp_host_parameters.self))
    func value(_ name: String) -> imp_parameter? { TestPlugin.lend(name) { table.value(host, $0)?.pointee } }
    #expect(value("format")?.type == UInt32(IMP_PARAMETER_TEXT))
    #expect(
      value("format").map {
        String(decoding: UnsafeRawBufferPointer(start: $0.text.data, count: $0.text.length), as: UTF8.self)
      }
        == "example.test")
    #expect(value("inputWidth")?.integer == -3)
    #expect(value("scale")?.number == 0.75)
    #expect(value("scale")?.size == structSize(imp_parameter.self))
    for name in ["mirrored", "", "format ", "forma"] { #expect(value(name) == nil) }
    withExtendedLifetime((opened, bridge)) {}
  }

  @Test func aPluginOfALibraryOfOneFindsNoParameters() throws {
    let plugin = TestPlugin()
    let bridge = try CallBridge(over: TestCarrier(plugin))
    let opened = try OpenedEntry(try bridge.table)
    let host = try #require(plugin.host)
    #expect(host.pointee.ability(host, IMP_HOST_PARAMETERS_ID) == nil)
    withExtendedLifetime((opened, bridge)) {}
  }

  //
  @Test func aParameterOfAnotherSizeOpensNothing() throws {
    let host = TestPlugin.givingHost()
    host.given["scale"]?.size += 8
    let bridge = try CallBridge(over: TestCarrier(.ofMany()))
    let error = try #require(throws: StatusError.self) { _ = try OpenedEntry(bridge.table, host: host) }
    #expect(error.status == IMP_E_ABI)
    withExtendedLifetime(bridge) {}
  }

  @Test func aPluginThatCannotRunHasNoEntry() throws {
    let executor = CallExecutor(entry: nil, host: TestExecutorHost())
    #expect(try CallBridge(over: LocalCarrier(executor)).entry == nil)
  }

  // nothing but the range is read of an entry of another version, so nothing else has to be right.
  @Test func rangeOfAnotherVersionComesWithoutADescriptor() throws {
    let plugin = TestPlugin()
    plugin.entry.pointee.abi_min = 7
    plugin.entry.pointee.abi_max = 9
    plugin.entry.pointee.size = 1
    let bridge = try CallBridge(over: TestCarrier(plugin))
    #expect(try bridge.table.pointee.abi_min == 7)
    #expect(try bridge.table.pointee.abi_max == 9)
    #expect(plugin.described.load(ordering: .relaxed) == 0)
  }

  //
  @Test func entryWithAWrongSizeIsABreach() throws {
    let plugin = TestPlugin()
    plugin.entry.pointee.size += 8
    let error = try #require(throws: CallBridgeError.self) { _ = try CallBridge(over: TestCarrier(plugin)) }
    #expect(error.isBreach)
    #expect(error.status == IMP_E_INTERNAL)
    #expect(error.sentence == "imp_entry.size is 56; this contract has 48.")
  }

  @Test func descriptorWithTooLongAnIDIsABreach() throws {
    let plugin = TestPlugin()
    plugin.id = String(repeating: "x", count: 256)
    let error = try #require(throws: CallBridgeError.self) { _ = try CallBridge(over: TestCarrier(plugin)) }
    #expect(error.isBreach)
  }

  @Test func carrierThatFailsSaysWhyTheBridgeCannotBeMade() throws {
    let carrier = TestCarrier(TestPlugin())
    carrier.fail(IMP_E_INTERNAL, "the plugin is in quarantine.")
    let error = try #require(throws: CallBridgeError.self) { _ = try CallBridge(over: carrier) }
    #expect(
      error
        == CallBridgeError(status: IMP_E_INTERNAL, sentence: "the plugin is in quarantine.", isBreach: false))
  }

  //
  @Test func pluginSeesTheHostThatOpenedIt() throws {
    struct Seen: Equatable {
      var abi: UInt32 = 0
      var features: [String] = []
      var license = ""
      var validUntil: Int64 = 0
      var abilities: [Bool] = []
    }
    for withheld in [
      [], [IMP_HOST_LOG_ID], [IMP_HOST_FILES_ID, IMP_HOST_ENTITLEMENT_ID], [IMP_HOST_REPORT_ID],
    ] {
      let plugin = TestPlugin()
      let seen = Mutex(Seen())
      plugin.onOpen = { host in
        var it = Seen()
        it.abi = host.pointee.abi_version
        for id in [
          IMP_HOST_LOG_ID, IMP_HOST_REPORT_ID, IMP_HOST_FILES_ID, IMP_HOST_ENTITLEMENT_ID, "",
          "imprint.host.x/1",
        ] { it.abilities.append(host.pointee.ability(host, id) != nil) }
        if let raw = host.pointee.ability(host, IMP_HOST_ENTITLEMENT_ID) {
          let table = raw.assumingMemoryBound(to: imp_host_entitlement.self).pointee
          it.license = text(table.license)
          it.validUntil = table.valid_until
          for feature in UnsafeBufferPointer(start: table.features, count: Int(table.feature_count)) {
            it.features.append("\(text(feature.name)) \(feature.granted) \(feature.size)")
          }
        }
        seen.withLock { $0 = it }
        return IMP_OK
      }
      _ = try OpenedEntry(plugin.entry, host: TestHost(withheld: Set(withheld)))
      let direct = seen.withLock { $0 }
      let bridged = try Bridged(plugin, host: TestHost(withheld: Set(withheld)))
      #expect(seen.withLock { $0 } == direct)
      #expect(direct.abi == 1)
      withExtendedLifetime(bridged) {}
    }
  }

  @Test func hostNameAndVersionTravel() throws {
    let plugin = TestPlugin()
    let seen = Mutex("")
    plugin.onOpen = { host in
      seen.withLock { $0 = text(host.pointee.name) + "|" + text(host.pointee.version) }
      return IMP_OK
    }
    let bridge = try CallBridge(over: TestCarrier(plugin))
    let host = TestHost()
    let long = String(repeating: "n", count: 300)
    TestPlugin.lend(long) { name in
      TestPlugin.lend("1.0") { version in
        host.raw.pointee.name = name
        host.raw.pointee.version = version
        _ = try? OpenedEntry(bridge.table, host: host)
      }
    }
    // For logs only, and cut.
    #expect(seen.withLock { $0 } == String(repeating: "n", count: 255) + "|1.0")
  }

  // the bridge is a callee, and refuses before it reads anything else.
  @Test func hostWithAWrongSizeIsRefused() throws {
    let bridge = try CallBridge(over: TestCarrier(TestPlugin()))
    let host = TestHost()
    host.raw.pointee.size += 1
    #expect(throws: StatusError.self) { try OpenedEntry(try bridge.table, host: host) }
    let report = TestHost()
    report.breakReportSize()
    let feature = TestHost()
    feature.breakFeatureSize()
    for host in [host, report, feature] {
      let error = try #require(throws: StatusError.self) { try OpenedEntry(try bridge.table, host: host) }
      #expect(error.status == IMP_E_ABI)
    }
  }

  @Test func refusalToOpenKeepsStatusAndWords() throws {
    for status in [IMP_E_MODEL, IMP_E_ENTITLEMENT, 777, -5] {
      let plugin = TestPlugin()
      plugin.onOpen = { host in
        TestPlugin.report(host, status, "place: reason ü.")
        return status
      }
      let bridge = try CallBridge(over: TestCarrier(plugin))
      let error = try #require(throws: StatusError.self) { try OpenedEntry(try bridge.table) }
      #expect(error.status == status)
      #expect(error.words == "place: reason ü.")
    }
  }

  @Test func successWithoutAnObjectStaysSuccessWithoutOne() throws {
    let plugin = TestPlugin()
    let bridge = try CallBridge(over: TestCarrier(plugin))
    plugin.givesObjects = false
    var made: OpaquePointer?
    let host = TestHost()
    let table = try bridge.table
    #expect(table.pointee.open(table, host.raw, &made) == IMP_OK)
    #expect(made == nil)
  }

  @Test func pluginMayBeOpenedTwice() throws {
    let plugin = TestPlugin()
    let bridge = try CallBridge(over: TestCarrier(plugin))
    do {
      let first = try OpenedEntry(try bridge.table)
      let second = try OpenedEntry(try bridge.table)
      #expect(first.plugin != second.plugin)
      #expect(plugin.open.load(ordering: .relaxed) == 2)
    }
    #expect(plugin.open.load(ordering: .relaxed) == 0)
  }

  @Test func closingEndsWhatIsOpenOnTheOtherSide() throws {
    let plugin = TestPlugin()
    let bridged = try Bridged(plugin)
    let table: imp_matcher_ability = try bridged.table(IMP_MATCHER_ID)
    let matcher = try bridged.object(imp_matcher_options.test, table.create)
    #expect(plugin.open.load(ordering: .relaxed) == 2)
    table.destroy(matcher)
    #expect(plugin.open.load(ordering: .relaxed) == 1)
  }

  //
  @Test(arguments: [
    "", "imprint.matcher/1", "imprint.matcher/2x", "nobody", String(repeating: "i", count: 5000),
  ])
  func unknownAbilityHasNoTable(_ id: String) throws {
    let bridged = try Bridged()
    #expect(bridged.opened.entry.pointee.ability(bridged.opened.plugin, id) == nil)
  }

  @Test func abilityOfAnotherRevisionThatThePluginHasIsThere() throws {
    let plugin = TestPlugin()
    plugin.abilities.append("org.example.other/3")
    plugin.onAbility = { $0 == "org.example.other/3" ? TestPlugin.table(IMP_MATCHER_ID) : nil }
    let bridged = try Bridged(plugin)
    let table = bridged.opened.entry.pointee.ability(bridged.opened.plugin, "org.example.other/3")
    #expect(table?.load(as: UInt32.self) == 8)
    #expect(bridged.opened.entry.pointee.ability(bridged.opened.plugin, IMP_MATCHER_ID) == nil)
  }

  //
  @Test func tableWithAWrongSizeIsNoTable() throws {
    let plugin = TestPlugin()
    let broken = UnsafeMutablePointer<imp_matcher_ability>.allocate(capacity: 1)
    defer { broken.deallocate() }
    let raw = try #require(TestPlugin.table(IMP_MATCHER_ID))
    broken.initialize(to: raw.load(as: imp_matcher_ability.self))
    broken.pointee.size = 48
    plugin.onAbility = { _ in UnsafeRawPointer(broken) }
    let bridged = try Bridged(plugin)
    #expect(bridged.opened.entry.pointee.ability(bridged.opened.plugin, IMP_MATCHER_ID) == nil)
    #expect(bridged.words == "imprint.matcher/2.size is 48; this contract has 56.")
  }

  // What is logged goes at once, and not through the answer.
  @Test func linesGoToTheExecutorsHost() throws {
    let plugin = TestPlugin()
    plugin.onOpen = { host in
      TestPlugin.log(host, IMP_LOG_WARNING, "a line")
      TestPlugin.log(host, 99, "another")
      return IMP_OK
    }
    let bridged = try Bridged(plugin)
    #expect(bridged.executorHost.logged == ["3 a line", "99 another"])
    #expect(bridged.opened.host.logged.isEmpty)
  }

  //
  @Test func filesComeFromTheExecutorsHost() throws {
    let plugin = TestPlugin()
    let seen = Mutex<[String]>([])
    plugin.onOpen = { host in
      guard let raw = host.pointee.ability(host, IMP_HOST_FILES_ID) else { return IMP_E_ABILITY }
      let files = raw.assumingMemoryBound(to: imp_host_files.self).pointee
      var bytes = imp_bytes()
      let status = TestPlugin.lend(TestHost.modelName) { files.model(host, $0, &bytes) }
      let content = Array(UnsafeBufferPointer(start: bytes.data, count: bytes.length))
      let isAligned = Int(bitPattern: bytes.data) % 64 == 0
      var path = imp_buffer()
      let short = TestPlugin.lend("runtime") { files.runtime_folder(host, $0, &path) }
      let needed = path.length
      var room = [UInt8](repeating: 0, count: needed)
      let folder = room.withUnsafeMutableBufferPointer {
        path = imp_buffer(data: $0.baseAddress, capacity: $0.count, length: 0)
        return TestPlugin.lend("runtime") { files.runtime_folder(host, $0, &path) }
      }
      seen.withLock {
        $0 = [
          "\(status) \(content) \(isAligned)", "\(short) \(needed)",
          "\(folder) " + String(decoding: room, as: UTF8.self),
        ]
      }
      return IMP_OK
    }
    _ = try Bridged(plugin)
    let count = TestHost.runtimeFolder.utf8.count
    #expect(
      seen.withLock { $0 } == [
        "0 [1, 2, 3] true", "\(IMP_RETRY_SHORT_BUFFER) \(count)", "0 \(TestHost.runtimeFolder)",
      ])
  }

  // the host that opened it is asked for the file too, as it can say why it does not have it.
  @Test func refusedModelIsAskedOfTheOpeningHost() throws {
    let plugin = TestPlugin()
    plugin.onOpen = { host in
      guard let raw = host.pointee.ability(host, IMP_HOST_FILES_ID) else { return IMP_E_ABILITY }
      var bytes = imp_bytes()
      return TestPlugin.lend("other.bin") {
        raw.assumingMemoryBound(to: imp_host_files.self).pointee.model(host, $0, &bytes)
      }
    }
    let bridge = try CallBridge(over: TestCarrier(plugin))
    let host = AskedHost()
    var made: OpaquePointer?
    let table = try bridge.table
    #expect(table.pointee.open(table, host.raw, &made) == IMP_E_MODEL)
    #expect(host.asked == ["other.bin"])
  }

  // What is over 1024 bytes is cut by the host, which sees one byte more.
  @Test func longWordsAreCutOnceTheyAreTooLong() throws {
    let plugin = TestPlugin()
    plugin.onOpen = { host in
      TestPlugin.report(host, IMP_E_FILE, "first")
      TestPlugin.report(host, IMP_E_FILE, String(repeating: "w", count: 3000))
      return IMP_E_FILE
    }
    let bridge = try CallBridge(over: TestCarrier(plugin))
    let error = try #require(throws: StatusError.self) { try OpenedEntry(try bridge.table) }
    #expect(error.words == String(repeating: "w", count: 1025))
  }
}

func text(_ text: imp_text) -> String {
  String(decoding: UnsafeRawBufferPointer(start: text.data, count: text.length), as: UTF8.self)
}

/// A host that remembers which models were asked of it.
final class AskedHost {
  private let inner = TestHost()
  private let files = UnsafeMutablePointer<imp_host_files>.allocate(capacity: 1)
  let raw = UnsafeMutablePointer<imp_host>.allocate(capacity: 1)
  private(set) var asked: [String] = []

  init() {
    files.initialize(
      to: imp_host_files(
        size: structSize(imp_host_files.self), reserved: 0,
        model: { host, name, _ in
          if let context = host.pointee.context {
            Unmanaged<AskedHost>.fromOpaque(context).takeUnretainedValue().asked.append(text(name))
          }
          return IMP_E_MODEL
        }, runtime_folder: { _, _, _ in IMP_E_FILE }))
    raw.initialize(
      to: imp_host(
        size: structSize(imp_host.self), abi_version: 1, name: imp_text(), version: imp_text(), context: nil,
        ability: { host, id in
          guard String(cString: id) == IMP_HOST_FILES_ID, let context = host.pointee.context else {
            return nil
          }
          return UnsafeRawPointer(Unmanaged<AskedHost>.fromOpaque(context).takeUnretainedValue().files)
        }))
    raw.pointee.context = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit {
    files.deallocate()
    raw.deallocate()
  }
}
