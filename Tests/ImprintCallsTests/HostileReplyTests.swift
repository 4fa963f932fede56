// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
@testable import ImprintCalls
import Testing

/// What a worker answers is believed in nothing: every answer of every function, spoilt in many ways, gives a
/// status and never more than the room that the caller lent.
@Suite struct HostileReplyTests {
  /// One call of each function that answers results, with guarded outputs; gives the status.
  private struct Calls {
    let bridged: Bridged
    let camera: OpaquePointer
    let tracker: OpaquePointer
    let capture: OpaquePointer
    let matcher: OpaquePointer
    let readers: imp_card_reader_ability
    let card: OpaquePointer
    let cameras: imp_camera_ability
    let trackers: imp_face_tracker_ability
    let captures: imp_face_capture_ability
    let matchers: imp_matcher_ability
    let watch: OpaquePointer
    let microphone: OpaquePointer
    let controls: imp_camera_control_ability
    let watches: imp_device_watch_ability
    let microphones: imp_microphone_ability
    let voices: imp_voice_extractor_ability
    let extractor: OpaquePointer

    init() throws {
      bridged = try Bridged(HostileReplyTests.plugin())
      cameras = try bridged.table(IMP_CAMERA_ID)
      trackers = try bridged.table(IMP_FACE_TRACKER_ID)
      captures = try bridged.table(IMP_FACE_CAPTURE_ID)
      matchers = try bridged.table(IMP_MATCHER_ID)
      camera = try bridged.object(imp_camera_options.test, cameras.open)
      tracker = try bridged.object(imp_face_tracker_options.test, trackers.create)
      capture = try bridged.object(imp_face_capture_options.test, captures.create)
      matcher = try bridged.object(imp_matcher_options.test, matchers.create)
      controls = try bridged.table(IMP_CAMERA_CONTROL_ID)
      watches = try bridged.table(IMP_DEVICE_WATCH_ID)
      microphones = try bridged.table(IMP_MICROPHONE_ID)
      readers = try bridged.table(IMP_CARD_READER_ID)
      watch = try watches.opened(bridged.opened)
      microphone = try microphones.opened(bridged.opened)
      card = try bridged.object(imp_card_options.test, readers.connect)
      voices = try bridged.table(IMP_VOICE_EXTRACTOR_ID)
      extractor = try bridged.object(imp_voice_extractor_options.test, voices.create)
    }

    /// A list with room for two, and a third that nobody may touch.
    private func list<Entry>(
      _ empty: Entry, _ size: WritableKeyPath<Entry, UInt32>,
      _ fill: (UnsafeMutablePointer<Entry>?, UnsafeMutablePointer<Int>) -> imp_status
    ) -> (status: imp_status, isIntact: Bool) {
      var entries = room(empty, size, 3)
      var count = 2
      let status = entries.withUnsafeMutableBufferPointer { fill($0.baseAddress, &count) }
      return (status, bytes(entries[2]) == bytes(room(empty, size, 1)[0]))
    }

    /// The status, and whether nothing beyond the lent room was written.
    func make(_ function: CallFunction) -> (status: imp_status, isIntact: Bool) {
      switch function {
      case .cameraList:
        return list(imp_camera_info(), \.size) { cameras.list(bridged.opened.plugin, $0, $1) }
      case .cameraControlModes:
        return list(imp_camera_mode(), \.size) { controls.modes(bridged.opened.plugin, imp_text(), $0, $1) }
      case .cameraControlControls:
        return list(imp_camera_control(), \.size) {
          controls.controls(bridged.opened.plugin, imp_text(), $0, $1)
        }
      case .cameraControlSet:
        var value: Int64 = 1
        return (controls.set(bridged.opened.plugin, imp_text(), 6, &value), true)
      case .watchNext:
        var events = room(imp_device_event(), \.size, 2)
        let status = events.withUnsafeMutableBufferPointer { room in
          guard let first = room.baseAddress else { return IMP_E_MEMORY }
          return watches.next(watch, 0, first)
        }
        return (status, bytes(events[1]) == bytes(room(imp_device_event(), \.size, 1)[0]))
      case .microphoneList:
        return list(imp_microphone_info(), \.size) { microphones.list(bridged.opened.plugin, $0, $1) }
      case .microphoneRead:
        var samples = [UInt8](repeating: 0xee, count: 200)
        var chunk = room(imp_audio_chunk(), \.size, 1)[0]
        let status = samples.withUnsafeMutableBufferPointer { room in
          var buffer = imp_buffer(data: room.baseAddress, capacity: 100, length: 0)
          return microphones.read(microphone, 0, &buffer, &chunk)
        }
        return (status, samples[100...].allSatisfy { $0 == 0xee })
      case .microphoneOpen:
        var made: OpaquePointer?
        var options = imp_microphone_options.test
        var format = room(imp_audio_format(), \.size, 1)[0]
        let status = microphones.open(bridged.opened.plugin, &options, &format, &made)
        return (status, status == IMP_OK || made == nil)
      case .cameraNextFrame:
        var pixels = [UInt8](repeating: 0xee, count: 200)
        var frame = imp_frame()
        frame.size = structSize(imp_frame.self)
        let status = pixels.withUnsafeMutableBufferPointer { room in
          var buffer = imp_buffer(data: room.baseAddress, capacity: 100, length: 0)
          return cameras.next_frame(camera, 0, &buffer, &frame)
        }
        return (status, pixels[100...].allSatisfy { $0 == 0xee })
      case .cardList:
        var infos = room(imp_reader_info(), \.size, 3)
        var count = 2
        let status = infos.withUnsafeMutableBufferPointer {
          readers.list(bridged.opened.plugin, $0.baseAddress, &count)
        }
        return (status, bytes(infos[2]) == bytes(room(imp_reader_info(), \.size, 1)[0]))
      case .cardStatus:
        var states = room(imp_card_status(), \.size, 2)
        let status = states.withUnsafeMutableBufferPointer { states in
          states.baseAddress.map { readers.status(card, $0) } ?? IMP_E_MEMORY
        }
        return (status, bytes(states[1]) == bytes(room(imp_card_status(), \.size, 1)[0]))
      case .cardTransmit, .cardAttribute:
        var response = [UInt8](repeating: 0xee, count: 200)
        let status = response.withUnsafeMutableBufferPointer { room in
          var buffer = imp_buffer(data: room.baseAddress, capacity: 100, length: 0)
          return function == .cardAttribute
            ? readers.attribute(card, 1, &buffer) : readers.transmit(card, imp_bytes(), &buffer)
        }
        return (status, response[100...].allSatisfy { $0 == 0xee })
      case .trackerTrack:
        var faces = room(imp_face(), \.size, 3)
        var points = [imp_point3](repeating: imp_point3(x: 9, y: 9, z: 9), count: 5)
        let status = faces.withUnsafeMutableBufferPointer { faces in
          points.withUnsafeMutableBufferPointer { points in
            var list = imp_face_list(
              size: structSize(imp_face_list.self), face_capacity: 2, face_count: 0, landmark_capacity: 4,
              landmark_count: 0, reserved: 0, faces: faces.baseAddress, landmarks: points.baseAddress)
            return picture.lend { trackers.track(tracker, $0, 0, &list) }
          }
        }
        return (status, faces[2].track_id == 0 && points[4].x == 9)
      case .captureStep:
        var events = room(imp_capture_event(), \.size, 33)
        let status = events.withUnsafeMutableBufferPointer { room in
          guard let first = room.baseAddress else { return IMP_E_MEMORY }
          var list = imp_capture_events(
            size: structSize(imp_capture_events.self), capacity: 32, count: 0, reserved: 0, events: first)
          var faces = imp_face_list()
          faces.size = structSize(imp_face_list.self)
          return captures.step(capture, 2, nil, &faces, 0, &list)
        }
        return (status, bytes(events[32]) == bytes(room(imp_capture_event(), \.size, 1)[0]))
      case .matcherExtract:
        var payload = [UInt8](repeating: 0xee, count: 100)
        var extraction = imp_extraction(
          size: structSize(imp_extraction.self), version: 0, quality: 0, reserved: 0)
        let status = payload.withUnsafeMutableBufferPointer { room in
          var buffer = imp_buffer(data: room.baseAddress, capacity: 50, length: 0)
          return picture.lend { matchers.extract(matcher, $0, nil, nil, 0, &buffer, &extraction) }
        }
        return (status, payload[50...].allSatisfy { $0 == 0xee })
      case .voiceFormats:
        return list(imp_voice_format(), \.size) { voices.formats(bridged.opened.plugin, $0, $1) }
      case .voiceCreate:
        var made: OpaquePointer?
        var options = imp_voice_extractor_options.test
        let status = voices.create(bridged.opened.plugin, &options, &made)
        return (status, status == IMP_OK || made == nil)
      case .voiceExtract:
        var payload = [UInt8](repeating: 0xee, count: 100)
        var extractions = room(imp_extraction(), \.size, 2)
        let status = payload.withUnsafeMutableBufferPointer { payload in
          extractions.withUnsafeMutableBufferPointer { extractions in
            guard let first = extractions.baseAddress else { return IMP_E_MEMORY }
            var buffer = imp_buffer(data: payload.baseAddress, capacity: 50, length: 0)
            return lendSound { voices.extract(extractor, $0, &buffer, first) }
          }
        }
        let isIntact = bytes(extractions[1]) == bytes(room(imp_extraction(), \.size, 1)[0])
        return (status, isIntact && payload[50...].allSatisfy { $0 == 0xee })
      case .matcherCompare:
        var similarity = Float.nan
        return (matchers.compare(matcher, imp_bytes(), 1, imp_bytes(), 1, &similarity), true)
      case .matcherCompareMany:
        var similarities = [Float](repeating: -9, count: 4)
        let status = similarities.withUnsafeMutableBufferPointer {
          var gallery = imp_gallery(
            size: structSize(imp_gallery.self), version: 1, count: 3, data: imp_bytes(), offsets: nil)
          return matchers.compare_many(matcher, imp_bytes(), 1, &gallery, $0.baseAddress)
        }
        return (status, similarities[3] == -9)
      case .matcherDescribe:
        let info: UnsafePointer<imp_matcher_info>? = matchers.describe(bridged.opened.plugin)
        // What there is can be read, to the end of its text.
        guard UInt(bitPattern: info) != 0, let info else { return (IMP_E_INTERNAL, true) }
        return (IMP_OK, String(cString: info.pointee.algorithm).utf8.count <= 255)
      case .pluginAbility:
        return (
          bridged.opened.entry.pointee.ability(bridged.opened.plugin, IMP_CAMERA_ID) == nil
            ? IMP_E_INTERNAL : IMP_OK,
          true
        )
      default:
        var made: OpaquePointer?
        var options = imp_matcher_options.test
        let status = matchers.create(bridged.opened.plugin, &options, &made)
        return (status, status == IMP_OK || made == nil)
      }
    }
  }

  private static func plugin() -> TestPlugin {
    let plugin = TestPlugin()
    plugin.onList = { _, count in
      count.pointee = 2
      return IMP_OK
    }
    plugin.onNextFrame = { _, pixels, _ in
      pixels.pointee.length = 90
      return IMP_OK
    }
    plugin.cards.onList = { _, count in
      count.pointee = 2
      return IMP_OK
    }
    plugin.cards.onExchange = { _, _, _, response in
      response.pointee.length = 90
      return IMP_OK
    }
    plugin.onModes = { _, _, count in
      count.pointee = 2
      return IMP_OK
    }
    plugin.onControls = { _, _, count in
      count.pointee = 2
      return IMP_OK
    }
    plugin.onListMicrophones = { _, count in
      count.pointee = 2
      return IMP_OK
    }
    plugin.onRead = { _, samples, _ in
      samples.pointee.length = 90
      return IMP_OK
    }
    plugin.onTrack = { _, _, list in
      list.pointee.face_count = 2
      list.pointee.landmark_count = 4
      return IMP_OK
    }
    plugin.onStep = { _, _, _, _, events in
      events.pointee.count = 32
      return IMP_OK
    }
    plugin.onExtract = { _, _, _, _, payload, _ in
      payload.pointee.length = 50
      return IMP_OK
    }
    plugin.voices.onFormats = { _, count in
      count.pointee = 2
      return IMP_OK
    }
    plugin.voices.onExtract = { _, payload, _ in
      payload.pointee.length = 50
      return IMP_OK
    }
    return plugin
  }

  private static let functions: [CallFunction] = [
    .pluginAbility, .cameraList, .cameraNextFrame, .trackerTrack, .captureStep, .matcherDescribe,
    .matcherCreate,
    .matcherExtract, .matcherCompare, .matcherCompareMany, .cameraControlModes, .cameraControlControls,
    .cameraControlSet, .watchNext, .microphoneList, .microphoneOpen, .microphoneRead,
    .cardList, .cardStatus, .cardTransmit, .cardAttribute, .voiceFormats, .voiceCreate, .voiceExtract,
  ]

  @Test(arguments: functions)
  func untouchedAnswersSucceed(_ function: CallFunction) throws {
    let (status, isIntact) = try Calls().make(function)
    #expect(status == IMP_OK)
    #expect(isIntact)
  }

  // the caller may only destroy the object then.
  @Test(arguments: functions, ["", "one byte", "cut", "longer", "zeros", "ones", "short with results"])
  func answerThatIsNoneIsInternalWithWords(_ function: CallFunction, _ fault: String) throws {
    let calls = try Calls()
    calls.bridged.carrier.spoil { made, status, body in
      guard made == function else { return (status, body) }
      switch fault {
      case "": return (IMP_OK, [])
      case "one byte": return (IMP_OK, [7])
      case "cut": return (IMP_OK, Array(body.dropLast()))
      case "longer": return (IMP_OK, body + [0])
      case "zeros" where body.count != 24: return (IMP_OK, [UInt8](repeating: 0, count: 20))
      case "ones": return (IMP_OK, [UInt8](repeating: 0xff, count: body.count))
      default: return (IMP_OK, Array(body[..<24]))
      }
    }
    let (status, isIntact) = calls.make(function)
    #expect(isIntact)
    #expect(status == IMP_E_INTERNAL)
    #expect(calls.bridged.words?.hasPrefix("its answer to \(function.name) cannot be read") == true)
  }

  // Where a number of an answer lies does not matter: each word in turn is replaced by each hostile value.
  @Test(arguments: functions)
  func hostileNumbersStayWithinTheRoom(_ function: CallFunction) throws {
    let whole = RecordedAnswer()
    let probe = try Calls()
    probe.bridged.carrier.spoil { made, status, body in
      if made == function { whole.set(body) }
      return (status, body)
    }
    _ = probe.make(function)
    let body = whole.get()
    for place in stride(from: 0, to: min(body.count, 96), by: 4) {
      for value: UInt32 in [1, 3, 0x21, 0xff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff] {
        for status in [IMP_OK, IMP_RETRY_SHORT_BUFFER, IMP_E_SAMPLE] {
          let calls = try Calls()
          calls.bridged.carrier.spoil { made, answered, body in
            guard made == function else { return (answered, body) }
            var body = body
            for index in 0..<4 where place + index < body.count {
              body[place + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(index)))
            }
            return (status, body)
          }
          let seen = calls.make(function)
          try #require(seen.isIntact, "\(function) \(place) \(value) \(status)")
        }
      }
    }
  }

  @Test func objectWhoseAnswerCouldNotBeReadIsNotAskedAgain() throws {
    let calls = try Calls()
    calls.bridged.carrier.spoil { _, _, _ in (IMP_OK, []) }
    #expect(calls.make(.matcherCompare).status == IMP_E_INTERNAL)
    calls.bridged.carrier.spoil(nil)
    #expect(calls.make(.matcherCompare).status == IMP_E_STATE)
    #expect(calls.make(.trackerTrack).status == IMP_OK)
  }

  @Test func carrierThatFailsSaysWhy() throws {
    let calls = try Calls()
    calls.bridged.carrier.fail(IMP_E_INTERNAL, "it did not answer within 5 s.")
    #expect(calls.make(.matcherCompare).status == IMP_E_INTERNAL)
    #expect(calls.bridged.words == "it did not answer within 5 s.")
  }

  @Test(
    arguments: [[], [1], [UInt8](repeating: 0xff, count: 24), [UInt8](repeating: 0xff, count: 400)]
      as [[UInt8]])
  func entryThatCannotBeReadIsAnError(_ body: [UInt8]) throws {
    let carrier = TestCarrier(TestPlugin())
    carrier.spoil { _, _, _ in (IMP_OK, body) }
    let error = try #require(throws: CallBridgeError.self) { _ = try CallBridge(over: carrier) }
    #expect(error.sentence.hasPrefix("its answer to plugin.describe cannot be read"))
  }
}

/// An answer that was seen on its way.
private final class RecordedAnswer: @unchecked Sendable {
  // Sendable: calls are made one after the other.
  private var body: [UInt8] = []
  func set(_ body: [UInt8]) { self.body = body }
  func get() -> [UInt8] { body }
}
