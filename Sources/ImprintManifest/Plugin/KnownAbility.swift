// SPDX-License-Identifier: Apache-2.0

/// The abilities that the contract (`CImprint`) has. Others are a vendor's own, and allowed.
struct KnownAbility: Sendable {
  let id: String
  /// Plugins provide it; otherwise the host does.
  let isOfPlugins: Bool
  /// The section of the manifest that describes it, and that it needs.
  let section: String?

  static let matcher = KnownAbility(id: "imprint.matcher/1", isOfPlugins: true, section: "matcher")

  static let all: [KnownAbility] = [
    KnownAbility(id: "imprint.camera/1", isOfPlugins: true, section: nil),
    KnownAbility(id: "imprint.camera-control/1", isOfPlugins: true, section: nil),
    KnownAbility(id: "imprint.device-watch/1", isOfPlugins: true, section: nil),
    KnownAbility(id: "imprint.microphone/1", isOfPlugins: true, section: nil),
    KnownAbility(id: "imprint.face-tracker/1", isOfPlugins: true, section: nil),
    KnownAbility(id: "imprint.face-capture/1", isOfPlugins: true, section: nil),
    matcher,
    KnownAbility(id: "imprint.card-reader/1", isOfPlugins: true, section: nil),
    KnownAbility(id: "imprint.host.log/1", isOfPlugins: false, section: nil),
    KnownAbility(id: "imprint.host.report/1", isOfPlugins: false, section: nil),
    KnownAbility(id: "imprint.host.files/1", isOfPlugins: false, section: nil),
    KnownAbility(id: "imprint.host.entitlement/1", isOfPlugins: false, section: nil),
  ]
}
