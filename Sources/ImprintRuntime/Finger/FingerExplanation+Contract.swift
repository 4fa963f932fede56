// SPDX-License-Identifier: Apache-2.0
internal import CImprint
internal import ImprintCalls

extension FingerExplanation {
  /// The longest that a plugin may make.
  static let mostBytes =
    Int(IMP_EXPLAINED_MINUTIAE_MAXIMUM) * MemoryLayout<imp_explained_minutia>.stride
    + Int(IMP_EXPLAINED_SHARES_MAXIMUM) * MemoryLayout<imp_explained_share>.stride

  /// What a plugin made, validated.
  /// - Parameters:
  ///   - room: The buffer it was lent; the explanation is the prefix of the reported length.
  ///   - similarity: Of the same comparison by the matcher.
  init(
    _ room: [UInt8], length: Int, _ raw: imp_finger_explanation, of similarity: Float
  ) throws(ContractBreach) {
    try checkSize(of: raw)
    guard raw.minutiae <= UInt32(IMP_EXPLAINED_MINUTIAE_MAXIMUM),
      raw.shares <= UInt32(IMP_EXPLAINED_SHARES_MAXIMUM)
    else {
      throw ContractBreach("its explanation has \(raw.minutiae) minutiae and \(raw.shares) shares.")
    }
    let minutiaBytes = MemoryLayout<imp_explained_minutia>.stride
    let shareBytes = MemoryLayout<imp_explained_share>.stride
    let sharesAt = Int(raw.minutiae) * minutiaBytes
    guard length == sharesAt + Int(raw.shares) * shareBytes, length <= room.count else {
      throw ContractBreach(
        "its explanation has \(UInt(bitPattern: length)) bytes for \(raw.minutiae) minutiae and "
          + "\(raw.shares) shares.")
    }
    guard raw.similarity.bitPattern == similarity.bitPattern else {
      throw ContractBreach(
        "it explains a similarity of \(raw.similarity), and compares the same templates as \(similarity).")
    }
    var minutiae: [Minutia] = []
    minutiae.reserveCapacity(Int(raw.minutiae))
    for index in 0..<Int(raw.minutiae) {
      let read = room.withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: index * minutiaBytes, as: imp_explained_minutia.self)
      }
      minutiae.append(try Minutia(read))
    }
    let probes = minutiae.prefix { $0.side == .probe }.count
    guard minutiae[probes...].allSatisfy({ $0.side == .reference }) else {
      throw ContractBreach("a minutia of the probe comes after one of the reference.")
    }
    var shares: [Share] = []
    shares.reserveCapacity(Int(raw.shares))
    for index in 0..<Int(raw.shares) {
      let read = room.withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: sharesAt + index * shareBytes, as: imp_explained_share.self)
      }
      shares.append(try Share(read, probes: 0..<probes, references: probes..<minutiae.count))
    }
    self.similarity = raw.similarity
    self.minutiae = minutiae
    self.shares = shares
    motion = try Motion(raw)
    let sum = shares.reduce(0) { $0 + Double($1.value) }
    let magnitude = shares.reduce(0) { $0 + abs(Double($1.value)) }
    guard abs(sum - Double(similarity)) <= magnitude / 10_000 else {
      throw ContractBreach("its shares add up to \(sum), and the similarity is \(similarity).")
    }
  }
}

extension FingerExplanation.Minutia {
  fileprivate init(_ raw: imp_explained_minutia) throws(ContractBreach) {
    let side: FingerExplanation.Side? =
      switch Int32(bitPattern: raw.side) {
      case IMP_EXPLAINED_PROBE: .probe
      case IMP_EXPLAINED_REFERENCE: .reference
      default: nil
      }
    let kind: Kind? =
      switch Int32(bitPattern: raw.kind) {
      case IMP_MINUTIA_OTHER: .other
      case IMP_MINUTIA_ENDING: .ending
      case IMP_MINUTIA_BIFURCATION: .bifurcation
      default: nil
      }
    guard let side, let kind, (0...1e6).contains(raw.x), (0...1e6).contains(raw.y),
      (0...360).contains(raw.direction), raw.quality <= 100
    else { throw ContractBreach("a minutia of its explanation has a value outside of its range.") }
    self.side = side
    self.kind = kind
    (x, y, direction) = (Double(raw.x), Double(raw.y), Double(raw.direction))
    quality = raw.quality < 0 ? nil : Double(raw.quality)
  }
}

extension FingerExplanation.Share {
  fileprivate init(
    _ raw: imp_explained_share, probes: Range<Int>, references: Range<Int>
  ) throws(ContractBreach) {
    func place(_ index: UInt32) -> Int? { index == IMP_EXPLAINED_NONE ? nil : Int(index) }
    (probe, reference) = (place(raw.probe), place(raw.reference))
    (otherProbe, otherReference) = (place(raw.other_probe), place(raw.other_reference))
    value = raw.value
    let named = [probe, reference, otherProbe, otherReference].map { $0 != nil }
    let kind: Kind? =
      switch Int32(bitPattern: raw.kind) {
      case IMP_SHARE_PAIR where named == [true, true, false, false]: .pair
      case IMP_SHARE_EDGE where named == [true, true, true, true]: .edge
      case IMP_SHARE_MISSED where named == [true, false, false, false]: .missed
      case IMP_SHARE_MISSED where named == [false, true, false, false]: .missed
      case IMP_SHARE_RIDGES where !named.contains(true): .ridges
      case IMP_SHARE_OTHER where !named.contains(true): .other
      default: nil
      }
    guard let kind, value.isFinite, [probe, otherProbe].allSatisfy({ $0.map(probes.contains) ?? true }),
      [reference, otherReference].allSatisfy({ $0.map(references.contains) ?? true })
    else { throw ContractBreach("a share of its explanation has a value outside of its range.") }
    self.kind = kind
  }
}

extension FingerExplanation.Motion {
  /// `nil` where nothing lies on anything.
  fileprivate init?(_ raw: imp_finger_explanation) throws(ContractBreach) {
    let isNone = raw.turn == 0 && raw.shift_x == 0 && raw.shift_y == 0
    guard raw.aligned == 1 || raw.aligned == 0 && isNone, (-180...180).contains(raw.turn),
      (-1e7...1e7).contains(raw.shift_x), (-1e7...1e7).contains(raw.shift_y)
    else {
      throw ContractBreach(
        "its explanation has the motion \(raw.turn), \(raw.shift_x), \(raw.shift_y) with aligned \(raw.aligned)."
      )
    }
    guard raw.aligned == 1 else { return nil }
    (turn, right, down) = (Double(raw.turn), Double(raw.shift_x), Double(raw.shift_y))
  }
}
