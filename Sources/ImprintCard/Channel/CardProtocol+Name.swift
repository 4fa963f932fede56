// SPDX-License-Identifier: Apache-2.0
public import ImprintRuntime

extension CardProtocol {
  /// What people call it: `T=0`, `T=1`, `raw`.
  public var name: String {
    switch self {
    case .t0: "T=0"
    case .t1: "T=1"
    case .raw: "raw"
    }
  }
}
