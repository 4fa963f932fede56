// SPDX-License-Identifier: Apache-2.0
public import ImprintManifest
public import ImprintRuntime

extension DeviceKind {
  /// The ability that plugins for such devices have.
  public var ability: AbilityID {
    switch self {
    case .camera: .camera
    case .microphone: .microphone
    case .cardReader: .cardReader
    }
  }
}
