// SPDX-License-Identifier: Apache-2.0
import ImprintFinger
import ImprintFingerCapture
import ImprintModel

/// A template as a card takes it: the best minutiae, as many as it takes, in its order.
enum FingerCardTemplate {
  static let types: Set<FingerTemplateType> = [.isoCompactCard, .isoRecord]

  /// - Parameter payload: of one of ``types``. Untrusted.
  /// - Throws: `badTemplate`, `tooFewMinutiae`.
  static func minutiae(
    of payload: [UInt8], type: FingerTemplateType, for demand: CompactCard.Demand
  ) throws(FingerCardError) -> CompactCard {
    do throws(FingerFormatError) {
      guard type == .isoRecord else { return try CompactCard(templatePayload: payload).cut(to: demand) }
      return try FingerRecord(reading: payload).compactCard(for: demand).value
    } catch {
      throw .template(error)
    }
  }

  static func otherType(_ type: FingerTemplateType) -> FingerCardError {
    FingerCardError(
      .badTemplate, place: "template type", reason: "no card takes \(type).",
      remedy: "Use \(FingerTemplateType.isoCompactCard) or \(FingerTemplateType.isoRecord).")
  }
}
