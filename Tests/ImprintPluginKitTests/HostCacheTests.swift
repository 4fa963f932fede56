// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import ImprintPluginKit
import Testing

/// Logs what it finds when it is opened, and keeps something for the next time.
private struct KeepingPlugin: Plugin {
  static let identity = PluginIdentity(id: "org.example.keeping", version: "1.0.0", vendor: "Example")

  init(host: Host) {
    host.log(.info, host.kept(under: "net, 2 threads").map { "\(Array($0))" } ?? "nothing")
    [UInt8]([1, 2, 3]).withUnsafeBytes { host.keep($0, under: "net, 2 threads") }
  }
}

struct HostCacheTests {
  private func open(_ host: TestHost) -> imp_status {
    let export = PluginExport(KeepingPlugin.self, provides: [])
    var plugin: OpaquePointer?
    let status = export.entry.pointee.open(export.entry, host.raw, &plugin)
    if let plugin { export.entry.pointee.close(plugin) }
    return status
  }

  @Test func whatIsKeptIsFoundUnderItsKey() {
    let host = TestHost()
    #expect(open(host) == IMP_OK)
    #expect(host.kept == [Array("net, 2 threads".utf8): [1, 2, 3]])
    #expect(open(host) == IMP_OK)
    #expect(host.logged == ["nothing", "[1, 2, 3]"])
  }

  @Test func aHostWithoutTheAbilityKeepsNothing() {
    let host = TestHost(withheld: [IMP_HOST_CACHE_ID])
    #expect(open(host) == IMP_OK)
    #expect(open(host) == IMP_OK)
    #expect(host.kept.isEmpty && host.logged == ["nothing", "nothing"])
  }

  @Test func aTableOfAnotherSizeIsNotUsed() {
    let host = TestHost()
    host.breakCacheSize()
    #expect(open(host) == IMP_E_ABI)
    #expect(host.kept.isEmpty)
  }
}
