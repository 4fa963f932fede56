// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles

extension TrustError: FileFailure {
  package init(system failure: SystemFailure, place: String) {
    self.init(.file, place: place, reason: failure.reason, remedy: failure.remedy)
  }

  package static func noFolder(_ place: String) -> TrustError {
    TrustError(.file, place: place, reason: "there is no such folder.", remedy: "Correct the path.")
  }

  package static func unsafeFolder(_ place: String, reason: String, remedy: String) -> TrustError {
    TrustError(.file, place: place, reason: reason, remedy: remedy)
  }

  package static func notAFile(_ place: String, reason: String) -> TrustError {
    TrustError(.file, place: place, reason: reason, remedy: "Put the file itself there, or remove it.")
  }

  package static func busy(_ place: String, for time: Duration) -> TrustError {
    TrustError(
      .file, place: place, reason: "another program has held it for \(time).",
      remedy: "Try again when that has ended.")
  }

  package static func cancelled(_ place: String) -> TrustError {
    TrustError(.file, place: place, reason: "it was cancelled.", remedy: "Try again.")
  }
}
