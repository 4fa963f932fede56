// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import ImprintPluginKit
import Testing

/// What the contract says is never null, and C may pass all the same.
private func null<T>() -> UnsafePointer<T> {
  unsafeBitCast(UnsafePointer<T>?.none, to: UnsafePointer<T>.self)
}

private func null<T>() -> UnsafeMutablePointer<T> {
  unsafeBitCast(UnsafeMutablePointer<T>?.none, to: UnsafeMutablePointer<T>.self)
}

struct NullArgumentTests {
  private let opened: OpenedEntry

  init() throws { opened = try OpenedEntry(sampleExport.entry) }

  @Test func structThatIsNullIsRefusedAsAnArgument() throws {
    let table: imp_face_tracker_ability = try opened.table(IMP_FACE_TRACKER_ID)
    var made: OpaquePointer?
    #expect(table.create(opened.plugin, null(), &made) == IMP_E_ARGUMENT)
    #expect(opened.host.last?.words == "options is null.")
    var options = imp_face_tracker_options(
      size: structSize(imp_face_tracker_options.self), maximum_faces: 1, detection_threshold: 0, threads: 1)
    #expect(table.create(opened.plugin, &options, null()) == IMP_E_ARGUMENT)
    #expect(table.create(opened.plugin, &options, &made) == IMP_OK)
    let tracker = try #require(made)
    defer { table.destroy(tracker) }
    var list = imp_face_list()
    list.size = structSize(imp_face_list.self)
    #expect(table.track(tracker, null(), 1, &list) == IMP_E_ARGUMENT)
    #expect(opened.host.last?.words == "image is null.")
    TestImage(width: 1, height: 1) { _, _ in 0 }.lend {
      #expect(table.track(tracker, $0, 1, null()) == IMP_E_ARGUMENT)
    }
  }
}
