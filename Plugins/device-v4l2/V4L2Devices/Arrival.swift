// SPDX-License-Identifier: Apache-2.0

/// What a node that has just come turns out to be.
enum Arrival: Hashable {
  case isCamera
  case isOther
  /// It is to be looked at again.
  case waits

  /// The kernel tells of a node before its driver answers, and before udev has given it to its group: a
  /// program that opened it at once would be refused. As long as this is waited for either; real ones take a
  /// few milliseconds.
  private static let settling: UInt64 = 500_000_000

  /// - Parameters:
  ///   - index: of the nodes of one function of the device.
  ///   - elapsed: nanoseconds since it was told of.
  init(_ look: NodeLook, index: Int, after elapsed: UInt64) {
    switch look {
    case .camera: self = .isCamera
    case .other: self = .isOther
    case .denied, .silent:
      if elapsed < Arrival.settling {
        self = .waits
      } else {
        // It is there, and this process may not use it: a camera all the same, where it is the first of its
        // function.
        self = look == .denied && index == 0 ? .isCamera : .isOther
      }
    }
  }
}
