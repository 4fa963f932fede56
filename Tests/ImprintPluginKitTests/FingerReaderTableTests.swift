// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import ImprintPluginKit
import Testing

@Suite(.serialized)
struct FingerReaderTableTests {
  let opened: OpenedEntry
  let table: imp_finger_reader_ability

  init() throws {
    opened = try OpenedEntry(fingerReaderExport.entry)
    table = try opened.table(IMP_FINGER_READER_ID)
  }

  @Test func readersAreListedWithWhatTheyGive() {
    //
    var count = 0
    #expect(table.list(opened.plugin, nil, &count) == IMP_RETRY_SHORT_BUFFER)
    #expect(count == 2)
    var infos = room(imp_finger_reader_info(), \.size, 2)
    #expect(table.list(opened.plugin, &infos, &count) == IMP_OK)
    #expect(
      [text(infos[0].locator), text(infos[0].name), text(infos[0].id)] == ["usb:1", "one", "serial-1"])
    #expect((infos[0].flags, infos[0].scan) == (7, UInt32(IMP_FINGER_SCAN_TOUCH)))
    #expect((infos[0].resolution_x, infos[0].resolution_y) == (19685, 20000))
    #expect((infos[0].width, infos[0].height) == (4, 2))
    #expect((infos[1].flags, infos[1].resolution_x, infos[1].width) == (0, 0, 0))
    infos[1].size = 4
    #expect(table.list(opened.plugin, &infos, &count) == IMP_E_ABI)
  }

  @Test(
    arguments: [
      Change(IMP_E_ABI) { $0.size = 0 }, Change(IMP_E_ARGUMENT) { $0.pace = 2 },
      Change(IMP_E_ARGUMENT) { $0.locator.data = nil },
    ] as [Change<imp_finger_reader_options>])
  func optionOutsideItsRangeIsRefused(change: Change<imp_finger_reader_options>) {
    let made = open(change: change.make)
    #expect(made.status == change.status)
    #expect(made.reader == nil)
  }

  @Test func whatWasAskedForArrives() throws {
    for (pace, plays, resolution) in [(UInt32(0), UInt32(0), UInt32(20_001)), (1, 3, 10_003)] {
      let reader = try #require(open { ($0.pace, $0.`repeat`) = (pace, plays) }.reader)
      _ = next(reader)
      #expect(next(reader).event.resolution_x == resolution)
      table.close(reader)
    }
  }

  @Test func eventsFillWhatBelongsToTheirKind() throws {
    let reader = try #require(open().reader)
    defer { table.close(reader) }
    let early = next(reader, timeout: 7)
    // what is no success leaves all as it was.
    #expect((early.status, early.length, early.event.sequence) == (IMP_RETRY_TIMEOUT, 5, 99))
    let arrived = next(reader)
    #expect((arrived.status, arrived.length) == (IMP_OK, 0))
    #expect((arrived.event.kind, arrived.event.sequence) == (UInt32(IMP_FINGER_EVENT_ARRIVED), 0))
    #expect((arrived.event.width, arrived.event.resolution_x, arrived.event.impression) == (0, 0, 0))
    let image = next(reader)
    #expect(image.memory == [1, 2, 3, 4, 5, 6, 7, 8, 0xee, 0xee, 0xee, 0xee])
    #expect((image.event.kind, image.length) == (UInt32(IMP_FINGER_EVENT_IMAGE), 8))
    #expect((image.event.width, image.event.height, image.event.row_bytes) == (4, 2, 4))
    #expect((image.event.liveness, image.event.reason, image.event.timestamp_ns) == (2, 0, 10))
    let retry = next(reader)
    #expect((retry.event.kind, retry.event.reason, retry.length) == (UInt32(IMP_FINGER_EVENT_RETRY), 11, 0))
    #expect(next(reader).event.kind == UInt32(IMP_FINGER_EVENT_LIFTED))
  }

  //
  @Test func anImageThatDidNotFitComesOnceThereIsRoom() throws {
    let reader = try #require(open().reader)
    defer { table.close(reader) }
    _ = next(reader)
    for _ in 0..<2 {
      let short = next(reader, capacity: 7)
      #expect((short.status, short.length, short.event.sequence) == (IMP_RETRY_SHORT_BUFFER, 8, 99))
    }
    let whole = next(reader, capacity: 8)
    #expect((whole.status, whole.event.sequence) == (IMP_OK, 1))
  }

  //
  @Test func whatEndsAReaderLasts() throws {
    let reader = try #require(open().reader)
    defer { table.close(reader) }
    let statuses = (0..<7).map { _ in next(reader).status }
    #expect(
      statuses == [IMP_OK, IMP_OK, IMP_OK, IMP_OK, IMP_E_FILE, IMP_E_DEVICE_GONE, IMP_E_DEVICE_GONE])
    table.cancel(reader)
    for _ in 0..<2 { #expect(next(reader).status == IMP_OUTCOME_CANCELLED) }
  }

  //
  @Test func aReaderInUseIsBusyUntilItIsClosed() throws {
    let other = try OpenedEntry(fingerReaderExport.entry)
    let reader = try #require(open().reader)
    #expect(open().status == IMP_RETRY_BUSY)
    #expect(open(by: other).status == IMP_RETRY_BUSY)
    table.close(reader)
    let again = open(by: other)
    #expect(again.status == IMP_OK)
    if let reader = again.reader { table.close(reader) }
  }

  @Test func aReaderWithoutImagesIsNotOpened() {
    #expect(open(locator: "usb:2").status == IMP_E_UNSUPPORTED)
  }

  private func open(
    by other: OpenedEntry? = nil, locator: String = "usb:1",
    change: (inout imp_finger_reader_options) -> Void = { _ in }
  ) -> (status: imp_status, reader: OpaquePointer?) {
    locator.lent { locator in
      var options = imp_finger_reader_options()
      options.size = structSize(imp_finger_reader_options.self)
      options.locator = locator
      change(&options)
      var reader: OpaquePointer?
      return (table.open((other ?? opened).plugin, &options, &reader), reader)
    }
  }

  private func next(
    _ reader: OpaquePointer, timeout: UInt64 = 1, capacity: Int = 12
  ) -> (status: imp_status, memory: [UInt8], length: Int, event: imp_finger_event) {
    var memory = [UInt8](repeating: 0xee, count: 12)
    var event = imp_finger_event()
    event.size = structSize(imp_finger_event.self)
    event.sequence = 99
    let (status, length) = memory.withUnsafeMutableBufferPointer { memory in
      var buffer = imp_buffer(data: memory.baseAddress, capacity: capacity, length: 5)
      return (table.next_event(reader, timeout, &buffer, &event), buffer.length)
    }
    return (status, memory, length, event)
  }
}
