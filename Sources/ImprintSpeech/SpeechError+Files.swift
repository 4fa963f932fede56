// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles

extension SpeechErrorCode: FileCode {
  package static func of(_ problem: FileProblem.Kind, _ place: String) -> (Self, remedy: String?) {
    switch problem {
    case .noSpace: (.noSpace, nil)
    case .notPermitted: (.notPermitted, nil)
    case .missing: (.missing, "Give the path of a file that is there.")
    case .noFolder: (.missing, "Name a folder that is there, or can be made.")
    case .unsafeFolder: (.unsafeFolder, nil)
    case .notAFile: (.damaged, "Give a file, and no longer one than is read.")
    case .exists: (.exists, nil)
    case .busy: (.busy, nil)
    case .cancelled: (.cancelled, nil)
    case .system: (.system, nil)
    }
  }
}
