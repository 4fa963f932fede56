// SPDX-License-Identifier: Apache-2.0
import CImprint
@testable import CallTestSupport
import ContractTestSupport
import ImprintCalls
import Testing

/// What hostile tests and the fuzzer lend: who writes beyond it is seen, and the plugin that they ask does
/// use all of it.
@Suite struct LentMemoryTests {
  @Test func whatIsWrittenBeyondIsSeen() {
    let lent = LentMemory(guarded: 8)
    let buffer = lent.buffer().pointee
    buffer.data?.update(repeating: 7, count: buffer.capacity)
    let value = lent.value(Float.self)
    value.pointee = 1
    #expect(lent.isIntact)
    UnsafeMutableRawPointer(value).storeBytes(of: 1, toByteOffset: 8, as: UInt8.self)
    #expect(!lent.isIntact)
  }

  @Test func textWithoutAnEndIsSeen() {
    let text = UnsafeMutablePointer<CChar>.allocate(capacity: 300)
    text.initialize(repeating: 97, count: 300)
    defer { text.deallocate() }
    var info = imp_descriptor(
      size: structSize(imp_descriptor.self), ability_count: 0, id: text, version: text, vendor: text,
      abilities: nil)
    let lent = LentMemory()
    #expect(lent.told(&info, texts: [\imp_descriptor.id]).status == IMP_OK)
    #expect(!lent.isIntact)
  }

  @Test func everyFunctionOfEveryAbilityIsAnsweredByTheReadingPlugin() throws {
    let calls = try LentCalls(OpenedEntry(ReadingPlugin.entry))
    for function in CallFunction.allCases {
      let lent = LentMemory(guarded: 64)
      let answer = calls.make(function, on: try calls.object(for: function), lent)
      #expect(answer.status == nil || answer.status == IMP_OK, "\(function.name)")
      #expect((answer.made != nil) == (function.traits.makes != nil), "\(function.name)")
      #expect(lent.isIntact, "\(function.name)")
    }
  }

  @Test func roomIsFilledToItsEndAndNoFurther() throws {
    let calls = try LentCalls(OpenedEntry(ReadingPlugin.entry))
    let cameras = calls.table(imp_camera_ability.self)
    let (lent, plugin) = (LentMemory(guarded: 64), calls.opened.plugin)
    let infos = lent.structs(imp_camera_info.self)
    #expect(cameras.list(plugin, infos, lent.count()) == IMP_OK)
    for index in 0..<LentMemory.entries {
      let info = infos[index]
      #expect(info.size == structSize(imp_camera_info.self))
      #expect(withUnsafeBytes(of: info) { $0.dropFirst(4).allSatisfy { $0 == 1 } })
    }
    let (buffer, frame) = (lent.buffer(), lent.one(imp_frame.self))
    #expect(cameras.next_frame(plugin, 0, buffer, frame) == IMP_OK)
    #expect(buffer.pointee.length == buffer.pointee.capacity)
    #expect(
      UnsafeBufferPointer(start: buffer.pointee.data, count: buffer.pointee.length).allSatisfy { $0 == 1 })
    #expect(frame.pointee.size == structSize(imp_frame.self))
    var none = imp_buffer(data: nil, capacity: 0, length: 0)
    #expect(cameras.next_frame(plugin, 0, &none, frame) == IMP_RETRY_SHORT_BUFFER)
    #expect(lent.isIntact)
  }
}
