// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
@testable import ImprintCalls
import Synchronization
import Testing

/// What becomes of objects when the other side ends and begins anew.
@Suite struct GenerationTests {
  private static func compare(_ table: imp_matcher_ability, _ matcher: OpaquePointer) -> imp_status {
    var similarity = Float.nan
    return table.compare(matcher, imp_bytes(), 1, imp_bytes(), 1, &similarity)
  }

  private static func track(
    _ table: imp_face_tracker_ability, _ tracker: OpaquePointer, at time: UInt64
  ) -> imp_status {
    var list = imp_face_list()
    list.size = structSize(imp_face_list.self)
    return picture.lend { table.track(tracker, $0, time, &list) }
  }

  @Test func matcherIsMadeAgainAtTheNextCall() throws {
    let bridged = try Bridged()
    let table: imp_matcher_ability = try bridged.table(IMP_MATCHER_ID)
    let matcher = try bridged.object(imp_matcher_options.test, table.create)
    #expect(Self.compare(table, matcher) == IMP_OK)
    for round in 2...5 {
      bridged.carrier.die()
      #expect(Self.compare(table, matcher) == IMP_OK)
      #expect(bridged.plugin.opened.load(ordering: .relaxed) == round)
      #expect(bridged.plugin.made.load(ordering: .relaxed) == round)
    }
    table.destroy(matcher)
    // Those of earlier sides ended with them; the plugin is open.
    #expect(bridged.plugin.open.load(ordering: .relaxed) == 1)
  }

  @Test func deathDuringACallIsInternalAndTheNextSucceeds() throws {
    let bridged = try Bridged()
    let table: imp_matcher_ability = try bridged.table(IMP_MATCHER_ID)
    let matcher = try bridged.object(imp_matcher_options.test, table.create)
    bridged.carrier.die(during: .matcherCompare)
    #expect(Self.compare(table, matcher) == IMP_E_INTERNAL)
    #expect(bridged.words == "it ended by signal 11.")
    #expect(Self.compare(table, matcher) == IMP_OK)
  }

  // a new stream may be of any time.
  @Test func trackerBeginsANewStream() throws {
    let plugin = TestPlugin()
    let last = Mutex(UInt64(0))
    plugin.onCreateTracker = { _ in
      last.withLock { $0 = 0 }
      return IMP_OK
    }
    plugin.onTrack = { _, time, _ in
      last.withLock { last in
        guard time >= last else { return IMP_E_ARGUMENT }
        last = time
        return IMP_OK
      }
    }
    let bridged = try Bridged(plugin)
    let table: imp_face_tracker_ability = try bridged.table(IMP_FACE_TRACKER_ID)
    let tracker = try bridged.object(imp_face_tracker_options.test, table.create)
    #expect(Self.track(table, tracker, at: 900) == IMP_OK)
    #expect(Self.track(table, tracker, at: 800) == IMP_E_ARGUMENT)
    bridged.carrier.die()
    #expect(Self.track(table, tracker, at: 800) == IMP_OK)
  }

  @Test func cameraIsGoneForEver() throws {
    let bridged = try Bridged()
    let table: imp_camera_ability = try bridged.table(IMP_CAMERA_ID)
    let camera = try bridged.object(imp_camera_options.test, table.open)
    bridged.carrier.die()
    for _ in 0..<3 {
      var buffer = imp_buffer()
      var frame = imp_frame()
      frame.size = structSize(imp_frame.self)
      #expect(table.next_frame(camera, 0, &buffer, &frame) == IMP_E_DEVICE_GONE)
      #expect(bridged.words?.isEmpty == false)
      // Others begin anew; the camera does not come back with them.
      _ = bridged.opened.entry.pointee.ability(bridged.opened.plugin, IMP_CAMERA_ID)
    }
    table.cancel(camera)
    table.close(camera)
    let again = try bridged.object(imp_camera_options.test, table.open)
    table.close(again)
  }

  @Test func captureIsGoneForEver() throws {
    let bridged = try Bridged()
    let table: imp_face_capture_ability_v2 = try bridged.table(IMP_FACE_CAPTURE_ID)
    let capture = try bridged.object(imp_face_capture_options_v2.test, table.create)
    bridged.carrier.die()
    var room = room(imp_capture_event_v2(), \.size, 64)
    try room.withUnsafeMutableBufferPointer { room in
      var faces = imp_face_list()
      faces.size = structSize(imp_face_list.self)
      var events = imp_capture_events_v2(
        size: structSize(imp_capture_events_v2.self), capacity: 64, count: 0, reserved: 0,
        events: try #require(room.baseAddress))
      var input = imp_capture_input.test(IMP_INPUT_TICK)
      #expect(table.step(capture, &input, nil, &faces, &events) == IMP_E_STATE)
      _ = bridged.opened.entry.pointee.ability(bridged.opened.plugin, IMP_CAMERA_ID)
      #expect(table.step(capture, &input, nil, &faces, &events) == IMP_E_STATE)
    }
    table.destroy(capture)
  }

  // What was heard of the utterance is lost: made again, it would go on as if it had heard the rest.
  @Test func recognizerIsGoneForEver() throws {
    let bridged = try Bridged()
    let table: imp_speech_recognizer_ability = try bridged.table(IMP_SPEECH_RECOGNIZER_ID)
    let recognizer = try bridged.object(imp_speech_recognizer_options.test) {
      table.create($0, $1, imp_bytes(), $2)
    }
    bridged.carrier.die()
    _ = bridged.opened.entry.pointee.ability(bridged.opened.plugin, IMP_SPEECH_RECOGNIZER_ID)
    #expect(lendHearing(events: 4, words: 4) { table.finish(recognizer, $0) }.answer == IMP_E_STATE)
    table.reset(recognizer)
    #expect(lendHearing(events: 4, words: 4) { table.finish(recognizer, $0) }.answer == IMP_E_STATE)
    table.destroy(recognizer)
  }

  @Test func nothingBeginsAnewForTheSakeOfAnEnd() throws {
    let plugin = TestPlugin()
    do {
      let bridged = try Bridged(plugin)
      let table: imp_matcher_ability = try bridged.table(IMP_MATCHER_ID)
      let matcher = try bridged.object(imp_matcher_options.test, table.create)
      bridged.carrier.die()
      table.destroy(matcher)
      #expect(bridged.carrier.generation == 1)
    }
    #expect(plugin.opened.load(ordering: .relaxed) == 1)
  }

  @Test func refusalWhenItIsMadeAgainIsTheCallsAnswer() throws {
    let bridged = try Bridged()
    let table: imp_matcher_ability = try bridged.table(IMP_MATCHER_ID)
    let matcher = try bridged.object(imp_matcher_options.test, table.create)
    bridged.carrier.die()
    bridged.plugin.matchers.onCreate = { _ in
      bridged.plugin.report(IMP_E_MODEL, "m.bin: it is gone.")
      return IMP_E_MODEL
    }
    #expect(Self.compare(table, matcher) == IMP_E_MODEL)
    #expect(bridged.words == "m.bin: it is gone.")
    bridged.plugin.matchers.onCreate = { _ in IMP_OK }
    bridged.plugin.givesObjects = false
    #expect(Self.compare(table, matcher) == IMP_E_INTERNAL)
    bridged.plugin.givesObjects = true
    #expect(Self.compare(table, matcher) == IMP_OK)
  }

  @Test func sideThatEndsAgainAndAgainEndsTheCall() throws {
    let bridged = try Bridged()
    let table: imp_matcher_ability = try bridged.table(IMP_MATCHER_ID)
    let matcher = try bridged.object(imp_matcher_options.test, table.create)
    bridged.plugin.matchers.onCreate = { _ in
      bridged.carrier.die()
      return IMP_OK
    }
    bridged.carrier.die()
    #expect(Self.compare(table, matcher) == IMP_E_INTERNAL)
    #expect(bridged.words == "the plugin's process was restarted 3 times during one call.")
  }

  @Test func manyThreadsMakeItAgainOnce() throws {
    let bridged = try Bridged()
    let table: imp_matcher_ability = try bridged.table(IMP_MATCHER_ID)
    nonisolated(unsafe) let matcher = try bridged.object(imp_matcher_options.test, table.create)
    let many: @Sendable () -> imp_status = {
      for _ in 0..<50 {
        let status = Self.compare(table, matcher)
        guard status == IMP_OK else { return status }
      }
      return IMP_OK
    }
    for round in 2...10 {
      bridged.carrier.die()
      var mine = IMP_E_STATE
      let other = inAThread(many) { mine = many() }
      #expect([mine, other] == [IMP_OK, IMP_OK])
      #expect(bridged.plugin.made.load(ordering: .relaxed) == round)
    }
  }

  @Test func bridgeIsMadeOverACarrierThatBeginsAnew() throws {
    let carrier = TestCarrier(TestPlugin())
    carrier.die()
    #expect(try CallBridge(over: carrier).entry != nil)
    #expect(carrier.generation == 2)
  }
}
