// SPDX-License-Identifier: Apache-2.0
internal import ImprintCalls

/// Whether the events of one reader come in the order that the contract demands.
struct FingerEventOrder: Sendable {
  private enum Sensor {
    case empty
    case covered
    /// Events were lost.
    case unknown
  }

  /// Whether the reader tells presence, as far as is known.
  private var tellsPresence: Bool
  private var sensor = Sensor.empty
  private var last: (timestamp: UInt64, sequence: UInt64)?

  init(tellsPresence: Bool) { self.tellsPresence = tellsPresence }

  /// Takes the next event.
  mutating func take(_ event: FingerReaderEvent) throws(ContractBreach) {
    if let last {
      guard event.timestamp >= last.timestamp, event.sequence > last.sequence else {
        throw ContractBreach("the event's timestamp or number is not monotonic.")
      }
    }
    if event.sequence > (last.map { $0.sequence + 1 } ?? 0) { sensor = .unknown }
    last = (event.timestamp, event.sequence)
    switch event.kind {
    case .arrived:
      guard sensor != .covered else { throw ContractBreach("a finger arrives that has not been lifted.") }
      (sensor, tellsPresence) = (.covered, true)
    case .lifted:
      guard sensor != .empty else { throw ContractBreach("a finger is lifted that has not arrived.") }
      (sensor, tellsPresence) = (.empty, true)
    case .image, .retry:
      guard sensor != .empty || !tellsPresence else {
        throw ContractBreach("there is a scan while no finger is on the sensor.")
      }
    }
  }
}
