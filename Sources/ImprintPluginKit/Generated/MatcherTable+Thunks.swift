// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/matcher.yaml and
// imprint/draft/matcher.h; change that, not this.
// swift-format-ignore-file
import CImprint

extension ProvidedMatcher: ProvidedObject {}

/// The C table of `imprint.matcher/2`; every plugin and opening shares it.
extension MatcherTable {
  // Never written after it was made.
  nonisolated(unsafe) static let table = lasting(imp_matcher_ability(
    size: structSize(imp_matcher_ability.self), reserved: 0,
    formats: { it, formats, count in
      OpenedPlugin.from(it).list(formats, count, \.size, "formats") { it throws(PluginFailure) in
        try MatcherTable.formats(it)
      }
    },
    create: { it, options, matcher in
      OpenedPlugin.from(it).make(matcher, "matcher") { it throws(PluginFailure) in
        try MatcherTable.create(it, lent(options, \.size, "options"))
      }
    },
    compare: { it, probe, probeVersion, reference, referenceVersion, similarity in
      ProvidedMatcher.from(it).answer { it throws(PluginFailure) in
        var told = try lent(similarity, "similarity")
        try it.compare(
          lentBytes(probe, "probe"), probeVersion, lentBytes(reference, "reference"), referenceVersion, &told)
        similarity.pointee = told
      }
    },
    compare_many: { it, probe, probeVersion, gallery, similarities in
      ProvidedMatcher.from(it).answer { it throws(PluginFailure) in
        try it.compareMany(
          lentBytes(probe, "probe"), probeVersion, lent(gallery, \.size, "gallery"), similarities)
      }
    },
    fuse: { it, gallery, payload, fusion in
      ProvidedMatcher.from(it).answer { it throws(PluginFailure) in
        var told = try lent(fusion, \.size, "fusion")
        try it.fuse(lent(gallery, \.size, "gallery"), LentBuffer(payload, "payload"), &told)
        fusion.pointee = told
      }
    },
    destroy: { ProvidedMatcher.release($0) }))
}
