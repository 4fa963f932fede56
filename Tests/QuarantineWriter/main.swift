// SPDX-License-Identifier: Apache-2.0
// QuarantineWriter <folder> <rounds> <strikes>: puts deaths of one build down, all at the same second; it is
// quarantined after so many. 0 rounds are without end. Prints the code of the error that ends it.
import Glibc
import ImprintModel
import ImprintRuntime

let arguments = CommandLine.arguments
guard arguments.count == 4, let rounds = Int(arguments[2]), let strikes = Int(arguments[3]) else { exit(64) }
let store = QuarantineStore(
  folder: arguments[1], policy: QuarantinePolicy(strikes: strikes, window: 600), clock: { 1_000 },
  patience: .seconds(60))
let build = PluginBuild(
  contents: ContentHash(of: []), library: ContentHash(of: []), plugin: "org.example.writer",
  version: SemanticVersion(major: 1, minor: 0, patch: 0), folder: "/nowhere")
do throws(QuarantineError) {
  var done = 0
  while rounds == 0 || done < rounds {
    try store.add(PluginDeath(build, in: "matcher.compare", reason: .signal(11)))
    done += 1
  }
} catch {
  print(error.code.rawValue)
  exit(1)
}
