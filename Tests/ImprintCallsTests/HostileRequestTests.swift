// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
@testable import ImprintCalls
import Synchronization
import Testing

/// What an executor is sent may come from a file that anybody wrote: each request gets a status.
@Suite struct HostileRequestTests {
  private let raw: RawCalls
  private let plugin = TestPlugin()

  init() {
    raw = RawCalls(CallExecutor(entry: plugin.entry, host: TestExecutorHost()))
  }

  private static var tracks: TrackMessage {
    TrackMessage(
      imp_image(size: 40, format: 1, width: 1, height: 1, row_bytes: 1, resolution: 0, pixels: imp_bytes()),
      TrackMessage.Room(
        timestamp: 0, faceCapacity: 1, landmarkCapacity: 1, faceCount: 0, landmarkCount: 0, hasFaces: 1,
        hasLandmarks: 1))
  }

  private static var extracts: VoiceExtractRequest {
    VoiceExtractRequest(
      room: FillMessage<imp_extraction>(
        .init(timeout: 0, capacity: 64, length: 0, isThere: 1, info: room(imp_extraction(), \.size, 1)[0])),
      sound: imp_sound(size: 32, format: 3, rate: 16000, channels: 1, samples: imp_bytes()))
  }

  @Test(arguments: CallFunction.allCases)
  func unknownObjectsAreRefused(_ function: CallFunction) {
    guard function != .pluginDescribe, function != .pluginOpen else { return }
    let opened = raw.open()
    let tracker = raw.make(
      .trackerCreate, opened, TrackerCreateRequest(options: imp_face_tracker_options.test))
    for object in [0, tracker + 1, .max] + (function.maker == .pluginOpen ? [] : [opened]) {
      let answer = raw.execute(function, object, message(function))
      #expect(answer.status == IMP_E_ARGUMENT)
      #expect(!RawCalls.words(answer.body).isEmpty)
    }
    // Of the wrong kind.
    if function.maker != .trackerCreate {
      #expect(raw.execute(function, tracker, message(function)).status == IMP_E_ARGUMENT)
    }
  }

  /// A right request of each function.
  private func message(_ function: CallFunction) -> [UInt8] {
    switch function {
    case .pluginDescribe, .pluginClose, .cameraCancel, .cameraClose, .trackerReset, .trackerDestroy,
      .captureDestroy,
      .matcherDescribe, .matcherDestroy, .watchOpen, .watchCancel, .watchClose, .microphoneCancel,
      .microphoneClose:
      raw.encoded(EmptyMessage())
    case .cardCancel, .cardClose, .voiceDestroy: raw.encoded(EmptyMessage())
    case .cardList: raw.encoded(ListMessage(capacity: 2, isThere: true))
    case .cardConnect: raw.encoded(CardConnectRequest(options: .test))
    case .cardStatus: raw.encoded(CardStatusRequest(status: room(imp_card_status(), \.size, 1)[0]))
    case .cardTransmit, .cardControl, .cardAttribute:
      raw.encoded(
        ExchangeMessage(.init(input: imp_bytes(), capacity: 64, length: 0, code: 0, hasRoom: 1)))
    case .cardBegin, .cardEnd, .cardDisconnect: raw.encoded(CardBeginRequest(timeoutNs: 0))
    case .cardReconnect: raw.encoded(CardReconnectRequest(options: .test, disposition: 0))
    case .cardSetAttribute: raw.encoded(CardSetAttributeRequest(value: imp_bytes(), tag: 1))
    case .pluginOpen:
      raw.encoded(
        OpenMessage(
          abiVersion: 1, abilities: [], name: .none, version: .none, license: .none, features: [],
          validUntil: 0))
    case .pluginAbility: raw.encoded(AbilityMessage(id: .none))
    case .cameraList, .microphoneList, .voiceFormats: raw.encoded(ListMessage(capacity: 2, isThere: true))
    case .cameraControlModes, .cameraControlControls:
      raw.encoded(
        CameraControlModesRequest(list: ListMessage(capacity: 2, isThere: true), locator: imp_text()))
    case .cameraControlSet: raw.encoded(CameraControlSetRequest(value: 3, control: 6, locator: imp_text()))
    case .watchNext: raw.encoded(WatchNextRequest(timeoutNs: 0))
    case .microphoneOpen:
      raw.encoded(MicrophoneOpenRequest(options: .test, format: room(imp_audio_format(), \.size, 1)[0]))
    case .microphoneRead:
      raw.encoded(
        FillMessage<imp_audio_chunk>(
          .init(
            timeout: 0, capacity: 64, length: 0, isThere: 1, info: room(imp_audio_chunk(), \.size, 1)[0])))
    case .cameraOpen: raw.encoded(CameraOpenRequest(options: .test))
    case .cameraNextFrame:
      raw.encoded(
        FillMessage<imp_frame>(
          .init(timeout: 0, capacity: 64, length: 0, isThere: 1, info: room(imp_frame(), \.size, 1)[0])))
    case .trackerCreate: raw.encoded(TrackerCreateRequest(options: imp_face_tracker_options.test))
    case .trackerTrack: raw.encoded(Self.tracks)
    case .captureCreate: raw.encoded(CaptureCreateRequest(options: imp_face_capture_options.test))
    case .captureStep:
      raw.encoded(
        StepMessage(
          now: 0, input: 2, capacity: 32, image: nil,
          faces: LentFaces(
            faces: UnsafeBufferPointer(start: nil, count: 0),
            landmarks: UnsafeBufferPointer(start: nil, count: 0))))
    case .matcherCreate: raw.encoded(MatcherCreateRequest(options: imp_matcher_options.test))
    case .matcherExtract:
      raw.encoded(
        ExtractMessage(
          .init(
            extraction: imp_extraction(size: 16, version: 0, quality: 0, reserved: 0), capacity: 64,
            length: 0,
            hasRoom: 1, hasFace: 0, landmarkCount: 0, hasLandmarks: 0),
          imp_image(size: 40, format: 1, width: 1, height: 1, row_bytes: 1, resolution: 0, pixels: imp_bytes()),
          face: nil, landmarks: UnsafeBufferPointer(start: nil, count: 0)))
    case .matcherCompare:
      raw.encoded(
        MatcherCompareRequest(
          probe: imp_bytes(), reference: imp_bytes(), probeVersion: 1, referenceVersion: 1, similarity: 0))
    case .matcherCompareMany:
      raw.encoded(
        CompareManyMessage(
          .init(
            gallery: imp_gallery(size: 40, version: 1, count: 2, data: imp_bytes(), offsets: nil),
            probe: imp_bytes(), probeVersion: 1, hasRoom: 1),
          offsets: UnsafeBufferPointer(start: nil, count: 0)))
    case .voiceCreate: raw.encoded(VoiceCreateRequest(options: .test))
    case .voiceExtract: raw.encoded(Self.extracts)
    }
  }

  /// The object that a function is called on.
  private func object(_ function: CallFunction, _ opened: UInt64) -> UInt64 {
    switch function.maker {
    case nil: 0
    case .pluginOpen: opened
    case let maker?: raw.make(maker, opened, bytes: message(maker))
    }
  }

  @Test(arguments: CallFunction.allCases)
  func cutAndLongerRequestsAreRefused(_ function: CallFunction) {
    let right = message(function)
    let object = object(function, raw.open())
    for count in 0..<right.count {
      let answer = raw.execute(function, object, Array(right[..<count]))
      #expect(answer.status == IMP_E_ARGUMENT)
      #expect(RawCalls.words(answer.body).hasPrefix("the request cannot be executed"))
    }
    #expect(raw.execute(function, object, right + [0]).status == IMP_E_ARGUMENT)
    let status = raw.execute(function, object, right).status
    #expect([IMP_OK, IMP_OUTCOME_END, IMP_E_NO_SUBJECT].contains(status))
  }

  // Of a word whose other half carries something.
  @Test(arguments: [
    (CallFunction.cardEnd, 4), (.cardDisconnect, 4), (.cardReconnect, 36), (.cardSetAttribute, 20),
    (.cameraControlSet, 12), (.matcherCompare, 44),
  ])
  func halfThatIsNotEmptyIsRefused(_ function: CallFunction, _ place: Int) {
    let opened = raw.open()
    var request = message(function)
    #expect(raw.execute(function, object(function, opened), request).status == IMP_OK)
    request[place] = 1
    #expect(raw.execute(function, object(function, opened), request).status == IMP_E_ARGUMENT)
  }

  @Test(arguments: CallFunction.allCases)
  func hostileNumbersGetAStatus(_ function: CallFunction) {
    let right = message(function)
    let opened = raw.open()
    for place in stride(from: 0, to: right.count, by: 4) {
      for value: UInt32 in [1, 3, 0xff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff] {
        var wrong = right
        for index in 0..<4 where place + index < wrong.count {
          wrong[place + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(index)))
        }
        let answer = raw.execute(function, object(function, opened), wrong)
        #expect(answer.body.count <= 1 << 16)
      }
    }
  }

  @Test(arguments: CallFunction.allCases, [0, 1, 23, 24, 25, 40, 64, 127])
  func replyWithoutRoomIsRefused(_ function: CallFunction, _ room: Int) {
    let opened = raw.open()
    let answer = raw.execute(function, object(function, opened), message(function), room: room)
    #expect(answer.body.count <= room)
  }

  @Test func addressesThatAreNotAlignedAreRefused() {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 64)
    defer { memory.deallocate() }
    let request = CallRequest(function: .pluginDescribe, object: 0, generation: 1, bytes: 0, replyBytes: 1024)
    let even = UnsafeMutableRawBufferPointer(rebasing: memory[..<1024])
    let odd = UnsafeMutableRawBufferPointer(rebasing: memory[1025..<3000])
    let executor = raw.executor
    #expect(executor.execute(request, body: UnsafeRawBufferPointer(odd), room: even).status == IMP_E_ARGUMENT)
    #expect(executor.execute(request, body: UnsafeRawBufferPointer(even), room: odd).status == IMP_E_ARGUMENT)
  }

  // no plugin is handed a struct whose size a sender should have refused.
  @Test func structOfWrongSizeIsRefused() {
    let opened = raw.open()
    let tracker = raw.make(
      .trackerCreate, opened, TrackerCreateRequest(options: imp_face_tracker_options.test))
    var message = Self.tracks
    message.image.image.size = 39
    #expect(raw.call(.trackerTrack, tracker, message).status == IMP_E_ARGUMENT)
    var options = imp_voice_extractor_options.test
    options.size += 8
    #expect(raw.call(.voiceCreate, opened, VoiceCreateRequest(options: options)).status == IMP_E_ARGUMENT)
    let extractor = raw.make(.voiceCreate, opened, VoiceCreateRequest(options: .test))
    for change: (inout VoiceExtractRequest) -> Void in [
      { $0.sound.size = 31 }, { $0.room.fields.info.size = 17 },
    ] {
      var message = Self.extracts
      change(&message)
      #expect(raw.call(.voiceExtract, extractor, message).status == IMP_E_ARGUMENT)
    }
    #expect(raw.call(.voiceExtract, extractor, Self.extracts).status == IMP_OK)
  }

  @Test func pluginWithoutAnAbilityRefusesItsFunctions() {
    plugin.abilities = []
    let opened = raw.open()
    for function in CallFunction.allCases
    where function.maker == .pluginOpen && ![.pluginClose, .pluginAbility].contains(function) {
      #expect(raw.execute(function, opened, message(function)).status == IMP_E_UNSUPPORTED)
    }
  }

  @Test func whatIsLeftOverEndsWithTheExecutor() {
    let plugin = TestPlugin()
    do {
      let raw = RawCalls(CallExecutor(entry: plugin.entry, host: TestExecutorHost()))
      let opened = raw.open()
      for _ in 0..<5 {
        _ = raw.make(.matcherCreate, opened, MatcherCreateRequest(options: imp_matcher_options.test))
      }
      // Closed before its objects: it is, once they have ended.
      #expect(raw.call(.pluginClose, opened, EmptyMessage()).status == IMP_OK)
      #expect(plugin.open.load(ordering: .relaxed) == 6)
    }
    #expect(plugin.open.load(ordering: .relaxed) == 0)
  }
}
