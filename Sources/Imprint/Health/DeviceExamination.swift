// SPDX-License-Identifier: Apache-2.0
private import ImprintManifest
internal import ImprintRuntime

/// This user's access to cameras, sound cards and the smart card service, from device nodes and groups, and
/// from the service's answer to a version query. No device is opened for use, and no plugin runs.
extension HealthExamination {
  /// For each kind of device that an installed plugin serves, or that this machine has: its nodes, whether
  /// they are accessible, what keeps them busy, and what is missing.
  func devices(of catalog: PluginCatalog, on machine: DeviceMachine = DeviceMachine()) -> [HealthFinding] {
    NodeClass.allCases.flatMap { nodes(of: $0, catalog, machine) } + smartCards(of: catalog, machine)
  }

  private func nodes(
    of kind: NodeClass, _ catalog: PluginCatalog, _ machine: DeviceMachine
  ) -> [HealthFinding] {
    let nodes = machine.nodes(of: kind)
    let isProvided = Self.isProvided(kind.device, in: catalog)
    guard !nodes.isEmpty else {
      // No camera, and no plugin for one, is no finding.
      return isProvided ? [.fine(.device, kind.pattern, "no \(kind.device.rawValue) was found")] : []
    }
    guard isProvided else {
      return [
        HealthFinding(
          .device, .doubtful, place: kind.pattern, code: "no-plugin",
          fact:
            "\(nodes.count) nodes exist, but no plugin for a \(kind.device.rawValue) that finds them.",
          remedy: "Install one, such as those that come with Imprint.")
      ]
    }
    return nodes.map { node in finding(of: node, kind, machine) }
  }

  private func finding(of node: DeviceNode, _ kind: NodeClass, _ machine: DeviceMachine) -> HealthFinding {
    guard node.isAllowed else {
      return HealthFinding(
        .device, .broken, place: node.path, code: "denied", fact: node.refusal,
        remedy: machine.remedy(for: node, group: kind.group))
    }
    let users = machine.users(of: node)
    guard users.isEmpty else {
      return HealthFinding(
        .device, .doubtful, place: node.path, code: "busy",
        fact: "it is in use by \(users.map(\.text).joined(separator: ", ")).",
        remedy:
          "Close that program, or choose another device; some cameras and sound cards serve one at a time.")
    }
    return .fine(.device, node.path, "may be used")
  }

  private func smartCards(of catalog: PluginCatalog, _ machine: DeviceMachine) -> [HealthFinding] {
    // Without such a plugin the service is not used.
    guard Self.isProvided(.cardReader, in: catalog) else { return [] }
    switch machine.cardService {
    case .running: return [.fine(.device, machine.cardSocket, "the smart card service answers")]
    case .missing:
      return [
        HealthFinding(
          .device, .doubtful, place: machine.cardSocket, code: "service-missing",
          fact: "the smart card service is not running: there is no socket.",
          remedy:
            "Install pcscd, and start it: `systemctl enable --now pcscd.socket`, or `pcscd` without systemd.")
      ]
    case .refused:
      return [
        HealthFinding(
          .device, .broken, place: machine.cardSocket, code: "service-refused",
          fact: "the smart card service is not running: nothing listens on its socket.",
          remedy:
            "Start it again: `systemctl restart pcscd.socket pcscd.service`, or `pcscd` without systemd.")
      ]
    case .full: return [stuck("accepts no connections: its queue is full", machine)]
    case .silent: return [stuck("does not answer within \(machine.cardPatience)", machine)]
    case .denied(let reason):
      return [
        HealthFinding(
          .device, .broken, place: machine.cardSocket, code: "denied", fact: reason,
          remedy: "Give this user access: check the mode of the socket and of its folder.")
      ]
    case .hangsUp:
      return [
        HealthFinding(
          .device, .broken, place: machine.cardSocket, code: "denied",
          fact:
            "the smart card service closes this user's connections, as it does where polkit's rules deny access.",
          remedy:
            "Log in at this machine itself, not over the network; or allow org.debian.pcsc-lite.access_pcsc and "
            + "access_card to this user in /etc/polkit-1/rules.d.")
      ]
    }
  }

  private func stuck(_ what: String, _ machine: DeviceMachine) -> HealthFinding {
    HealthFinding(
      .device, .broken, place: machine.cardSocket, code: "service-stuck",
      fact: "the smart card service \(what).",
      remedy: "Restart it: `systemctl restart pcscd.service`, or `pcscd` without systemd.")
  }

  /// Whether a plugin finds devices of a kind: one that can watch them. A player of recordings finds none.
  private static func isProvided(_ kind: DeviceKind, in catalog: PluginCatalog) -> Bool {
    catalog.found.contains {
      $0.manifest.provides.contains(kind.ability)
        && (kind == .cardReader || $0.manifest.provides.contains(.deviceWatch))
    }
  }
}
