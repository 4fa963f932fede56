// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintManifest

/// One explainer of one format, called through its C table with guarded memory. Destroyed when released.
///
/// Creation is serialized; explaining may be called from any thread.
final class ExplainerProbe: @unchecked Sendable {
  // Sendable: nothing changes after init.
  typealias Options = imp_finger_explainer_options

  /// The format's own: makes templates, and compares them.
  let matcher: MatcherProbe
  let calls: ObjectCalls<Options>
  private let table: imp_finger_explainer_ability
  private let object: OpaquePointer
  private let lent: [GuardedMemory]

  static let create = "finger-explainer.create"
  static let explain = "finger-explainer.explain"
  private static let mostBytes =
    Int(IMP_EXPLAINED_MINUTIAE_MAXIMUM) * MemoryLayout<imp_explained_minutia>.stride
    + Int(IMP_EXPLAINED_SHARES_MAXIMUM) * MemoryLayout<imp_explained_share>.stride

  /// - Returns: `nil` where it explains no comparisons of that format.
  init?(_ matcher: MatcherProbe, threads: UInt32 = 1) throws {
    self.matcher = matcher
    table = try Self.table(matcher.plugin)
    calls = try Self.calls(matcher.plugin)
    let creation = try calls.make(Array(matcher.name.utf8)) { Self.options($0, threads: threads) }
    if creation.answer.status == IMP_E_UNSUPPORTED { return nil }
    object = try creation.made(Self.create, "for \(matcher.name) and \(threads) threads")
    lent = creation.lent
  }

  deinit { table.destroy(object) }

  private static func table(_ plugin: ProbePlugin) throws -> imp_finger_explainer_ability {
    try plugin.table(IMP_FINGER_EXPLAINER_ID, as: imp_finger_explainer_ability.self)
  }

  static func calls(_ plugin: ProbePlugin) throws -> ObjectCalls<Options> {
    let table = try table(plugin)
    return ObjectCalls(
      plugin: plugin, create: { table.create(plugin.plugin, $0, $1) }, destroy: { table.destroy($0) })
  }

  static func options(_ name: imp_text, threads: UInt32) -> Options {
    Options(size: structSize(Options.self), threads: threads, format: name)
  }

  /// Of each format that the plugin compares and explains.
  /// - Throws: ``CheckFailure`` where it explains none.
  static func all(_ plugin: ProbePlugin, note: @escaping (String) -> Void) throws -> [ExplainerProbe] {
    let found = try MatcherProbe.list(plugin).whole().compactMap {
      try ExplainerProbe(MatcherProbe(plugin, $0, note: note))
    }
    try expect(!found.isEmpty, "it explains none of the formats that it compares.", place: create)
    return found
  }

  /// Explains the comparison of two templates that lie before forbidden pages, read-only.
  /// - Parameter change: The fault to put into the struct.
  func explain(
    _ probe: some LentTemplate, _ reference: some LentTemplate, versions: (UInt32, UInt32)? = nil,
    _ room: LentRoom = LentRoom(), change: (inout imp_finger_explanation) -> Void = { _ in }
  ) throws -> ExplainedRoom {
    let (probe, reference) = (try probe.guarded(), try reference.guarded())
    let (probeVersion, referenceVersion) = versions ?? (matcher.version, matcher.version)
    let buffer = try LentBuffer(
      capacity: room.capacity ?? Self.mostBytes, filling: room.filling, side: room.side)
    var empty = imp_finger_explanation.toBeFilled
    change(&empty)
    let said = try GuardedMemory(copyOf: empty, side: room.side)
    let before = said.content
    let status = table.explain(
      object, probe.lent, probeVersion, reference.lent, referenceVersion, buffer.pointer,
      said.mutablePointer())
    let answer = CallAnswer(status, matcher.plugin.host)
    try buffer.expectWithin(status, Self.explain)
    return ExplainedRoom(
      answer: answer, said: said.pointer(as: imp_finger_explanation.self).pointee, buffer: buffer,
      isSaidUntouched: said.content == before)
  }
}

/// The results of an explanation; whatever it did not write is unchanged.
struct ExplainedRoom: RoomAnswer {
  let answer: CallAnswer
  let said: imp_finger_explanation
  let buffer: LentBuffer
  fileprivate let isSaidUntouched: Bool

  var isUntouched: Bool { isSaidUntouched && buffer.isUntouched }
  var isRoomUntouched: Bool { isSaidUntouched && buffer.isRoomUntouched }

  /// Struct and bytes; only with success.
  var all: [UInt8] { bytes(of: said) + buffer.content }

  /// The minutiae and shares that it says there are.
  /// - Throws: ``CheckFailure`` where the length is another.
  func read() throws -> (minutiae: [imp_explained_minutia], shares: [imp_explained_share]) {
    let (minutiaBytes, shareBytes) = (
      MemoryLayout<imp_explained_minutia>.stride, MemoryLayout<imp_explained_share>.stride
    )
    let sharesAt = Int(said.minutiae) * minutiaBytes
    try expect(
      said.minutiae <= UInt32(IMP_EXPLAINED_MINUTIAE_MAXIMUM)
        && said.shares <= UInt32(IMP_EXPLAINED_SHARES_MAXIMUM)
        && buffer.length == sharesAt + Int(said.shares) * shareBytes,
      "it says \(said.minutiae) minutiae and \(said.shares) shares, and wrote \(buffer.length) bytes.",
      place: ExplainerProbe.explain)
    let room = UnsafeRawBufferPointer(buffer.room.bytes)
    return (
      (0..<Int(said.minutiae)).map {
        room.loadUnaligned(fromByteOffset: $0 * minutiaBytes, as: imp_explained_minutia.self)
      },
      (0..<Int(said.shares)).map {
        room.loadUnaligned(fromByteOffset: sharesAt + $0 * shareBytes, as: imp_explained_share.self)
      }
    )
  }
}

extension imp_finger_explanation: SizedStruct {}
extension imp_finger_explainer_options: SizedStruct {}
