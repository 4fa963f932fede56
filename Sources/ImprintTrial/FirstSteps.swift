// SPDX-License-Identifier: Apache-2.0
internal import ImprintModel

/// The next steps for trying Imprint: each command suggests the following one, so that users can compare two
/// pictures of their own without reading documentation. Printed by `sdkctl` under a trial licence;
/// `scripts/lib/first-steps.sh` starts it.
package enum FirstSteps: Sendable, Hashable, CaseIterable {
  case trial
  case enroll
  case verify
  case identify

  /// The command to paste; with the user's own pictures.
  /// - Parameters:
  ///   - program: how to call `sdkctl`.
  ///   - user: who is enrolled.
  ///   - store: the store's folder; `nil` for the default.
  package func command(
    program: String = "sdkctl", user: String = "you", store: String? = nil
  ) -> String {
    let (program, user) = (ShellWord.quoted(program), ShellWord.quoted(user))
    let place = store.map { " --store \(ShellWord.quoted($0))" } ?? ""
    return switch self {
    case .trial: "\(program) license trial"
    case .enroll: "\(program) enroll --user \(user)\(place) YOUR.jpg"
    case .verify: "\(program) verify --user \(user)\(place) OTHER.jpg"
    case .identify: "\(program) identify\(place) OTHER.jpg"
    }
  }

  /// The step after this one; `nil` after the last.
  package var next: FirstSteps? {
    switch self {
    case .trial: .enroll
    case .enroll: .verify
    case .verify: .identify
    case .identify: nil
    }
  }
}
