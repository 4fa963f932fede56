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
    create: { it, options, block, search in
      OpenedPlugin.from(it).make(search, "search") { it throws(PluginFailure) in
        try MatcherSearchTable.create(it, lent(options, \.size, "options"), lent(block, \.size, "block"))
      }
    },
    prepare: { it, gallery, entries, statuses in
      ProvidedSearch.from(it).answer { it throws(PluginFailure) in
        try it.prepare(lent(gallery, \.size, "gallery"), LentBuffer(entries, "entries"), statuses)
      }
    },
    search: { it, probe, query, result in
      ProvidedSearch.from(it).answer { it throws(PluginFailure) in
        var told = try lent(result, \.size, "result")
        defer { result.pointee = told }
        try it.search(lentBytes(probe, "probe"), lent(query, \.size, "query"), &told)
      }
    },
    destroy: { ProvidedSearch.release($0) }))
}
