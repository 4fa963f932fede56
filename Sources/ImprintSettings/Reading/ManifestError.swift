// SPDX-License-Identifier: Apache-2.0
@_exported public import ImprintModel

/// Why a manifest or variant cannot be used: all problems, in the order of the file; at most
/// ``SettingsReader/maximumProblems``.
public typealias ManifestError = Gathered<ManifestProblem>
