// SPDX-License-Identifier: Apache-2.0
// Hosts one plugin for the program that started this one, and ends with it: docs/reference/workers.md.
internal import CImprintLinux
internal import Glibc
internal import ImprintCalls

// Its one argument is its parent's PID. It is not for users: exit 64, as for any usage error.
guard CommandLine.arguments.count == 2, let parent = Int32(CommandLine.arguments[1]),
  imp_process_follow(parent) == 0
else { exit(64) }

guard let start = Start.receive() else { exit(65) }
let walls = Walls(start)
guard walls.stand(start.required), start.library >= 0 else {
  start.answer(stage: IMP_WORKER_STAGE_WALLS, walls, words: "")
}
let library = start.load { words in start.answer(stage: IMP_WORKER_STAGE_LOAD, walls, words: words) }
guard let symbol = dlsym(library, "imp_plugin_entry") else {
  start.answer(stage: IMP_WORKER_STAGE_ENTRY, walls, words: "")
}
typealias Entry = @convention(c) () -> UnsafeRawPointer?
let entry = unsafeBitCast(symbol, to: Entry.self)()
start.tell(stage: IMP_WORKER_STAGE_LOADED, walls, words: "")
// From here on this thread creates lanes, until the host closes its end.
Lane.takeAll(CallExecutor(entry: entry, host: PluginHost(services: start.services)))
// None of the plugin's code runs any more: it was closed by a call, or must do nothing further.
_exit(0)
