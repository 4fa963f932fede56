// SPDX-License-Identifier: Apache-2.0
public import CImprint

/// A struct made wrong, and the status that a plugin must answer then.
public struct Change<Struct>: Sendable {
  public let status: imp_status
  public let make: @Sendable (inout Struct) -> Void

  public init(_ status: imp_status, _ make: @escaping @Sendable (inout Struct) -> Void) {
    self.status = status
    self.make = make
  }
}
