// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A process with other privileges than the user who started it and set its environment.
package enum ElevatedProcess {
  /// Whether this one is.
  package static var isElevated: Bool {
    if getuid() != geteuid() || getgid() != getegid() { return true }
    // Swift's Glibc module lacks <sys/auxv.h>. Without getauxval, assume elevated.
    guard let symbol = dlsym(nil, "getauxval") else { return true }
    typealias GetAuxiliaryValue = @convention(c) (UInt) -> UInt
    let secure: UInt = 23  // AT_SECURE
    return unsafeBitCast(symbol, to: GetAuxiliaryValue.self)(secure) != 0
  }
}
