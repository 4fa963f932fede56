// SPDX-License-Identifier: Apache-2.0
import ImprintFinger
import ImprintFingerCapture
import ImprintModel

/// A template as a card takes it: the best minutiae, as many as it takes, in its order.
enum FingerCardTemplate {
  static let types: Set<FingerTemplateType> = [.isoCompactCard, .isoRecord]

  /// - Parameter payload: of one of ``types``. Untrusted.
  /// - Throws: `badTemplate`, also for a record of another finger or of several; `tooFewMinutiae`, also for
  ///   none where the card would take none: it could compare nothing.
  static func minutiae(
    of payload: [UInt8], type: FingerTemplateType, for information: BiometricInformation
  ) throws(FingerCardError) -> CompactCard {
    let demand = information.demand
    let minutiae: CompactCard
    if type == .isoRecord {
      let record = try reading { () throws(FingerFormatError) in try FingerRecord(reading: payload) }
      let view = try view(of: record, for: information.site)
      minutiae = try reading { () throws(FingerFormatError) in
        try record.compactCard(view: view, for: demand).value
      }
    } else {
      minutiae = try reading { () throws(FingerFormatError) in
        try CompactCard(templatePayload: payload).cut(to: demand)
      }
    }
    guard minutiae.count > 0 else {
      throw FingerCardError(
        .tooFewMinutiae, place: "minutiae", reason: "there are none that a card could compare.",
        remedy: "Take another picture of the finger, with more of it in contact with the sensor.")
    }
    return minutiae
  }

  private static func reading<Value>(
    _ work: () throws(FingerFormatError) -> Value
  ) throws(FingerCardError) -> Value {
    do throws(FingerFormatError) { return try work() } catch { throw .template(error) }
  }

  /// The index of the one view of that finger, else of the only one that may be of it.
  private static func view(of record: FingerRecord, for site: BodySite) throws(FingerCardError) -> Int {
    let sites = record.views.map(\.site)
    var fitting = sites.indices.filter { site != .unknown && sites[$0] == site }
    if fitting.isEmpty {
      fitting = sites.indices.filter { site == .unknown || sites[$0] == .unknown }
    }
    guard let view = fitting.first, fitting.count == 1 else {
      let named = sites.map { "\($0)" }.joined(separator: ", ")
      throw FingerCardError(
        .badTemplate, place: "record",
        reason: "the card's finger is \(site), and \(fitting.count) of the record's views fit: \(named).",
        remedy: "Give a record with one view, of the card's finger.")
    }
    return view
  }

  static func otherType(_ type: FingerTemplateType) -> FingerCardError {
    FingerCardError(
      .badTemplate, place: "template type", reason: "no card takes \(type).",
      remedy: "Use \(FingerTemplateType.isoCompactCard) or \(FingerTemplateType.isoRecord).")
  }
}
