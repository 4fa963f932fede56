// SPDX-License-Identifier: Apache-2.0
internal import ImprintStore

/// The file of a claimant's state. Numbers are little-endian:
///
///     8 bytes   "imprvoic"
///     1 byte    version, 1
///     text      the claimant's id
///     …         the state, field by field
///     32 bytes  SHA-256 of all before, in any version
///
/// A text is its length as u16 and as many bytes of UTF-8; a list is its count as u16 and its items; a
/// template is the length of its envelope as u32 and that. Whatever is not exactly what is written here is
/// damaged. The hash finds damage, and keeps nobody who may write the file from writing another one.
enum ClaimantStateFile {
  /// More than the longest.
  static let mostBytes = 8 << 20
  private static let magic = Array("imprvoic".utf8)
  private static let version: UInt8 = 1
  private static let hashBytes = 32

  static func encode(_ state: ClaimantState, of claimant: VoiceClaimantID) -> [UInt8] {
    var writer = StateWriter(bytes: magic + [version])
    writer.put("\(claimant)")
    writer.put(state.issued)
    writer.put(state.isDeleted)
    writer.put(state.user?.description ?? "")
    writer.put(state.configuration)
    writer.put(state.registration?.description ?? "")
    writer.put(state.open.map { [$0] } ?? []) { $0.put($1) }
    writer.put(state.last.map { [$0] } ?? []) { $0.put($1) }
    writer.put(state.probes) { $0.put($1) }
    for prints in [state.prints.registration, state.prints.claimants, state.prints.anybodys] {
      writer.put(prints) { $0.put($1) }
    }
    writer.put(state.audit) { $0.put($1) }
    return writer.bytes + ContentHash(of: writer.bytes).bytes
  }

  /// - Throws: `damaged` for anything but what ``encode(_:of:)`` writes, and `newerRecord`.
  static func decode(
    _ bytes: [UInt8], of claimant: VoiceClaimantID, place: String
  ) throws(VoiceError) -> ClaimantState {
    let content = Array(bytes.dropLast(hashBytes))
    guard content.count > magic.count, content.starts(with: magic),
      bytes.suffix(hashBytes).elementsEqual(ContentHash(of: content).bytes)
    else { throw .damaged(place, "its hash does not match, or it is no claimant's state.") }
    guard content[magic.count] <= version else {
      throw VoiceError(
        .newerRecord, place: place, reason: "it has version \(content[magic.count]); this reads \(version).",
        remedy: "Update Imprint.")
    }
    var reader = StateReader(content.dropFirst(magic.count + 1))
    guard let state = state(&reader, claimant), reader.isEmpty,
      encode(state, of: claimant).elementsEqual(bytes)
    else { throw .damaged(place, "its content is no claimant's state.") }
    return state
  }

  private static func state(_ reader: inout StateReader, _ claimant: VoiceClaimantID) -> ClaimantState? {
    guard reader.text() == "\(claimant)", let issued = reader.number(Int64.self),
      let isDeleted = reader.flag(), let user = reader.id(), let configuration = reader.text(),
      let registration = reader.id(), let open = reader.list(1, { $0.open() }),
      let last = reader.list(1, { $0.last() }),
      let probes = reader.list(ClaimantState.mostProbes, { $0.template() }),
      let registrations = reader.list(KnownPrints.most, { $0.utterance() }),
      let claimants = reader.list(KnownPrints.most, { $0.utterance() }),
      let anybodys = reader.list(KnownPrints.most, { $0.utterance() }),
      let audit = reader.list(ClaimantState.mostAudit, { $0.entry(claimant) })
    else { return nil }
    var state = ClaimantState(issued: issued)
    state.isDeleted = isDeleted
    state.user = user.value
    state.configuration = configuration
    state.registration = registration.value
    (state.open, state.last) = (open.first, last.first)
    (state.probes, state.audit) = (probes, audit)
    state.prints = KnownPrints(registration: registrations, claimants: claimants, anybodys: anybodys)
    return state
  }
}

extension VoiceError {
  static func damaged(_ place: String, _ reason: String) -> VoiceError {
    VoiceError(
      .damaged, place: place, reason: reason,
      remedy: "Restore the folder from a copy, or delete the claimant and register again.")
  }
}
