// SPDX-License-Identifier: Apache-2.0
public import Imprint
public import ImprintAttackEvaluation
private import ImprintSession

extension AttackRun {
  /// Of puppets before the captures of a system.
  /// - Parameters:
  ///   - photographs: where the puppets' photographs come from.
  ///   - date: the day, `2026-11-24`.
  public static func puppets(
    _ system: BiometricSystem, photographs: DataSet, date: String
  ) -> AttackRun {
    let plugins = system.set.plugins.map { Version(name: $0.id, version: $0.version.description) }
    return AttackRun(
      dataSet: photographs,
      versions: [Version(name: "imprint", version: BuildInformation.version.description)] + plugins,
      species: PuppetSpecies.allCases.compactMap(\.description), isSynthetic: true, sharesFaceMesh: true,
      noDecisionPolicy: "The person may try again; after five attempts captures are locked for a while.",
      processor: HostProcessor.model(), date: date)
  }
}
