// SPDX-License-Identifier: Apache-2.0
import CImprint
@testable import ImprintPluginKit
import Testing

/// What an author's template becomes on its way to the host.
struct ExtractionTests {
  // whoever gets the memory next finds nothing of it there, be it handed over or not.
  @Test(arguments: [
    (4, TemplateLength.exactly(bytes: 4), Float(50), IMP_OK), (9, .atMost(bytes: 4), 50, IMP_OK),
    (3, .exactly(bytes: 4), 50, IMP_RETRY_SHORT_BUFFER), (9, .exactly(bytes: 5), 50, IMP_E_INTERNAL),
    (9, .atMost(bytes: 3), 50, IMP_E_INTERNAL), (9, .exactly(bytes: 4), 101, IMP_E_INTERNAL),
  ])
  func nothingOfTheTemplateStaysWithThePlugin(
    capacity: Int, length: TemplateLength, quality: Float, status: imp_status
  ) throws {
    var made = Extraction(template: (0..<4).map { UInt8($0 + 6) }, quality: quality)
    var memory = [UInt8](repeating: 0xee, count: 9)
    var extraction = imp_extraction(
      size: structSize(imp_extraction.self), version: 77, quality: 77, reserved: 77)
    let buffer = UnsafeMutablePointer<imp_buffer>.allocate(capacity: 1)
    defer { buffer.deallocate() }
    let answered = try memory.withUnsafeMutableBufferPointer { memory in
      buffer.initialize(to: imp_buffer(data: memory.baseAddress, capacity: capacity, length: 5))
      let payload = try LentBuffer(buffer, "payload")
      do throws(PluginFailure) {
        try made.give(to: payload, as: "example.loudness", version: 3, length, &extraction)
        return IMP_OK
      } catch {
        return error.status.rawValue
      }
    }
    #expect(answered == status)
    #expect(made.template == [0, 0, 0, 0])
    let isThere = status == IMP_OK
    #expect(memory.prefix(4) == (isThere ? [6, 7, 8, 9] : [0xee, 0xee, 0xee, 0xee]))
    #expect(memory.dropFirst(4).allSatisfy { $0 == 0xee })
    #expect(buffer.pointee.length == (status == IMP_E_INTERNAL ? 5 : 4))
    #expect((extraction.version, extraction.quality) == (isThere ? (3, 50) : (77, 77)))
    #expect(extraction.reserved == (isThere ? 0 : 77))
  }
}
