// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import ImprintPluginKit
import Testing

final class FaceCaptureTableTests {
  let opened: OpenedEntry
  let table: imp_face_capture_ability_v2
  let capture: OpaquePointer

  static let options = imp_face_capture_options_v2(
    size: structSize(imp_face_capture_options_v2.self), liveness_mode: 0, security: 1, images: 1,
    quality_threshold: 50, liveness_threshold: 0, cr2d: 0, targets: 0, start: imp_point(),
    target: imp_point(),
    timeout_ns: 1_000_000_000, steady_ns: 0, blink_timeout_ns: 0, interval_ns: 0, seed: (0, 0), helps: 0,
    reserved: 99)

  private static func active(
    _ cr2d: Int32, _ change: @escaping @Sendable (inout imp_face_capture_options_v2) -> Void = { _ in }
  ) -> Change<imp_face_capture_options_v2> {
    Change(IMP_E_ARGUMENT) {
      $0.liveness_mode = UInt32(IMP_LIVENESS_MODE_ACTIVE)
      $0.cr2d = UInt32(cr2d)
      change(&$0)
    }
  }

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
      Change(IMP_E_ABI) { $0.size = 0 }, Change(IMP_E_ARGUMENT) { $0.security = 0 },
      Change(IMP_E_ARGUMENT) { $0.security = 4 },
      Change(IMP_E_ARGUMENT) { $0.images = 9 },
      Change(IMP_E_ARGUMENT) { $0.quality_threshold = .nan },
      Change(IMP_E_ARGUMENT) { $0.quality_threshold = 101 },
      Change(IMP_E_ARGUMENT) { $0.timeout_ns = 999_999_999 }, Change(IMP_E_ARGUMENT) { $0.timeout_ns = .max },
      Change(IMP_E_ARGUMENT) { $0.steady_ns = 10_000_000_001 },
      Change(IMP_E_ARGUMENT) { $0.liveness_threshold = -1 },
      Change(IMP_E_ARGUMENT) { $0.liveness_threshold = .nan },
      Change(IMP_E_ARGUMENT) { $0.blink_timeout_ns = 30_000_000_001 },
      Change(IMP_E_ARGUMENT) { $0.interval_ns = 10_000_000_001 },
      active(0), active(5), active(IMP_CR2D_PATH), active(IMP_CR2D_PATH) { $0.targets = 9 },
      active(IMP_CR2D_FIXED) { $0.target.x = 1.5 }, active(IMP_CR2D_FIXED) { $0.target.y = .nan },
      active(IMP_CR2D_TRAINING) { $0.start.y = -2 }, active(IMP_CR2D_TRAINING) { $0.target.x = .infinity },
    ] as [Change<imp_face_capture_options_v2>])
  func optionOutsideItsRangeIsRefused(change: Change<imp_face_capture_options_v2>) {
    var options = Self.options
    change.make(&options)
    var other: OpaquePointer?
    #expect(table.create(opened.plugin, &options, &other) == change.status)
    #expect(other == nil)
  }

  @Test(
    arguments: [
      Change(IMP_OK) { $0.images = 0 }, Change(IMP_OK) { $0.images = 8 },
      // Not looked at in other modes.
      Change(IMP_OK) { ($0.cr2d, $0.targets, $0.target.x) = (9, 9, 9) },
      Change(IMP_OK) { ($0.liveness_mode, $0.cr2d, $0.targets) = (2, UInt32(IMP_CR2D_PATH), 8) },
      Change(IMP_OK) { ($0.blink_timeout_ns, $0.interval_ns) = (30_000_000_000, 10_000_000_000) },
    ] as [Change<imp_face_capture_options_v2>])
  func optionAtTheEdgeOfItsRangeIsTaken(change: Change<imp_face_capture_options_v2>) throws {
    var options = Self.options
    change.make(&options)
    var other: OpaquePointer?
    #expect(table.create(opened.plugin, &options, &other) == change.status)
    table.destroy(try #require(other))
  }

  @Test func comparisonIsAnsweredInTurnAndBeforeTheNextFrame() {
    #expect(compared(1, 15, IMP_COMPARED_DONE).status == IMP_E_STATE)
    let asked = step(IMP_INPUT_FRAME, now: 1, faces: 2).events.suffix(2)
    #expect(asked.map(\.kind) == Array(repeating: UInt32(IMP_CAPTURE_COMPARE), count: 2))
    #expect(asked.map(\.slot) == [1, 15])
    #expect(asked.map(\.other) == [15, 1])
    #expect(step(IMP_INPUT_FRAME, now: 1).status == IMP_E_STATE)
    #expect(compared(15, 1, IMP_COMPARED_DONE).status == IMP_E_STATE)
    for wrong: Int32 in [0, 3] { #expect(compared(1, 15, wrong).status == IMP_E_ARGUMENT) }
    let finding = compared(1, 15, IMP_COMPARED_DONE).events[0]
    #expect((finding.kind, finding.code) == (UInt32(IMP_CAPTURE_FINDING), IMP_METHOD_PERSON))
    #expect((finding.value, finding.limit) == (4200, 115))
    #expect(finding.liveness == UInt32(IMP_LIVENESS_LIVE))
    #expect(step(IMP_INPUT_FRAME, now: 1).status == IMP_E_STATE)
    #expect(compared(15, 1, IMP_COMPARED_UNABLE).events[0].liveness == UInt32(IMP_LIVENESS_NO_DECISION))
    #expect(step(IMP_INPUT_FRAME, now: 1).status == IMP_OK)
  }

  @Test func eventsOfChallengesAreWrittenOut() {
    let events = step(IMP_INPUT_MOTION, now: 1) { $0.acceleration.z = 9.5 }.events
    #expect(
      events.map(\.kind)
        == [
          IMP_CAPTURE_CHALLENGE, IMP_CAPTURE_TARGET, IMP_CAPTURE_POINTER, IMP_CAPTURE_OVAL,
          IMP_CAPTURE_PREPARATION, IMP_CAPTURE_LIGHT, IMP_CAPTURE_ACTION,
        ].map { UInt32($0) })
    #expect((events[0].index, events[0].count) == (1, 3))
    let target = events[1]
    #expect((target.index, target.count, target.flags) == (2, 3, IMP_SHOWN_VISIBLE | IMP_SHOWN_CURRENT))
    #expect((target.x, target.y, target.width, target.value) == (-0.5, 0.25, 0.1, 0.75))
    #expect((events[2].x, events[2].y, events[2].flags) == (0.5, -0.25, IMP_SHOWN_VISIBLE))
    #expect((events[3].x, events[3].y, events[3].width, events[3].height) == (0.1, 0.2, 0.3, 0.4))
    #expect(events[4].code == IMP_PREPARATION_FINISHED)
    #expect(events[5].color == 0x12_34_56)
    #expect((events[6].flags, events[6].value) == (IMP_ACTION_BLINK | IMP_ACTION_TURN_RIGHT, 9.5))
  }

  @Test func stopFinishes() {
    let finished = step(IMP_INPUT_STOP, now: 1).events.last
    #expect((finished?.code, finished?.liveness) == (IMP_FINISH_STOPPED, UInt32(IMP_LIVENESS_NO_DECISION)))
    #expect(step(IMP_INPUT_STOP, now: 1).status == IMP_E_STATE)
  }

  @Test func eventsAreWrittenOutAndNothingComesAfterTheLast() {
    //
    let frame = step(IMP_INPUT_FRAME, now: 1, faces: 3)
    #expect(frame.status == IMP_OK)
    let kinds = [IMP_CAPTURE_STEP, IMP_CAPTURE_PROGRESS, IMP_CAPTURE_KEEP]
    #expect(frame.events.map(\.kind) == kinds.map { UInt32($0) })
    #expect((frame.events[2].slot, frame.events[2].face) == (1, 2))
    #expect(frame.events.allSatisfy { $0.size == structSize(imp_capture_event_v2.self) && $0.reserved == 0 })
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
    for kind: Int32 in [0, 7, -1] { #expect(step(kind, now: 1).status == IMP_E_ARGUMENT) }
    #expect(step(IMP_INPUT_TICK, now: 1) { $0.size = 40 }.status == IMP_E_ABI)
    #expect(step(IMP_INPUT_MOTION, now: 1) { $0.acceleration.x = .nan }.status == IMP_E_ARGUMENT)
    #expect(step(IMP_INPUT_STOP, now: 1, faces: 1).status == IMP_E_ARGUMENT)
    #expect(step(IMP_INPUT_FRAME, now: 1, hasImage: false).status == IMP_E_ARGUMENT)
    #expect(step(IMP_INPUT_END, now: 1, hasImage: true).status == IMP_E_ARGUMENT)
    #expect(step(IMP_INPUT_END, now: 1, faces: 1).status == IMP_E_ARGUMENT)
    #expect(step(IMP_INPUT_FRAME, now: 1, capacity: 63).status == IMP_E_ARGUMENT)
    #expect(step(IMP_INPUT_FRAME, now: 5).status == IMP_OK)
    #expect(step(IMP_INPUT_FRAME, now: 4).status == IMP_E_ARGUMENT)
    #expect(step(IMP_INPUT_FRAME, now: 5).status == IMP_OK)
  }

  @Test func stepWithAnEventOfAnotherSizeIsNotTaken() {
    //
    for wrong in [0, 63] {
      let made = step(IMP_INPUT_END, now: 9, change: { $0[wrong].size = 0 })
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

  private func compared(_ slot: UInt32, _ other: UInt32, _ how: Int32) -> Taken {
    step(IMP_INPUT_COMPARED, now: 1) {
      ($0.slot, $0.other, $0.compared, $0.score) = (slot, other, UInt32(how), 4200)
    }
  }

  private typealias Taken = (
    status: imp_status, events: [imp_capture_event_v2], count: UInt32, memory: [imp_capture_event_v2]
  )

  private func step(
    _ kind: Int32, now: UInt64, faces count: Int = 0, hasImage: Bool? = nil, capacity: UInt32 = 64,
    input changeInput: (inout imp_capture_input) -> Void = { _ in },
    change: (inout [imp_capture_event_v2]) -> Void = { _ in }
  ) -> Taken {
    var memory = room(imp_capture_event_v2(), \.size, 64)
    change(&memory)
    var input = imp_capture_input()
    (input.size, input.kind) = (structSize(imp_capture_input.self), UInt32(bitPattern: kind))
    (input.now_ns, input.reserved) = (now, 99)
    changeInput(&input)
    var face = imp_face()
    face.size = structSize(imp_face.self)
    var faces = [imp_face](repeating: face, count: count)
    var written: UInt32 = 0
    let status = memory.withUnsafeMutableBufferPointer { memory -> imp_status in
      guard let base = memory.baseAddress else { return IMP_E_INTERNAL }
      var events = imp_capture_events_v2(
        size: structSize(imp_capture_events_v2.self), capacity: capacity, count: 77, reserved: 99,
        events: base)
      return faces.withUnsafeMutableBufferPointer { faces in
        var list = imp_face_list()
        list.size = structSize(imp_face_list.self)
        list.reserved = 99
        list.face_capacity = UInt32(count)
        list.face_count = UInt32(count)
        list.faces = faces.baseAddress
        let image = TestImage(width: 2, height: 2) { _, _ in 0 }
        let status = image.lend(change: { $0.resolution = 99 }) { image in
          let given = hasImage ?? (kind == IMP_INPUT_FRAME) ? image : nil
          return table.step(capture, &input, given, &list, &events)
        }
        written = events.count
        return status
      }
    }
    return (status, status == IMP_OK ? Array(memory.prefix(Int(written))) : [], written, memory)
  }
}
