// SPDX-License-Identifier: Apache-2.0

/// Group `package`: the plugin's folder, examined without loading it.
enum PackageChecks {
  static let all: [ConformanceCheck] =
    [schema, withoutRemarks, newerMinorAccepted, otherMajorRefused, otherContractRefused, ownKeysFree]
    + [idForm, duplicateID, statedFiles, licensesDeclared]
    + [signable, changedLibraryRefused, changedModelRefused, changedManifestRefused, addedFileRefused]
    + [unsignedRefused, unknownPublisherRefused, expiredKeyRefused, revokedRefused]
    + [pathsStayInside, noLinksOut, notWritableByOthers]
    + [architecture, libcFloor, dependenciesResolve, runPaths, oneExport, imports, readOnlyRelocations]
    + [noExecutableStack, noTextRelocations]
}
