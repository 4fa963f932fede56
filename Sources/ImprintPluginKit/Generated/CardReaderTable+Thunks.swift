// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/card-reader.yaml and
// imprint/draft/card-reader.h; change that, not this.
// swift-format-ignore-file
import CImprint

extension ProvidedCard: ProvidedObject {}

/// The C table of `imprint.card-reader/1`; every plugin and opening shares it.
extension CardReaderTable {
  // Never written after it was made.
  nonisolated(unsafe) static let table = lasting(imp_card_reader_ability(
    size: structSize(imp_card_reader_ability.self), reserved: 0,
    list: { it, infos, count in
      OpenedPlugin.from(it).list(infos, count, \.size, "infos") { it throws(PluginFailure) in
        try CardReaderTable.list(it)
      }
    },
    connect: { it, options, card in
      OpenedPlugin.from(it).make(card, "connection to a card") { it throws(PluginFailure) in
        try CardReaderTable.connect(it, lent(options, \.size, "options"))
      }
    },
    status: { it, status in
      ProvidedCard.from(it).answer { it throws(PluginFailure) in
        var told = try lent(status, \.size, "status")
        try it.status(&told)
        status.pointee = told
      }
    },
    transmit: { it, command, response in
      ProvidedCard.from(it).answer { it throws(PluginFailure) in
        try it.transmit(lentBytes(command, "command"), LentBuffer(response, "response"))
      }
    },
    begin: { it, timeoutNs in
      ProvidedCard.from(it).answer { it throws(PluginFailure) in
        try it.checkNotCancelled("connection to a card")
        try it.begin(timeoutNs)
      }
    },
    end: { it, disposition in
      ProvidedCard.from(it).answer { it throws(PluginFailure) in try it.end(disposition) }
    },
    reconnect: { it, options, disposition in
      ProvidedCard.from(it).answer { it throws(PluginFailure) in
        try it.reconnect(lent(options, \.size, "options"), disposition)
      }
    },
    disconnect: { it, disposition in
      ProvidedCard.from(it).answer { it throws(PluginFailure) in try it.disconnect(disposition) }
    },
    control: { it, code, input, output in
      ProvidedCard.from(it).answer { it throws(PluginFailure) in
        try it.control(code, lentBytes(input, "input"), LentBuffer(output, "output"))
      }
    },
    attribute: { it, tag, value in
      ProvidedCard.from(it).answer { it throws(PluginFailure) in
        try it.attribute(tag, LentBuffer(value, "value"))
      }
    },
    set_attribute: { it, tag, value in
      ProvidedCard.from(it).answer { it throws(PluginFailure) in
        try it.setAttribute(tag, lentBytes(value, "value"))
      }
    },
    cancel: { ProvidedCard.from($0).wasCancelled() },
    close: { ProvidedCard.release($0) }))
}
