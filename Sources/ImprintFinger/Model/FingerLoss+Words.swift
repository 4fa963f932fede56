// SPDX-License-Identifier: Apache-2.0

extension FingerLoss: CustomStringConvertible {
  /// What was lost, for people: "12 minutiae, of least quality". It contains no minutia.
  public var description: String {
    switch self {
    case .positionResolution(let pixels): "positions, to steps of \(Self.text(pixels)) pixels"
    case .angleResolution(let degrees): "angles, to steps of \(Self.text(degrees)) degrees"
    case .minutiaQualities(let count): "the qualities of \(count) minutiae"
    case .minutiaeBeyondLimit(let count): "\(count) minutiae, of least quality: more than are taken"
    case .minutiaeOutOfReach(let count): "\(count) minutiae, outside of what a coordinate reaches"
    case .origin(let x, let y):
      "the origin: positions count from \(Self.text(x)) pixels to the right and \(Self.text(y)) down"
    case .extendedData(let view, let bytes): "\(bytes) bytes of extended data of view \(view)"
    case .fingerAndImpression: "which finger it is, and how it was taken"
    case .impression(let view, let code): "the impression \(code) of view \(view), which became 15"
    case .viewNumber(let view, let number): "the number \(number) of view \(view)"
    case .pictureQuality: "the quality of the picture"
    case .qualityAlgorithms(let view, let count): "\(count) qualities of view \(view), with their algorithms"
    case .picture: "the size and resolution of the picture"
    case .otherViews(let count): "\(count) other views"
    case .product: "the product that wrote it"
    case .captureDevice: "the identifier of the sensor"
    case .captureTime(let view): "when view \(view) was captured"
    case .sensorTechnology(let view): "the sensor's technology, of view \(view)"
    case .sensorType(let view): "the sensor's vendor and type, of view \(view)"
    case .certificates(let view, let count): "\(count) certificates of the sensor, of view \(view)"
    }
  }

  /// With two decimals at most.
  private static func text(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
}
