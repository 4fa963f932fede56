// SPDX-License-Identifier: Apache-2.0
import CImprint
import ContractTestSupport
import ImprintPluginKit
import Testing

/// Explains bytes: a template of n has n minutiae. The first byte of the probe says what is wrong with what
/// it makes; 255 cannot be read.
private struct ExplainingPlugin: FingerExplainerPlugin {
  static let identity = PluginIdentity(id: "org.example.explaining", version: "1.0.0", vendor: "Example")

  let explainedFormats = [
    MatcherFormat(
      name: "org.example.points", modality: .finger, reads: 1...2, templates: .atMost(bytes: 9),
      isSymmetric: false, similarities: -1...100)
  ]

  init(host: Host) {}

  func makeFingerExplainer(_ options: MatcherOptions) -> any FingerExplainer { PointExplainer() }
}

private struct PointExplainer: FingerExplainer {
  func explain(
    _ probe: TemplateView, _ reference: TemplateView
  ) throws(PluginFailure) -> FingerExplanation {
    let fault = probe.bytes.unsafeLoad(fromByteOffset: 0, as: UInt8.self)
    guard fault != 255 else { throw PluginFailure(.templateDamaged, "255 is no point.") }
    func points(_ count: Int, _ first: Float) -> [FingerExplanation.Minutia] {
      (0..<count).map {
        FingerExplanation.Minutia(
          kind: .ending, x: first + Float($0), y: fault == 1 ? .nan : 7, direction: 90, quality: -1)
      }
    }
    var made = FingerExplanation(
      similarity: fault == 2 ? 101 : 5,
      motion: fault == 6 ? nil : FingerExplanation.Motion(turn: fault == 3 ? 181 : 30, right: 1, down: -2))
    made.probe = points(fault == 4 ? 600 : probe.bytes.byteCount, 10)
    made.reference = points(reference.bytes.byteCount, 20)
    made.shares = [
      FingerExplanation.Share(.pair(FingerExplanation.Pair(1, fault == 5 ? 9 : 0)), 2),
      FingerExplanation.Share(
        .edge(FingerExplanation.Pair(1, 0), FingerExplanation.Pair(0, 1)), fault == 7 ? .infinity : 3.5),
      FingerExplanation.Share(.missedOfProbe(0), -0.25),
      FingerExplanation.Share(.missedOfReference(1), -0.25),
      FingerExplanation.Share(.ridges, 1), FingerExplanation.Share(.other, -1),
    ]
    return made
  }
}

final class FingerExplainerTableTests {
  private let opened: OpenedEntry
  private let table: imp_finger_explainer_ability
  private let explainer: OpaquePointer

  init() throws {
    opened = try OpenedEntry(PluginExport(ExplainingPlugin.self, provides: [.fingerExplainer]).entry)
    table = try opened.table(IMP_FINGER_EXPLAINER_ID)
    explainer = try #require(Self.create(opened, table, "org.example.points").explainer)
  }

  deinit { table.destroy(explainer) }

  private static func create(
    _ opened: OpenedEntry, _ table: imp_finger_explainer_ability, _ format: String, threads: UInt32 = 1
  ) -> (status: imp_status, explainer: OpaquePointer?) {
    var explainer: OpaquePointer?
    let status = format.lent { format in
      var options = imp_finger_explainer_options(
        size: structSize(imp_finger_explainer_options.self), threads: threads, format: format)
      return table.create(opened.plugin, &options, &explainer)
    }
    return (status, explainer)
  }

  private struct Answer {
    var status: imp_status
    var length: Int
    var memory: [UInt8]
    var said: imp_finger_explanation
  }

  private func explain(
    _ probe: [UInt8], _ reference: [UInt8] = [9, 9], capacity: Int = 300, version: UInt32 = 1
  ) -> Answer {
    var said = room(imp_finger_explanation(), \.size, 1)[0]
    said.similarity = 77
    var memory = [UInt8](repeating: 0xEE, count: capacity + 8)
    let (status, length) = memory.withUnsafeMutableBufferPointer { memory in
      var buffer = imp_buffer(data: memory.baseAddress, capacity: capacity, length: 55)
      let status = withBytes(probe) { probe in
        withBytes(reference) { table.explain(explainer, probe, version, $0, 1, &buffer, &said) }
      }
      return (status, buffer.length)
    }
    return Answer(status: status, length: length, memory: memory, said: said)
  }

  @Test func minutiaeAndSharesLieOneAfterTheOtherInTheContractsLayout() {
    let answer = explain([0, 0, 0])
    #expect(answer.status == IMP_OK && answer.length == 5 * 24 + 6 * 24)
    #expect(answer.said.minutiae == 5 && answer.said.shares == 6 && answer.said.aligned == 1)
    #expect(answer.said.similarity == 5 && answer.said.turn == 30 && answer.said.shift_y == -2)
    answer.memory.withUnsafeBytes { memory in
      let last = memory.loadUnaligned(fromByteOffset: 4 * 24, as: imp_explained_minutia.self)
      #expect(last.side == UInt32(IMP_EXPLAINED_REFERENCE) && last.x == 21 && last.direction == 90)
      let shares = (0..<6).map {
        memory.loadUnaligned(fromByteOffset: 5 * 24 + $0 * 24, as: imp_explained_share.self)
      }
      let none = IMP_EXPLAINED_NONE
      // The reference's come after the three of the probe.
      #expect([shares[0].probe, shares[0].reference, shares[0].other_probe] == [1, 3, none])
      #expect([shares[1].other_probe, shares[1].other_reference] == [0, 4])
      #expect([shares[2].probe, shares[2].reference] == [0, none])
      #expect([shares[3].probe, shares[3].reference] == [none, 4])
      #expect(shares.map { Int32($0.kind) } == [1, 2, 3, 3, 4, 5])
      #expect(shares.allSatisfy { $0.value.isFinite } && shares[4].probe == none)
    }
  }

  @Test func withoutAMotionAllOfItIsZero() {
    let said = explain([6]).said
    #expect(said.aligned == 0 && said.turn == 0 && said.shift_x == 0 && said.shift_y == 0)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 7] as [UInt8]) func whatTheContractForbidsIsADefectOfThePlugin(
    fault: UInt8
  ) {
    let answer = explain([fault, 0])
    #expect(answer.status == IMP_E_INTERNAL && answer.said.similarity == 77)
    #expect(answer.memory.allSatisfy { $0 == 0xEE })
  }

  @Test func aShortBufferIsToldTheLengthAndNothingIsWritten() {
    //
    let answer = explain([0, 0], capacity: 50)
    #expect(answer.status == IMP_RETRY_SHORT_BUFFER && answer.length == 4 * 24 + 6 * 24)
    #expect(answer.memory.allSatisfy { $0 == 0xEE } && answer.said.similarity == 77)
  }

  @Test func templatesAndOptionsThatCannotBeAreRefused() {
    #expect(explain([255]).status == IMP_E_TEMPLATE_DAMAGED)
    #expect(explain([0], version: 3).status == IMP_E_TEMPLATE_VERSION)
    #expect(explain([0], [UInt8](repeating: 0, count: 10)).status == IMP_E_TEMPLATE_DAMAGED)
    #expect(explain([]).said.similarity == 77)
    #expect(Self.create(opened, table, "org.example.lines").status == IMP_E_UNSUPPORTED)
    #expect(Self.create(opened, table, "org.example.points", threads: 0).status == IMP_E_ARGUMENT)
  }
}
