// SPDX-License-Identifier: Apache-2.0
import CImprint
import CallTestSupport
import ContractTestSupport
@testable import ImprintCalls
import Synchronization
import Testing

/// What an executor is sent may come from a file that anybody wrote: each request gets a status. Every
/// function is sent its right requests as they are committed, and these spoilt in every way that its message
/// allows.
@Suite struct HostileRequestTests {
  /// Its plugin uses whatever it is lent.
  private let raw = RawCalls(CallExecutor(entry: ReadingPlugin.entry, host: TestExecutorHost()))

  /// The right requests of a function; there is none without.
  private static func right(_ function: CallFunction) throws -> [CommittedCall] {
    try #require(CommittedCall.all[function], "no right request of \(function.name) is committed")
  }

  /// Makes what a call makes, by its first right request.
  private func make(_ maker: CallFunction, _ opened: UInt64, _ raw: RawCalls) throws -> UInt64 {
    let number = raw.make(
      maker, maker == .pluginOpen ? 0 : opened, bytes: try Self.right(maker)[0].request)
    try #require(number != 0, "\(maker.name) makes nothing")
    return number
  }

  /// The object that a function is called on, made for it.
  private func object(_ function: CallFunction, _ other: RawCalls? = nil) throws -> UInt64 {
    guard let maker = function.maker else { return 0 }
    let raw = other ?? raw
    let opened = try make(.pluginOpen, 0, raw)
    return maker == .pluginOpen ? opened : try make(maker, opened, raw)
  }

  /// Whether a request was refused before the plugin saw it, and why is said.
  private func isRefused(_ function: CallFunction, _ object: UInt64, _ request: [UInt8]) -> Bool {
    let answer = raw.execute(function, object, request)
    return answer.status == IMP_E_ARGUMENT
      && RawCalls.words(answer.body).hasPrefix("the request cannot be executed: ")
  }

  private func expectRefusal(
    _ function: CallFunction, _ object: UInt64, _ request: [UInt8], _ fault: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    // By itself: a failure would print the whole request.
    let isRefused = isRefused(function, object, request)
    #expect(isRefused, "\(function.name): \(fault)", sourceLocation: sourceLocation)
  }

  private static let makers = Set(CallFunction.allCases.compactMap(\.maker))

  @Test(arguments: CallFunction.allCases.filter { $0.maker != nil })
  func unknownObjectsAreRefused(_ function: CallFunction) throws {
    let opened = try make(.pluginOpen, 0, raw)
    // One of every other kind.
    var wrong = function.maker == .pluginOpen ? [] : [opened]
    for maker in Self.makers where maker != function.maker && maker != .pluginOpen {
      wrong.append(try make(maker, opened, raw))
    }
    #expect(wrong.count == Self.makers.count - 1)
    for call in try Self.right(function) {
      for object in wrong + [0, (wrong.max() ?? 0) + 1, .max] {
        expectRefusal(function, object, call.request, "object \(object)")
      }
    }
  }

  @Test(arguments: CallFunction.allCases)
  func cutAndLongerRequestsAreRefused(_ function: CallFunction) throws {
    for call in try Self.right(function) {
      let object = try object(function)
      for count in 0..<call.request.count {
        expectRefusal(function, object, Array(call.request[..<count]), "\(count) bytes")
      }
      for more in [1, 8, 64, 4096] {
        let longer = call.request + [UInt8](repeating: 0, count: more)
        expectRefusal(function, object, longer, "\(more) bytes more")
      }
    }
  }

  // What the others spoil is right.
  @Test(arguments: CallFunction.allCases)
  func rightRequestsAreAnsweredAsTheyWere(_ function: CallFunction) throws {
    let plugin = TestPlugin()
    plugin.answer()
    let raw = RawCalls(CallExecutor(entry: plugin.entry, host: TestExecutorHost()))
    for call in try Self.right(function) {
      #expect(raw.execute(function, try object(function, raw), call.request).status == call.status)
      #expect(!isRefused(function, try object(function), call.request), "\(function.name)")
    }
  }

  /// Each piece that is counted elsewhere in the request, left out or longer than its count says.
  @Test(arguments: CallFunction.allCases)
  func wrongCountsAreRefused(_ function: CallFunction) throws {
    for call in try Self.right(function) {
      let object = try object(function)
      let parts = try RequestParts(function, call.request)
      #expect(parts.request(with: [], at: -1) == call.request)
      for (index, piece) in parts.pieces.enumerated() where piece.isCounted {
        expectRefusal(function, object, parts.request(with: [], at: index), "without piece \(index)")
        let longer = piece.bytes + [UInt8](repeating: 0, count: CallLimit.bulkAlignment)
        expectRefusal(function, object, parts.request(with: longer, at: index), "a longer piece \(index)")
      }
      for place in parts.capacities {
        let most = [UInt8](repeating: 0xff, count: place.bytes)
        expectRefusal(function, object, Self.changed(call.request, place, most), "room without end")
      }
      // Whoever is answered with as much as there is room for says how much that is.
      switch function.results {
      case .list, .lists, .filled:
        #expect(!parts.capacities.isEmpty, "\(function.name) says nothing of its room")
      case .values, .message, .rest: break
      }
    }
  }

  // no plugin is handed a struct whose size a sender should have refused.
  @Test(arguments: CallFunction.allCases)
  func structsOfWrongSizeAreRefused(_ function: CallFunction) throws {
    for call in try Self.right(function) {
      let object = try object(function)
      for place in try RequestParts(function, call.request).sizes {
        for size in [0, call.request[place.start] &- 1, call.request[place.start] &+ 8] {
          let wrong = Self.changed(call.request, place, [size])
          if wrong != call.request { expectRefusal(function, object, wrong, "a struct of \(size) bytes") }
        }
      }
    }
  }

  @Test(arguments: CallFunction.allCases)
  func paddingThatIsNotZeroIsRefused(_ function: CallFunction) throws {
    for call in try Self.right(function) {
      let object = try object(function)
      for place in try RequestParts(function, call.request).padding {
        for byte in 0..<place.bytes {
          var wrong = call.request
          wrong[place.start + byte] = 1
          expectRefusal(function, object, wrong, "byte \(place.start + byte)")
        }
      }
    }
  }

  // What the others go by is found: by functions of which it is known.
  @Test(arguments: [
    (CallFunction.cardEnd, 4), (.cardDisconnect, 4), (.cardReconnect, 36), (.cardSetAttribute, 20),
    (.cameraControlSet, 12), (.matcherCompare, 44), (.matcherFuse, 76), (.searchSearch, 36),
  ])
  func paddingIsFound(_ function: CallFunction, _ place: Int) throws {
    for call in try Self.right(function) {
      #expect(try RequestParts(function, call.request).padding.map(\.start) == [place])
    }
  }

  @Test(arguments: [
    (CallFunction.trackerTrack, [32], [8, 12], 1), (.voiceExtract, [32, 48], [8], 1),
    (.voiceMeasure, [0, 32], [], 1),
    (.voiceCreate, [0], [], 1), (.faceExtractorExtract, [0, 48, 192], [16], 2),
    (.matcherFuse, [0, 40], [56], 1),
    (.captureStep, [0, 64, 128, 272], [48], 3), (.pluginOpen, [], [], 3), (.watchOpen, [], [], 0),
  ])
  func partsAreFound(_ function: CallFunction, _ sizes: [Int], _ capacities: [Int], _ counted: Int) throws {
    let parts = try RequestParts(function, try Self.right(function)[0].request)
    #expect(parts.sizes.map(\.start) == sizes)
    #expect(parts.capacities.map(\.start) == capacities)
    #expect(parts.pieces.count { $0.isCounted } == counted)
  }

  private static func changed(_ request: [UInt8], _ place: RequestParts.Place, _ bytes: [UInt8]) -> [UInt8] {
    var request = request
    request.replaceSubrange(place.start..<place.start + bytes.count, with: bytes)
    return request
  }

  @Test(arguments: CallFunction.allCases)
  func hostileNumbersGetAStatus(_ function: CallFunction) throws {
    let isEnding = CallFunction.allCases.contains { $0.traits.makes == function }
    for call in try Self.right(function) {
      var object = try object(function)
      for place in stride(from: 0, to: call.request.count, by: 4) {
        for value: UInt32 in [1, 3, 0xff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff] {
          var wrong = call.request
          for index in 0..<4 where place + index < wrong.count {
            wrong[place + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(index)))
          }
          if isEnding { object = try self.object(function) }
          let answer = raw.execute(function, object, wrong)
          #expect(answer.body.count <= 1 << 16)
        }
      }
    }
  }

  @Test(arguments: CallFunction.allCases, [0, 1, 23, 24, 25, 40, 64, 127])
  func replyWithoutRoomIsRefused(_ function: CallFunction, _ room: Int) throws {
    for call in try Self.right(function) {
      let answer = raw.execute(function, try object(function), call.request, room: room)
      #expect(answer.body.count <= room)
    }
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

  @Test func pluginWithoutAnAbilityRefusesItsFunctions() throws {
    let plugin = TestPlugin()
    plugin.abilities = []
    let raw = RawCalls(CallExecutor(entry: plugin.entry, host: TestExecutorHost()))
    let opened = raw.open()
    for function in CallFunction.allCases
    where function.maker == .pluginOpen && ![.pluginClose, .pluginAbility].contains(function) {
      for call in try Self.right(function) {
        #expect(raw.execute(function, opened, call.request).status == IMP_E_UNSUPPORTED)
      }
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
