// SPDX-License-Identifier: Apache-2.0
internal import ImprintSettings

/// Resolves the plugins of a variant from manifests only.
public enum Resolution {
  /// Resolves a variant to its plugin set.
  ///
  /// Every ability that the variant needs, and every ability that a plugin of the set needs, is met by
  /// exactly one plugin: a chosen one, else one of the variant's default plugins. Other installed plugins are
  /// never used implicitly.
  ///
  /// Devices are distinguished by name, so an ability of devices may be met by several plugins: the chosen
  /// ones that provide it, else all of the variant's that are installed. They belong to the set even if
  /// nobody needs a device of the kind.
  /// - Parameters:
  ///   - variant: what is needed, and the default plugins (F6).
  ///   - ids: plugins that replace the defaults for what they provide.
  ///   - available: installed plugins; the first of each id counts.
  ///   - disabled: installed but disabled plugins; used only for error messages.
  ///   - unusable: installed plugins that cannot be used; likewise.
  /// - Throws: ``ResolutionError`` with all problems (F5).
  /// - Complexity: O(needs × plugins). Nothing is opened or loaded. Thread-safe.
  public static func resolve(
    variant: VariantManifest, choosing ids: [String], available: [PluginManifest],
    disabled: [DisabledPlugin] = [], unusable: [UnusablePlugin] = []
  ) throws(ResolutionError) -> PluginSet {
    var resolver = Resolver(
      variant: variant, ids: ids, available: available, disabled: disabled, unusable: unusable)
    resolver.meetNeeds()
    resolver.checkChosen()
    let plugins = resolver.ordered()
    let templates = resolver.templates()
    let writes = resolver.written(of: templates)
    if let error = ResolutionError(resolver.problems) { throw error }
    return PluginSet(
      variant: variant.variant, plugins: plugins, providers: resolver.providers, templates: templates,
      writes: writes,
      soldFeatures: variant.features,
      extraFeatures: variant.extraFeatures, isolation: variant.isolation, network: variant.network)
  }
}

extension Resolution {
  /// The same for a variant given by name.
  /// - Throws: ``ResolutionError`` `unknownVariant`, with the nearest name, or as above.
  public static func resolve(
    variantNamed name: String, among variants: [VariantManifest], choosing ids: [String],
    available: [PluginManifest], disabled: [DisabledPlugin] = [], unusable: [UnusablePlugin] = []
  ) throws(ResolutionError) -> PluginSet {
    if let variant = variants.first(where: { $0.variant == name }) {
      return try resolve(
        variant: variant, choosing: ids, available: available, disabled: disabled, unusable: unusable)
    }
    let names = variants.map(\.variant).sorted()
    let nearest = NearestWord.to(name, among: names)
    let installed =
      names.isEmpty
      ? "None is installed: name an installation's folder with --root, or install Imprint."
      : "Installed: \(names.joined(separator: ", "))."
    let problem = ResolutionProblem(
      code: .unknownVariant, place: "variant \(Shown.plain(name))",
      reason: "No installed variant has that name.",
      remedy: nearest.map { "Did you mean '\($0)'?" } ?? installed, need: nil,
      candidates: nearest.map { [$0] } ?? [])
    throw ResolutionError(problem)
  }
}

/// The steps of ``Resolution/resolve(variant:choosing:available:)``.
struct Resolver {
  let variant: VariantManifest
  let available: [String: PluginManifest]
  private let disabled: [DisabledPlugin]
  /// Among the chosen ones, or the variant's own.
  let unusable: [UnusablePlugin]
  private let chosen: [String]
  private(set) var providers: [AbilityNeed: [String]] = [:]
  var problems: [ResolutionProblem] = []

  init(
    variant: VariantManifest, ids: [String], available: [PluginManifest], disabled: [DisabledPlugin],
    unusable: [UnusablePlugin]
  ) {
    self.variant = variant
    self.disabled = disabled
    self.available = Dictionary(available.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    var chosen: [String] = []
    for id in ids where !chosen.contains(id) { chosen.append(id) }
    self.chosen = chosen
    let wanted = Set(chosen + variant.plugins).subtracting(self.available.keys)
    self.unusable = unusable.filter { wanted.contains($0.id) }
    for id in chosen where self.available[id] == nil && !tellUnusable([id]) { problems.append(unknown(id)) }
  }

  var variantPlace: String { "variant \(variant.variant)" }

  /// Meets the variant's needs, then, transitively, those of each plugin added.
  mutating func meetNeeds() {
    var needs = variant.abilities.map { (need: $0, place: variantPlace, isNeeded: true) }
    // Device plugins are added if installed, and not missed otherwise.
    needs += AbilityID.devices.map { (AbilityNeed($0), variantPlace, false) }
    var settled: Set<AbilityNeed> = []
    var next = 0
    while next < needs.count {
      let (need, place, isNeeded) = needs[next]
      next += 1
      guard isNeeded || !able(need).isEmpty, settled.insert(need).inserted else { continue }
      for id in met(need, for: place) {
        let isNew = !providers.values.contains { $0.contains(id) }
        providers[need, default: []].append(id)
        if isNew, let plugin = available[id] { needs += plugin.needs.abilities.map { ($0, id, true) } }
      }
    }
    meet(AbilityID.besideDevices, beside: AbilityID.devices)
    meet(AbilityID.besideMatchers, beside: [.matcher])
  }

  /// An ability used with another one is used of the same plugin: it adds no plugin to the set.
  private mutating func meet(_ abilities: [AbilityID], beside others: [AbilityID]) {
    let asked = others.flatMap { other in
      providers.filter { $0.key.ability == other }.sorted { $0.key < $1.key }.flatMap(\.value)
    }
    for ability in abilities where providers[AbilityNeed(ability)] == nil {
      var able: [String] = []
      for id in asked where available[id]?.provides(ability) == true && !able.contains(id) {
        able.append(id)
      }
      if !able.isEmpty { providers[AbilityNeed(ability)] = able }
    }
  }

  /// The chosen plugins that provide it, else the variant's, unique, in the order given there.
  private func able(_ need: AbilityNeed) -> [String] {
    for ids in [chosen, variant.plugins] {
      let able = ids.filter { available[$0].map(need.isMet) == true }
      if !able.isEmpty { return able }
    }
    return []
  }

  /// The plugins for an ability; adds a problem if there is none, or too many.
  private mutating func met(_ need: AbilityNeed, for place: String) -> [String] {
    let able = able(need)
    guard !able.isEmpty else {
      // An unusable plugin may be the cause.
      tellUnusable(variant.plugins)
      problems.append(unmet(need, place))
      return []
    }
    guard able.count > 1, !need.ability.mayBeSeveral else { return able }
    let sorted = able.sorted()
    problems.append(
      ResolutionProblem(
        code: .doublyMet, place: place,
        reason: "\(need) is provided by \(Self.list(sorted)), and exactly one may.",
        remedy: able.allSatisfy(chosen.contains)
          ? "Keep one --plugin of them." : "Choose one with --plugin \(sorted[0]), or --plugin \(sorted[1]).",
        need: need, candidates: sorted))
    return []
  }

  mutating func checkChosen() {
    let used = Set(providers.values.joined())
    // A plugin that is part of another problem is not useless; it is already reported.
    let involved = Set(problems.flatMap(\.candidates))
    for id in chosen where !used.contains(id) && !involved.contains(id) {
      guard let plugin = available[id] else { continue }
      problems.append(
        ResolutionProblem(
          code: .notNeeded, place: id,
          reason:
            "It was chosen, and provides \(Self.list(plugin.provides.map(\.description))): nothing that "
            + "\(variantPlace) needs.",
          remedy: "Leave --plugin \(id) out, or take a variant that needs it.", need: nil, candidates: []))
    }
  }

  /// The set's plugins in topological order; adds a problem for a dependency cycle.
  mutating func ordered() -> [PluginManifest] {
    var waiting = Set(providers.values.joined()).sorted()
    var done: [String] = []
    while !waiting.isEmpty {
      let ready = waiting.first { id in
        (available[id]?.needs.abilities ?? []).allSatisfy { need in
          providers[need].map { $0.allSatisfy(done.contains) } ?? true
        }
      }
      guard let ready else {
        problems.append(
          ResolutionProblem(
            code: .circle, place: variantPlace,
            reason: "\(Self.list(waiting)) need each other, so that none can be opened first.",
            remedy: "Choose another plugin for one of them with --plugin.", need: nil, candidates: waiting))
        return []
      }
      done.append(ready)
      waiting.removeAll { $0 == ready }
    }
    return done.compactMap { available[$0] }
  }

  private func unmet(_ need: AbilityNeed, _ place: String) -> ResolutionProblem {
    if let plugin = disabled.first(where: {
      variant.plugins.contains($0.manifest.id) && need.isMet(by: $0.manifest)
    }) {
      return ResolutionProblem(
        code: .disabled, place: place,
        reason: "It needs \(need), which \(plugin.manifest.id) would provide: that one is disabled.",
        remedy: "Run `\(plugin.enabling)`.", need: need, candidates: [plugin.manifest.id])
    }
    let able = available.values.filter(need.isMet).map(\.id).sorted()
    let missing = variant.plugins.filter { id in available[id] == nil && !unusable.contains { $0.id == id } }
    var remedy = able.map { "--plugin \($0)" }.joined(separator: " or ")
    if able.isEmpty {
      remedy = "No installed plugin provides it: install one"
      // Without their manifests it is unknown which of the missing ones would.
      if !missing.isEmpty { remedy += "; of the variant's own, \(Self.list(missing)) is not installed" }
    } else {
      remedy = "Add \(remedy)"
    }
    return ResolutionProblem(
      code: .unmetNeed, place: place,
      reason: "It needs \(need), which no plugin of the set provides\(otherRevisions(of: need.ability)).",
      remedy: remedy + ".", need: need, candidates: able)
  }

  /// Plugins of the set that provide another revision of the ability.
  private func otherRevisions(of ability: AbilityID) -> String {
    let others = (chosen + variant.plugins).compactMap { available[$0] }.flatMap { plugin in
      plugin.provides.filter { $0.name == ability.name && $0 != ability }.map {
        "\(plugin.id) provides \($0)"
      }
    }
    return others.isEmpty ? "" : ": \(Self.list(others)), which is another revision"
  }

  private func unknown(_ id: String) -> ResolutionProblem {
    if let plugin = disabled.first(where: { $0.manifest.id == id }) {
      return ResolutionProblem(
        code: .disabled, place: "--plugin \(id)", reason: "It is installed, and disabled.",
        remedy: "Run `\(plugin.enabling)`.", need: nil, candidates: [id])
    }
    let ids = available.keys.sorted()
    let nearest = NearestWord.to(id, among: ids)
    let installed = ids.isEmpty ? "No plugin is installed." : "Installed are \(Self.list(ids))."
    return ResolutionProblem(
      code: .unknownPlugin, place: "--plugin \(Shown.plain(id))", reason: "No installed plugin has that id.",
      remedy: nearest.map { "Did you mean '\($0)'?" } ?? installed, need: nil,
      candidates: nearest.map { [$0] } ?? [])
  }

  static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "nothing" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}
