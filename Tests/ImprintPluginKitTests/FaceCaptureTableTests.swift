// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import ImprintPluginKit
import Testing

final class FaceCaptureTableTests {
  let opened: OpenedEntry
  let table: imp_face_capture_ability
  let capture: OpaquePointer

  static let options = imp_face_capture_options(
    size: structSize(imp_face_capture_options.self), liveness_mode: 0, images: 1, quality_threshold: 50,
    timeout_ns: 1_000_000_000, steady_ns: 0)

  init() throws {
    opened = try OpenedEntry(sampleExport.entry)
    table = try opened.table(IMP_FACE_CAPTURE_ID)
    var options = Self.options
    var capture: OpaquePointer?
    #expect(table.create(opened.plugin, &options, &capture) == IMP_OK)
    self.capture = try #require(capture)
  }

  deinit { table.destroy(capture) }

  @Test(
    arguments: [
      Change(IMP_E_ABI) { $0.size = 0 }, Change(IMP_E_ARGUMENT) { $0.images = 0 },
      Change(IMP_E_ARGUMENT) { $0.images = 9 },
      Change(IMP_E_ARGUMENT) { $0.quality_threshold = .nan },
      Change(IMP_E_ARGUMENT) { $0.quality_threshold = 101 },
      Change(IMP_E_ARGUMENT) { $0.timeout_ns = 999_999_999 }, Change(IMP_E_ARGUMENT) { $0.timeout_ns = .max },
      Change(IMP_E_ARGUMENT) { $0.steady_ns = 10_000_000_001 },
    ] as [Change<imp_face_capture_options>])
  func optionOutsideItsRangeIsRefused(change: Change<imp_face_capture_options>) {
    var options = Self.options
    change.make(&options)
    var other: OpaquePointer?
    #expect(table.create(opened.plugin, &options, &other) == change.status)
    #expect(other == nil)
  }

  @Test func eventsAreWrittenOutAndNothingComesAfterTheLast() {
    //
    let frame = step(IMP_INPUT_FRAME, now: 1, faces: 3)
    #expect(frame.status == IMP_OK)
    let kinds = [IMP_CAPTURE_STEP, IMP_CAPTURE_PROGRESS, IMP_CAPTURE_KEEP]
    #expect(frame.events.map(\.kind) == kinds.map { UInt32($0) })
    #expect((frame.events[2].slot, frame.events[2].face) == (1, 2))
    #expect(frame.events.allSatisfy { $0.size == structSize(imp_capture_event.self) && $0.reserved == 0 })
    #expect(frame.events[0].code == IMP_STEP_SCANNING)
    #expect(frame.events[1].value == 0.3)
    let end = step(IMP_INPUT_END, now: 1)
    #expect(end.events.map(\.kind) == [UInt32(IMP_CAPTURE_RESULT), UInt32(IMP_CAPTURE_FINISHED)])
    #expect((end.events[0].slot, end.events[0].rank, end.events[0].value) == (1, 0, 99))
    #expect(end.events[0].tracking == UInt32(IMP_TRACKING_LOST))
    #expect((end.events[1].code, end.events[1].liveness) == (IMP_FINISH_ENDED, UInt32(IMP_LIVENESS_FAKE)))
    #expect(step(IMP_INPUT_FRAME, now: 2).status == IMP_E_STATE)
    #expect(step(IMP_INPUT_END, now: 2).status == IMP_E_STATE)
  }

  @Test func stepThatMakesNoSenseIsRefused() {
    #expect(step(9, now: 1).status == IMP_E_ARGUMENT)
    #expect(step(IMP_INPUT_FRAME, now: 1, hasImage: false).status == IMP_E_ARGUMENT)
    #expect(step(IMP_INPUT_END, now: 1, hasImage: true).status == IMP_E_ARGUMENT)
    #expect(step(IMP_INPUT_END, now: 1, faces: 1).status == IMP_E_ARGUMENT)
    #expect(step(IMP_INPUT_FRAME, now: 1, capacity: 31).status == IMP_E_ARGUMENT)
    #expect(step(IMP_INPUT_FRAME, now: 5).status == IMP_OK)
    #expect(step(IMP_INPUT_FRAME, now: 4).status == IMP_E_ARGUMENT)
    #expect(step(IMP_INPUT_FRAME, now: 5).status == IMP_OK)
  }

  @Test func stepWithAnEventOfAnotherSizeIsNotTaken() {
    //
    for wrong in [0, 31] {
      let made = step(IMP_INPUT_END, now: 9) { $0[wrong].size = 0 }
      #expect(made.status == IMP_E_ABI)
      #expect((made.count, made.memory[1].kind) == (77, 0))
    }
    // Neither the end nor its time has come.
    #expect(step(IMP_INPUT_FRAME, now: 1).status == IMP_OK)
  }

  @Test func reservedFieldsAreIgnored() {
    // each struct of these steps has something in `reserved`.
    #expect(step(IMP_INPUT_FRAME, now: 1, faces: 1).status == IMP_OK)
  }

  @Test func moreEventsThanAStepMayMakeAreADefect() {
    #expect(step(IMP_INPUT_TICK, now: 1).status == IMP_E_INTERNAL)
  }

  private func step(
    _ input: Int32, now: UInt64, faces count: Int = 0, hasImage: Bool? = nil, capacity: UInt32 = 32,
    change: (inout [imp_capture_event]) -> Void = { _ in }
  ) -> (status: imp_status, events: [imp_capture_event], count: UInt32, memory: [imp_capture_event]) {
    var memory = room(imp_capture_event(), \.size, 32)
    change(&memory)
    var face = imp_face()
    face.size = structSize(imp_face.self)
    var faces = [imp_face](repeating: face, count: count)
    var written: UInt32 = 0
    let status = memory.withUnsafeMutableBufferPointer { memory -> imp_status in
      guard let base = memory.baseAddress else { return IMP_E_INTERNAL }
      var events = imp_capture_events(
        size: structSize(imp_capture_events.self), capacity: capacity, count: 77, reserved: 99, events: base)
      return faces.withUnsafeMutableBufferPointer { faces in
        var list = imp_face_list()
        list.size = structSize(imp_face_list.self)
        list.reserved = 99
        list.face_capacity = UInt32(count)
        list.face_count = UInt32(count)
        list.faces = faces.baseAddress
        let image = TestImage(width: 2, height: 2) { _, _ in 0 }
        let status = image.lend(change: { $0.resolution = 99 }) { image in
          let given = hasImage ?? (input == IMP_INPUT_FRAME) ? image : nil
          return table.step(capture, UInt32(input), given, &list, now, &events)
        }
        written = events.count
        return status
      }
    }
    return (status, status == IMP_OK ? Array(memory.prefix(Int(written))) : [], written, memory)
  }
}
