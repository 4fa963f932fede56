// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// What can be closed around plugins that run in processes of their own.
extension HealthExamination {
  /// One finding for the program that hosts them, and one for each wall that this system does not have.
  var walls: [HealthFinding] {
    do throws(PluginError) {
      let walls = try WorkerWalls.probe(configuration.workers)
      let standing = walls.standing.map(\.rawValue).sorted().joined(separator: ", ")
      return [
        .fine(.worker, "", "walls around workers: \(standing.isEmpty ? "none" : standing)"),
        .fine(.worker, "", "bounds of workers: \(walls.bounds.sentence)"),
      ]
        + walls.missing.sorted { $0.key.rawValue < $1.key.rawValue }.map { wall, reason in
          let isRequired = configuration.workers.requiredWalls.contains(wall)
          return HealthFinding(
            .worker, .doubtful, place: "", code: "wall-missing",
            fact: "the wall `\(wall.rawValue)` cannot be closed here: \(reason)"
              + (isRequired ? "; plugins in a process of their own are refused." : "."),
            remedy: "Use a kernel from 5.13 on with Landlock and seccomp that allows user namespaces.")
        }
    } catch {
      // Nothing may be asked to run there: a doubt, until something is.
      return [
        HealthFinding(
          .worker, .doubtful, place: error.place, code: error.code.rawValue, fact: error.reason,
          remedy: error.remedy)
      ]
    }
  }
}
