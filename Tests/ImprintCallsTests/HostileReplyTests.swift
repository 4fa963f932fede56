// SPDX-License-Identifier: Apache-2.0
import CImprint
import CallTestSupport
import ContractTestSupport
@testable import ImprintCalls
import Testing

/// What a worker answers is believed in nothing: every answer of every function, spoilt in many ways, gives a
/// status and never more than the room that the caller lent.
@Suite struct HostileReplyTests {
  /// Every function behind a bridge, and what it is called on.
  private final class Calls {
    let carrier = TestCarrier(entry: ReadingPlugin.entry)
    private let bridge: CallBridge
    private let calls: LentCalls
    private var objects: [CallFunction: OpaquePointer] = [:]

    /// - Parameter functions: those that will be called; what they are called on is made now.
    init(_ functions: CallFunction...) throws {
      bridge = try CallBridge(over: carrier)
      calls = try LentCalls(OpenedEntry(try bridge.table))
      for function in functions { objects[function] = try calls.object(for: function) }
    }

    deinit {
      carrier.spoil(nil)
      for (function, object) in objects { calls.end(object, for: function) }
    }

    /// Of the last call.
    var words: String? { calls.opened.host.last?.words }

    /// The status, where the function answers one, and whether nothing beyond the lent room was written, and
    /// no object is there without success.
    func make(_ function: CallFunction) throws -> (status: imp_status?, isIntact: Bool) {
      let lent = LentMemory(guarded: 2048)
      let answer = calls.make(function, on: try #require(objects[function]), lent)
      if let made = answer.made, let ending = function.traits.makes {
        carrier.spoil(nil)
        _ = calls.make(ending, on: made, LentMemory())
      }
      return (answer.status, lent.isIntact && (answer.status == IMP_OK || answer.made == nil))
    }
  }

  /// Asked for as a bridge is made, and no more: what is wrong there has a test of its own, the last one.
  private static let functions = CallFunction.allCases.filter { $0 != .pluginDescribe }

  @Test(arguments: functions)
  func untouchedAnswersSucceed(_ function: CallFunction) throws {
    let calls = try Calls(function)
    let (status, isIntact) = try calls.make(function)
    #expect(status == nil || status == IMP_OK)
    #expect(isIntact)
    #expect(calls.carrier.carried.contains(function))
  }

  @Test func functionsThatAnswerNothingAreThoseThatCannotFail() throws {
    for function in Self.functions {
      let status = try Calls(function).make(function).status
      let isHeard = function.traits.makes != nil || function.traits.deadline != .release
      #expect(
        (status != nil) == isHeard || [.trackerReset, .speechReset].contains(function), "\(function.name)")
    }
  }

  // the caller may only destroy the object then.
  @Test(arguments: functions, ["", "one byte", "cut", "longer", "zeros", "ones", "short with results"])
  func answerThatIsNoneIsInternalWithWords(_ function: CallFunction, _ fault: String) throws {
    // Without results there is nothing but the head.
    if case .values(let values) = function.results, values.isEmpty, fault == "short with results" { return }
    let calls = try Calls(function)
    calls.carrier.spoil { made, status, body in
      guard made == function else { return (status, body) }
      switch fault {
      case "": return (IMP_OK, [])
      case "one byte": return (IMP_OK, [7])
      case "cut": return (IMP_OK, Array(body.dropLast()))
      case "longer": return (IMP_OK, body + [0])
      case "zeros": return (IMP_OK, [UInt8](repeating: 0, count: 20))
      case "ones": return (IMP_OK, [UInt8](repeating: 0xff, count: body.count))
      default: return (IMP_OK, Array(body[..<24]))
      }
    }
    let (status, isIntact) = try calls.make(function)
    #expect(isIntact)
    // Who answers nothing cannot say it.
    guard let status else { return }
    #expect(status == IMP_E_INTERNAL)
    #expect(calls.words?.hasPrefix("its answer to \(function.name) cannot be read") == true)
  }

  // Where a number of an answer lies does not matter: each word in turn is replaced by each hostile value.
  @Test(arguments: functions)
  func hostileNumbersStayWithinTheRoom(_ function: CallFunction) throws {
    let whole = RecordedAnswer()
    do {
      let probe = try Calls(function)
      probe.carrier.spoil { made, status, body in
        if made == function { whole.set(body) }
        return (status, body)
      }
      _ = try probe.make(function)
    }
    let body = whole.get()
    try #require(!body.isEmpty)
    for place in stride(from: 0, to: min(body.count, 96), by: 4) {
      for value: UInt32 in [1, 3, 0x21, 0xff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff] {
        for status in [IMP_OK, IMP_RETRY_SHORT_BUFFER, IMP_E_SAMPLE] {
          let calls = try Calls(function)
          calls.carrier.spoil { made, answered, body in
            guard made == function else { return (answered, body) }
            var body = body
            for index in 0..<4 where place + index < body.count {
              body[place + index] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(index)))
            }
            return (status, body)
          }
          let seen = try calls.make(function)
          try #require(seen.isIntact, "\(function) \(place) \(value) \(status)")
        }
      }
    }
  }

  @Test func objectWhoseAnswerCouldNotBeReadIsNotAskedAgain() throws {
    let calls = try Calls(.matcherCompare, .trackerTrack)
    calls.carrier.spoil { _, _, _ in (IMP_OK, []) }
    #expect(try calls.make(.matcherCompare).status == IMP_E_INTERNAL)
    calls.carrier.spoil(nil)
    #expect(try calls.make(.matcherCompare).status == IMP_E_STATE)
    #expect(try calls.make(.trackerTrack).status == IMP_OK)
  }

  @Test func carrierThatFailsSaysWhy() throws {
    let calls = try Calls(.matcherCompare)
    calls.carrier.fail(IMP_E_INTERNAL, "it did not answer within 5 s.")
    #expect(try calls.make(.matcherCompare).status == IMP_E_INTERNAL)
    #expect(calls.words == "it did not answer within 5 s.")
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
