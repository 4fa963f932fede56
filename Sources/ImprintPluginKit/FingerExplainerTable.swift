// SPDX-License-Identifier: Apache-2.0
import CImprint

/// What `imprint.finger-explainer/1` asks of an author's plugin.
enum FingerExplainerTable {
  static func create(
    _ opened: OpenedPlugin, _ options: imp_finger_explainer_options
  ) throws(PluginFailure) -> ProvidedFingerExplainer {
    let plugin = try provided(opened.attached.fingerExplainer)
    let asked = try chosen(options.format, among: plugin.explainedFormats, threads: options.threads)
    return ProvidedFingerExplainer(
      host: opened.host, explainer: try plugin.makeFingerExplainer(asked), format: asked.format)
  }
}

/// What an `imp_finger_explainer` points to: checks a call's arguments, makes it, and writes the answer out.
final class ProvidedFingerExplainer {
  let host: Host
  private let explainer: any FingerExplainer
  private let format: MatcherFormat

  init(host: Host, explainer: any FingerExplainer, format: MatcherFormat) {
    self.host = host
    self.explainer = explainer
    self.format = format
  }

  func explain(
    _ probe: UnsafeRawBufferPointer, _ probeVersion: UInt32, _ reference: UnsafeRawBufferPointer,
    _ referenceVersion: UInt32, _ explained: LentBuffer, _ explanation: inout imp_finger_explanation
  ) throws(PluginFailure) {
    let probe = TemplateView(version: probeVersion, bytes: probe.bytes)
    let reference = TemplateView(version: referenceVersion, bytes: reference.bytes)
    try format.check(probe)
    try format.check(reference)
    var made = try explainer.explain(probe, reference)
    // What is given back is not to be found in memory that somebody else gets next.
    defer { made.wipe() }
    if let fault = made.fault(of: format) {
      throw PluginFailure(.internal, "\(format.name) made an explanation \(fault).")
    }
    try made.give(to: explained)
    explanation.minutiae = UInt32(made.probe.count + made.reference.count)
    explanation.shares = UInt32(made.shares.count)
    explanation.aligned = made.motion == nil ? 0 : 1
    explanation.similarity = made.similarity
    explanation.turn = made.motion?.turn ?? 0
    explanation.shift_x = made.motion?.right ?? 0
    explanation.shift_y = made.motion?.down ?? 0
  }
}

extension FingerExplanation {
  /// What the author has to keep to, and has not: the end of a sentence.
  fileprivate func fault(of format: MatcherFormat) -> String? {
    let count = probe.count + reference.count
    guard format.similarities.contains(similarity) else { return "of a similarity outside its stated range" }
    guard count <= Int(IMP_EXPLAINED_MINUTIAE_MAXIMUM), shares.count <= Int(IMP_EXPLAINED_SHARES_MAXIMUM)
    else { return "of \(count) minutiae and \(shares.count) shares" }
    if let motion {
      guard (-180...180).contains(motion.turn), (-1e7...1e7).contains(motion.right),
        (-1e7...1e7).contains(motion.down)
      else { return "with a motion outside its stated range" }
    }
    guard probe.allSatisfy(\.isInRange), reference.allSatisfy(\.isInRange) else {
      return "with a minutia outside its stated range"
    }
    guard shares.allSatisfy({ $0.isOf(probe.count, reference.count) }) else {
      return "with a share that is not finite, or of a minutia that is not there"
    }
    return nil
  }

  /// Writes minutiae and shares one after the other, in the contract's layout.
  fileprivate func give(to buffer: LentBuffer) throws(PluginFailure) {
    let minutiaBytes = MemoryLayout<imp_explained_minutia>.stride
    let shareBytes = MemoryLayout<imp_explained_share>.stride
    let length = (probe.count + reference.count) * minutiaBytes + shares.count * shareBytes
    try buffer.checkRoom(for: length)
    let room = buffer.room
    var at = 0
    func put<Raw: BitwiseCopyable>(_ raw: Raw, _ bytes: Int) {
      room.storeBytes(of: raw, toByteOffset: at, as: Raw.self)
      at += bytes
    }
    for minutia in probe { put(minutia.raw(IMP_EXPLAINED_PROBE), minutiaBytes) }
    for minutia in reference { put(minutia.raw(IMP_EXPLAINED_REFERENCE), minutiaBytes) }
    for share in shares { put(share.raw(after: probe.count), shareBytes) }
    buffer.state(length: length)
  }

  fileprivate mutating func wipe() {
    wipeValues(&probe)
    wipeValues(&reference)
    wipeValues(&shares)
  }
}

extension FingerExplanation.Minutia {
  fileprivate var isInRange: Bool {
    (0...1e6).contains(x) && (0...1e6).contains(y) && (0...360).contains(direction) && quality <= 100
  }

  fileprivate func raw(_ side: Int32) -> imp_explained_minutia {
    imp_explained_minutia(
      side: UInt32(side), kind: kind.rawValue, x: x, y: y, direction: direction, quality: quality)
  }
}

extension FingerExplanation.Pair {
  fileprivate func isOf(_ probes: Int, _ references: Int) -> Bool {
    (0..<probes).contains(probe) && (0..<references).contains(reference)
  }
}

extension FingerExplanation.Share {
  fileprivate func isOf(_ probes: Int, _ references: Int) -> Bool {
    guard value.isFinite else { return false }
    return switch reason {
    case .pair(let pair): pair.isOf(probes, references)
    case .edge(let one, let other): one.isOf(probes, references) && other.isOf(probes, references)
    case .missedOfProbe(let place): (0..<probes).contains(place)
    case .missedOfReference(let place): (0..<references).contains(place)
    case .ridges, .other: true
    }
  }

  /// - Parameter probes: how many minutiae come before those of the reference.
  fileprivate func raw(after probes: Int) -> imp_explained_share {
    let none = IMP_EXPLAINED_NONE
    var raw = imp_explained_share(
      kind: UInt32(IMP_SHARE_OTHER), value: value, probe: none, reference: none, other_probe: none,
      other_reference: none)
    switch reason {
    case .pair(let pair):
      raw.kind = UInt32(IMP_SHARE_PAIR)
      (raw.probe, raw.reference) = (UInt32(pair.probe), UInt32(probes + pair.reference))
    case .edge(let one, let other):
      raw.kind = UInt32(IMP_SHARE_EDGE)
      (raw.probe, raw.reference) = (UInt32(one.probe), UInt32(probes + one.reference))
      (raw.other_probe, raw.other_reference) = (UInt32(other.probe), UInt32(probes + other.reference))
    case .missedOfProbe(let place):
      raw.kind = UInt32(IMP_SHARE_MISSED)
      raw.probe = UInt32(place)
    case .missedOfReference(let place):
      raw.kind = UInt32(IMP_SHARE_MISSED)
      raw.reference = UInt32(probes + place)
    case .ridges: raw.kind = UInt32(IMP_SHARE_RIDGES)
    case .other: break
    }
    return raw
  }
}
