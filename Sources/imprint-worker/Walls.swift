// SPDX-License-Identifier: Apache-2.0
internal import CImprintLinux
internal import Glibc

/// The walls, set up one after the other before any code of the plugin is mapped. Each is attempted; the host
/// decides whether to continue without one.
struct Walls {
  /// Those in effect: a sum of `IMP_WALL_...`.
  private(set) var standing: UInt32 = 0
  /// Why others failed, by the wall's bit: the system's `errno`.
  private(set) var failures: (Int32, Int32, Int32, Int32, Int32) = (0, 0, 0, 0, 0)

  init(_ start: Start) {
    let withNetwork: Int32 = start.withNetwork ? 1 : 0
    failures.0 = close(IMP_WALL_NAMESPACES) { imp_wall_namespaces(withNetwork) }
    failures.3 = close(IMP_WALL_FILES) {
      start.granted.withUnsafeBufferPointer {
        var grants = imp_grants(
          objects: $0.baseAddress, readable: start.readable, listable: start.listable, usable: start.usable)
        return imp_wall_files(&grants, withNetwork)
      }
    }
    for descriptor in start.granted { Glibc.close(descriptor) }
    failures.1 = close(IMP_WALL_PRIVILEGES) { imp_wall_privileges() }
    var limits = start.limits
    failures.2 = close(IMP_WALL_LIMITS) { imp_wall_limits(&limits) }
    failures.4 = close(IMP_WALL_CALLS) {
      imp_wall_calls(withNetwork, start.devices, start.services, start.answers)
    }
  }

  private mutating func close(_ wall: Int32, _ body: () -> Int32) -> Int32 {
    let result = body()
    if result == 0 { standing |= UInt32(wall) }
    return -result
  }

  /// Whether all of those are in effect.
  func stand(_ required: UInt32) -> Bool { standing & required == required }
}
