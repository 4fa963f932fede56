// SPDX-License-Identifier: Apache-2.0

/// A minutia in the units of the compact card format.
struct CardMinutia: Hashable {
  /// Tenths of a millimetre; beyond 255 only with an extended order.
  var x: Int
  var y: Int
  /// Steps of 5.625 degrees, 0...63.
  var angle: Int
  var kind: Minutia.Kind

  /// The mean position, rounded; (0, 0) of none.
  static func middle(of minutiae: [CardMinutia]) -> (x: Int, y: Int) {
    guard !minutiae.isEmpty else { return (0, 0) }
    let count = Double(minutiae.count)
    let x = Double(minutiae.reduce(0) { $0 + $1.x }) / count
    let y = Double(minutiae.reduce(0) { $0 + $1.y }) / count
    return (Int(x.rounded()), Int(y.rounded()))
  }
}
