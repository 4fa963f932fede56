// SPDX-License-Identifier: Apache-2.0

extension FingerRecord {
  /// The same minutiae as a record by ISO/IEC 19794-2:2005, and what it cannot hold of them.
  ///
  /// Extended data stays where a record is of that edition already; from others it is left out, since its
  /// areas are laid out differently. The edition of 2011 says vendor and type of each view's sensor, in 16
  /// bits each, and not which requirements it was certified for: of such a record the capture device is 0.
  /// - Complexity: O(minutiae).
  public func convertedToISO2005() -> FingerConversion<FingerRecord> {
    guard format != .iso2005 else { return FingerConversion(value: self, losses: []) }
    var losses: [FingerLoss] = []
    // 2 degrees fall between steps of 1.40625.
    if format == .ansi2004 { losses.append(.angleResolution(degrees: 360.0 / 256)) }
    if product != nil { losses.append(.product) }
    var converted: [FingerView] = []
    var numbers: [UInt8: UInt8] = [:]
    for (index, view) in views.enumerated() {
      losses += additions.indices.contains(index) ? Self.losses(of: additions[index], in: index) : []
      var copy = view
      let place = numbers[view.fingerCode, default: 0]
      numbers[view.fingerCode] = place &+ 1
      if view.number > 15 {
        losses.append(.viewNumber(view: index, number: view.number))
        copy.number = min(15, place)
      }
      if view.impressionCode > 15 {
        losses.append(.impression(view: index, code: view.impressionCode))
        copy.impressionCode = 15
      }
      if !view.extendedData.isEmpty {
        losses.append(.extendedData(view: index, bytes: view.extendedData.count))
        copy.extendedData = []
      }
      converted.append(copy)
    }
    return FingerConversion(
      value: FingerRecord(views: converted, captureDevice: captureDevice), losses: losses)
  }

  /// What neither another record nor a card holds of a view.
  static func losses(of addition: Addition, in view: Int) -> [FingerLoss] {
    var losses: [FingerLoss] = []
    if addition.captureTime.contains(where: { $0 != 0xFF }) { losses.append(.captureTime(view: view)) }
    if addition.technology != 0 { losses.append(.sensorTechnology(view: view)) }
    if addition.sensorVendor != 0 || addition.sensorType != 0 { losses.append(.sensorType(view: view)) }
    if !addition.qualities.isEmpty {
      losses.append(.qualityAlgorithms(view: view, count: addition.qualities.count))
    }
    if addition.certificates > 0 {
      losses.append(.certificates(view: view, count: addition.certificates))
    }
    return losses
  }
}
