// SPDX-License-Identifier: Apache-2.0
// Made by scripts/generate-abilities from Sources/CImprint/abilities/microphone.yaml and
// imprint/draft/microphone.h; change that, not this.
// swift-format-ignore-file
import CImprint

extension ProvidedMicrophone: ProvidedObject {}

/// The C table of `imprint.microphone/1`; every plugin and opening shares it.
extension MicrophoneTable {
  // Never written after it was made.
  nonisolated(unsafe) static let table = lasting(imp_microphone_ability(
    size: structSize(imp_microphone_ability.self), reserved: 0,
    list: { it, infos, count in
      OpenedPlugin.from(it).list(infos, count, \.size, "infos") { it throws(PluginFailure) in
        try MicrophoneTable.list(it)
      }
    },
    open: { it, options, format, microphone in
      OpenedPlugin.from(it).make(microphone, "microphone") { it throws(PluginFailure) in
        var told = try lent(format, \.size, "format")
        let made = try MicrophoneTable.open(it, lent(options, \.size, "options"), &told)
        format.pointee = told
        return made
      }
    },
    read: { it, timeoutNs, samples, chunk in
      ProvidedMicrophone.from(it).answer { it throws(PluginFailure) in
        var told = try lent(chunk, \.size, "chunk")
        let samples = try LentBuffer(samples, "samples")
        try it.checkNotCancelled("microphone")
        try it.read(timeoutNs, samples, &told)
        chunk.pointee = told
      }
    },
    cancel: { ProvidedMicrophone.from($0).wasCancelled() },
    close: { ProvidedMicrophone.release($0) }))
}
