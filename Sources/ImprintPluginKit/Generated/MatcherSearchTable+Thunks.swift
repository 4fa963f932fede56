// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/matcher-search.yaml and
// imprint/draft/matcher-search.h; change that, not this.
// swift-format-ignore-file
import CImprint

extension ProvidedSearch: ProvidedObject {}

/// The C table of `imprint.matcher-search/1`; every plugin and opening shares it.
extension MatcherSearchTable {
  // Never written after it was made.
  nonisolated(unsafe) static let table = lasting(imp_matcher_search_ability(
    size: structSize(imp_matcher_search_ability.self), reserved: 0,
    forms: { it, forms, count in
      OpenedPlugin.from(it).list(forms, count, \.size, "forms") { it throws(PluginFailure) in
        try MatcherSearchTable.forms(it)
      }
    },
    create: { MatcherSearchTable.create(OpenedPlugin.from($0), $1, $2, $3) },
    prepare: { ProvidedSearch.from($0).prepare($1, $2, $3) },
    search: { ProvidedSearch.from($0).search($1, $2, $3) },
    destroy: { ProvidedSearch.release($0) }))
}
