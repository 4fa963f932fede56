// SPDX-License-Identifier: Apache-2.0
import CVoice
import Glibc
import ImprintPluginKit

/// Compares templates by the cosine of their embeddings, and those of a phrase by its words as well. Any
/// thread.
struct VoiceComparer: TemplateComparer {
  let kind: VoiceKind

  func prepare(_ template: TemplateView) throws(PluginFailure) -> SpokenVoice {
    let kind = kind
    let read: Result<SpokenVoice, PluginFailure> = template.bytes.withUnsafeBytes { bytes in
      do throws(PluginFailure) {
        return .success(try VoiceTemplate.read(bytes, kind))
      } catch {
        return .failure(error)
      }
    }
    return try read.get()
  }

  func similarity(_ probe: SpokenVoice, _ reference: SpokenVoice) -> Float {
    let cosine = imp_voice_cosine(probe.embedding, reference.embedding)
    switch kind {
    // The lowest where it is no number, which no template that was read gives.
    case .free: return (0...1).contains(cosine) ? cosine : 0
    case .phrase:
      return PhraseScore.similarity(
        cosine: cosine, distance: Self.distance(of: probe.sequences, reference.sequences))
    }
  }

  /// The mean of all, the same either way; infinite without words.
  private static func distance(of ones: [WordSequence], _ others: [WordSequence]) -> Float {
    let all = ones.flatMap { one in others.map { one.distance(to: $0) } }
    return all.isEmpty ? .infinity : mean(all)
  }

  // MARK: Fusing

  /// The least cosine of a voice with the mean of the others.
  private static let alike: Float = 0.6

  func fuse(_ templates: [SpokenVoice]) throws(PluginFailure) -> Fusion {
    guard templates.count > 1 else {
      guard let only = templates.first else {
        throw PluginFailure(.argument, "There is no template to fuse.")
      }
      return Fusion(template: VoiceTemplate.bytes(of: only, kind), of: 1)
    }
    // A sum of floating-point numbers depends on their order.
    let ordered = templates.sorted { Self.isBefore($0, $1) }
    for (index, one) in ordered.enumerated() {
      let others = SpokenVoice()
      guard Self.add(ordered.enumerated().filter { $0.offset != index }.map(\.element), into: others),
        imp_voice_cosine(one.embedding, others.embedding) >= Self.alike
      else {
        throw PluginFailure(
          .templatesDisagree,
          "One of \(templates.count) templates is not like the others: somebody else's, or of a poor sound. "
            + "Leave it out.")
      }
    }
    let fused = SpokenVoice()
    guard Self.add(ordered, into: fused) else {
      throw PluginFailure(.templatesDisagree, "The templates have no direction in common.")
    }
    fused.sounds = min(255, ordered.reduce(0) { $0 + $1.sounds })
    if kind == .phrase { fused.sequences = try Self.best(of: ordered.flatMap(\.sequences)) }
    return Fusion(template: VoiceTemplate.bytes(of: fused, kind), of: templates.count)
  }

  /// The direction of the sum of embeddings, each as often as it has sounds.
  private static func add(_ voices: [SpokenVoice], into sum: SpokenVoice) -> Bool {
    withUnsafeTemporaryAllocation(of: Double.self, capacity: SpokenVoice.length) { total in
      guard let start = total.baseAddress else { return false }
      total.initialize(repeating: 0)
      defer { imp_voice_erase(start, SpokenVoice.length * MemoryLayout<Double>.size) }
      for voice in voices {
        for index in 0..<SpokenVoice.length {
          start[index] += Double(voice.embedding[index]) * Double(voice.sounds)
        }
      }
      return imp_voice_direction(start, sum.embedding) != 0
    }
  }

  /// Of so many sequences all are compared with all, and others with those that are chosen: of 64 templates
  /// with four each that would take minutes.
  private static let mostCompared = 16

  /// Those that are least unlike all others, at most as many as a template holds.
  private static func best(of all: [WordSequence]) throws(PluginFailure) -> [WordSequence] {
    let ordered = all.sorted { isBefore($0.bytes, $1.bytes) }
    let (compared, others) = (ordered.prefix(mostCompared), ordered.dropFirst(mostCompared))
    var distances = [[Float]](repeating: [], count: compared.count)
    for one in compared.indices {
      for other in compared.indices.dropFirst(one + 1) {
        let distance = compared[one].distance(to: compared[other])
        distances[one].append(distance)
        distances[other].append(distance)
      }
    }
    let means = distances.map(mean)
    let places = compared.indices.sorted { (means[$0], $0) < (means[$1], $1) }
      .prefix(VoiceTemplate.mostSequences).sorted()
    let chosen = places.map { compared[$0] }
    let toChosen = others.map { other in mean(chosen.map { $0.distance(to: other) }) }
    guard (means + toChosen).allSatisfy({ $0 <= PhraseScore.otherWords }) else {
      throw PluginFailure(
        .templatesDisagree,
        "One of the templates is not of the same phrase as the others. Leave it out.")
    }
    return chosen
  }

  /// In an order of their own, so that it does not depend on where they come from; 0 of none.
  private static func mean(_ distances: [Float]) -> Float {
    distances.isEmpty ? 0 : distances.sorted().reduce(0, +) / Float(distances.count)
  }

  private static func isBefore(_ one: SpokenVoice, _ other: SpokenVoice) -> Bool {
    let bytes = SpokenVoice.length * MemoryLayout<Float>.size
    let order = memcmp(one.embedding, other.embedding, bytes)
    return order == 0 ? one.sounds < other.sounds : order < 0
  }

  private static func isBefore(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
    guard one.count == other.count, let first = one.baseAddress, let second = other.baseAddress else {
      return one.count < other.count
    }
    return memcmp(first, second, one.count) < 0
  }
}
