// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
@testable import ImprintCalls
import Synchronization
import Testing

/// What all abilities share that list formats of templates and make objects of one of them, through a bridge:
/// the same as directly.
@Suite struct FormatCallTests {
  static let kinds: [any FormatKind.Type] = [
    VoiceKind.self, FaceKind.self, FingerKind.self, MatcherKind.self,
  ]

  //
  @Test(arguments: FormatCallTests.kinds, [nil, 0, 1, 2, 9] as [Int?])
  func formatsAreListed(_ kind: any FormatKind.Type, _ capacity: Int?) throws {
    let seen = try sameInBothWays(kind.plugin()) { try kind.list($0, capacity) }
    #expect(seen.status == ((capacity ?? 0) >= 2 ? IMP_OK : IMP_RETRY_SHORT_BUFFER))
    #expect(seen.count == 2)
  }

  //
  @Test(arguments: FormatCallTests.kinds)
  func formatOfWrongSizeIsRefusedBeforeAnythingIsCarried(_ kind: any FormatKind.Type) throws {
    let bridged = try Bridged(kind.plugin())
    for wrong in 0..<3 {
      let seen = try kind.list(bridged.opened, 3, wrong: wrong)
      #expect(seen == ListedFormats(status: IMP_E_ABI, count: 3, formats: kind.room(3, wrong: wrong)))
    }
    #expect(!bridged.carrier.carried.contains(kind.functions.formats))
  }

  @Test(arguments: FormatCallTests.kinds)
  func moreFormatsThanRoomAreABreach(_ kind: any FormatKind.Type) throws {
    let plugin = TestPlugin()
    kind.overfill(plugin)
    let bridged = try Bridged(plugin)
    let seen = try kind.list(bridged.opened, 2)
    #expect(seen == ListedFormats(status: IMP_E_INTERNAL, count: 2, formats: kind.room(2)))
    #expect(bridged.words == "it reports 3 entries, but the capacity is 2.")
  }

  @Test(arguments: FormatCallTests.kinds)
  func formatAndThreadsReachThePlugin(_ kind: any FormatKind.Type) throws {
    let plugin = TestPlugin()
    let seen = Mutex<[String]>([])
    kind.onCreate(of: plugin) { size, threads, format in
      let name = text(format)
      seen.withLock { $0.append("\(size) \(threads) \(format.data == nil) \(name)") }
      return name == "example.ü" ? IMP_OK : IMP_E_UNSUPPORTED
    }
    let answers = try sameInBothWays(plugin) { opened in
      try ["example.ü", "example.9", nil].map { name in
        let (status, made) = try kind.create(opened, threads: 3, format: name)
        if let made { try kind.destroy(opened, made) }
        return [status, made == nil ? 0 : 1]
      }
    }
    #expect(answers == [[IMP_OK, 1], [IMP_E_UNSUPPORTED, 0], [IMP_E_UNSUPPORTED, 0]])
    let lines = seen.withLock { $0 }
    #expect(Array(lines.prefix(3)) == ["24 3 false example.ü", "24 3 false example.9", "24 3 true "])
    #expect(Array(lines.dropFirst(3)) == Array(lines.prefix(3)))
  }

  // a size first, then what else is missing.
  @Test(arguments: FormatCallTests.kinds)
  func optionsThatAreWrongOrMissingAreRefusedBeforeAnythingIsCarried(_ kind: any FormatKind.Type) throws {
    let bridged = try Bridged(kind.plugin())
    let opened = bridged.opened
    var answers = [
      try kind.create(opened, hasOptions: false), try kind.create(opened, hasPlace: false),
      try kind.create(opened, missing: 8), try kind.create(opened, missing: 8, hasPlace: false),
    ]
    for length in [Int.max, -1, CallLimit.bodyBytes] {
      answers.append(try kind.create(opened, format: "example.0", length: length))
    }
    #expect(
      answers.map(\.status) == [
        IMP_E_ARGUMENT, IMP_E_ARGUMENT, IMP_E_ABI, IMP_E_ABI, IMP_E_ARGUMENT, IMP_E_ARGUMENT, IMP_E_ARGUMENT,
      ])
    #expect(answers.allSatisfy { $0.made == nil })
    #expect(!bridged.carrier.carried.contains(kind.functions.create))
  }

  // The name is lent until create returns, and is asked for again all the same.
  @Test(arguments: FormatCallTests.kinds)
  func objectIsMadeAgainOfTheSameFormat(_ kind: any FormatKind.Type) throws {
    let plugin = kind.plugin()
    let seen = Mutex<[String]>([])
    kind.onCreate(of: plugin) { _, _, format in
      seen.withLock { $0.append(text(format)) }
      return IMP_OK
    }
    let bridged = try Bridged(plugin)
    let opened = bridged.opened
    let object = try #require(try kind.create(opened, format: "example.1").made)
    let first = try kind.use(opened, object)
    #expect(first[0] == bytes(IMP_OK))
    bridged.carrier.die()
    #expect(try kind.use(opened, object) == first)
    bridged.carrier.die(during: kind.functions.use)
    #expect(try kind.use(opened, object)[0] == bytes(IMP_E_INTERNAL))
    #expect(try kind.use(opened, object) == first)
    try kind.destroy(opened, object)
    #expect(seen.withLock { $0 } == [String](repeating: "example.1", count: 3))
    // Those of earlier sides ended with them; the plugin is open.
    #expect(plugin.open.load(ordering: .relaxed) == 1)
  }

  // What a redacted recording leaves out.
  @Test(arguments: FormatCallTests.kinds)
  func nothingIsHiddenOfFormatsAndOptions(_ kind: any FormatKind.Type) throws {
    let raw = RawCalls(CallExecutor(entry: kind.plugin().entry, host: TestExecutorHost()))
    let opened = raw.open()
    for (function, request) in [
      (kind.functions.formats, raw.encoded(ListMessage(capacity: 3, isThere: true))),
      (kind.functions.create, kind.encodedOptions(raw, format: "example.1")),
    ] {
      let answer = raw.execute(function, opened, request)
      #expect(answer.status == IMP_OK)
      #expect(answer.body.count > ReplyHead.size)
      #expect(HiddenBytes.ofRequest(function, request).isEmpty)
      #expect(HiddenBytes.ofReply(function, answer.body).isEmpty)
    }
  }

  @Test(arguments: FormatCallTests.kinds)
  func requestThatIsNoneIsHiddenAsAWhole(_ kind: any FormatKind.Type) {
    let bytes = [UInt8](repeating: 7, count: 99)
    let functions = kind.functions
    for function in [functions.formats, functions.create, functions.use, functions.destroy] {
      #expect(HiddenBytes.ofRequest(function, bytes) == [HiddenBytes(kind: .bytes, bytes: bytes)])
    }
  }
}
