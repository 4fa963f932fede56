// SPDX-License-Identifier: Apache-2.0
public import ImprintManifest

extension DeviceKind {
  /// The ability of plugins that open such devices.
  public var ability: AbilityID {
    switch self {
    case .camera: .camera
    case .microphone: .microphone
    case .cardReader: .cardReader
    case .fingerReader: .fingerReader
    }
  }
}
