// SPDX-License-Identifier: Apache-2.0
package import ImprintFiles

typealias Folder = ImprintFiles.Folder<PackageError>
typealias NewFile = ImprintFiles.NewFile<PackageError>
typealias RootLock = FileLock<PackageError>

extension PackageErrorCode: FileCode {
  package static func of(_ problem: FileProblem.Kind, _ place: String) -> (Self, remedy: String?) {
    switch problem {
    case .noSpace: (.noSpace, nil)
    case .notPermitted: (.notWritable, nil)
    case .missing: (.unreadable, nil)
    case .exists: (.exists, nil)
    case .noFolder: (.unreadable, "Give a folder that is there.")
    case .unsafeFolder: (.unsafeFolder, nil)
    case .notAFile: (.unreadable, "Give a plain file.")
    case .busy: (.busy, "Wait for it, or end it; then try again.")
    case .cancelled: (.cancelled, "Nothing was changed; try again.")
    case .system: (.system, nil)
    }
  }
}
