// SPDX-License-Identifier: Apache-2.0
import CFaceVectors
import ImprintPluginKit

/// The format of a plugin's templates: numbers of the model, and how they are compared.
struct VectorFormat: Sendable {
  let name: String
  private let raw: imp_vectors

  private enum Metric: String, CaseIterable {
    case cosine
    case euclideanUnit = "euclidean-unit"
    case euclidean
    case dotProduct = "dot-product"
  }
  private enum Values: String, CaseIterable { case float32, int8 }

  /// - Throws: `.argument` where parameters do not go, alone or together.
  init(of host: Host) throws(PluginFailure) {
    name = try host.value(of: EmbeddingParameters.format)
    guard !name.hasPrefix("imprint.") else {
      throw .parameter(
        EmbeddingParameters.format, "is '\(name)', and names that begin so are the bundled algorithms'",
        "Begin it with a name of yours, as org.example.faces.")
    }
    let metric = try host.choice(EmbeddingParameters.metric, of: Metric.self)
    let values = try host.choice(EmbeddingParameters.values, of: Values.self)
    if values == .int8, metric != .cosine {
      throw .parameter(
        EmbeddingParameters.values, "is int8, and metric is \(metric.rawValue)",
        "Bytes keep the direction alone: write float32, or compare by cosine.")
    }
    let code: imp_vectors_metric =
      switch metric {
      case .cosine: IMP_METRIC_COSINE
      case .euclideanUnit: IMP_METRIC_EUCLIDEAN_UNIT
      case .euclidean: IMP_METRIC_EUCLIDEAN
      case .dotProduct: IMP_METRIC_DOT
      }
    let tag = name.utf8.withContiguousStorageIfAvailable {
      $0.withMemoryRebound(to: CChar.self) { letters in
        letters.baseAddress.map { imp_vectors_tag($0, letters.count) } ?? 0
      }
    }
    raw = imp_vectors(
      tag: tag ?? 0, version: UInt32(try host.value(of: EmbeddingParameters.formatVersion)),
      count: UInt32(try host.value(of: EmbeddingParameters.embeddingLength)),
      is_int8: values == .int8 ? 1 : 0, metric: code,
      bound: Float(try host.value(of: EmbeddingParameters.similarityBound)), reserved: 0)
  }

  var version: UInt32 { raw.version }
  /// Of numbers.
  var count: Int { Int(raw.count) }
  /// Of a template.
  var payloadBytes: Int { withUnsafePointer(to: raw) { imp_vectors_payload_bytes($0) } }
  /// Of what is compared.
  var entryBytes: Int { withUnsafePointer(to: raw) { imp_vectors_entry_bytes($0) } }

  var similarities: ClosedRange<Float> {
    switch raw.metric {
    case IMP_METRIC_EUCLIDEAN_UNIT: -2...0
    case IMP_METRIC_EUCLIDEAN: -raw.bound...0
    case IMP_METRIC_DOT: -raw.bound...raw.bound
    default: -1...1
    }
  }

  /// - Throws: `.quality` where there is nothing to tell a face by, `.internal` where numbers are none.
  func template(of embedding: UnsafePointer<Float>) throws(PluginFailure) -> [UInt8] {
    var answer = IMP_VECTORS_NOT_FINITE
    let payload = [UInt8](unsafeUninitializedCapacity: payloadBytes) { memory, count in
      guard let start = memory.baseAddress else { return }
      answer = withUnsafePointer(to: raw) { imp_vectors_make($0, embedding, start) }
      count = answer == IMP_VECTORS_MADE ? payloadBytes : 0
    }
    switch answer {
    case IMP_VECTORS_MADE: return payload
    case IMP_VECTORS_ZERO:
      throw PluginFailure(
        .quality, "The model finds nothing in this picture: all its numbers are 0. Take another one.")
    default:
      throw PluginFailure(
        .internal,
        "The model gave a number that is not finite, or beyond a million. Does the manifest say its mean, "
          + "scale and colours as it was trained?")
    }
  }

  /// - Parameter entry: room for ``entryBytes``.
  /// - Throws: `.templateFormat`, `.templateVersion`, `.templateDamaged`.
  func prepare(_ template: TemplateView, into entry: UnsafeMutablePointer<UInt8>) throws(PluginFailure) {
    let kind = template.bytes.withUnsafeBytes { bytes -> imp_vectors_kind in
      guard let payload = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else {
        return IMP_VECTORS_DAMAGED
      }
      return withUnsafePointer(to: raw) { format in
        let kind = imp_vectors_judge(format, payload)
        if kind == IMP_VECTORS_GOOD { imp_vectors_prepare(format, payload, entry) }
        return kind
      }
    }
    switch kind {
    case IMP_VECTORS_GOOD: return
    case IMP_VECTORS_FOREIGN:
      throw PluginFailure(
        .templateFormat,
        "These are no bytes of a template of \(name). Compare it with the plugin that made it.")
    case IMP_VECTORS_OTHER_VERSION:
      throw PluginFailure(
        .templateVersion, "The template says another version than \(version). Enrol again, or update.")
    default:
      throw PluginFailure(
        .templateDamaged, "The template's check is not that of its bytes: it was damaged. Enrol again.")
    }
  }

  /// The similarities of a probe with entries that follow each other.
  func compare(
    _ probe: UnsafePointer<UInt8>, _ entries: UnsafePointer<UInt8>, _ count: Int,
    _ similarities: UnsafeMutablePointer<Float>
  ) {
    withUnsafePointer(to: raw) { imp_vectors_compare($0, probe, entries, count, similarities) }
  }
}
