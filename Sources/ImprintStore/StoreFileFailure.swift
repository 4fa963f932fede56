// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles

typealias Folder = ImprintFiles.Folder<StoreError>
typealias StoreLock = FileLock<StoreError>

extension StoreErrorCode: FileCode {
  package static func of(_ problem: FileProblem.Kind, _ place: String) -> (Self, remedy: String?) {
    switch problem {
    case .noSpace: (.noSpace, nil)
    case .notPermitted: (.readOnly, nil)
    case .noFolder: (.notAStore, "Give the folder of a store, or an empty one to make it in.")
    case .unsafeFolder: (.unsafeFolder, nil)
    case .notAFile: (.damaged, StoreError.restoring)
    case .busy: (.busy, nil)
    case .cancelled: (.cancelled, nil)
    case .missing, .exists, .system: (.system, nil)
    }
  }
}
