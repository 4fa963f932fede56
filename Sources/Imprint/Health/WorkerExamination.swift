// SPDX-License-Identifier: Apache-2.0
internal import ImprintRuntime

/// The walls that are available for plugins in processes of their own.
extension HealthExamination {
  /// One finding for the worker program, and one for each wall that this system lacks.
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
            fact: "the wall `\(wall.rawValue)` cannot be set up here: \(reason)"
              + (isRequired ? "; plugins in a process of their own are refused." : "."),
            remedy: "Use a kernel from 5.13 on with Landlock and seccomp that allows user namespaces.")
        }
    } catch {
      // Perhaps nothing is configured to run there: doubtful, until something is.
      return [
        HealthFinding(
          .worker, .doubtful, place: error.place, code: error.code.rawValue, fact: error.reason,
          remedy: error.remedy)
      ]
    }
  }
}
