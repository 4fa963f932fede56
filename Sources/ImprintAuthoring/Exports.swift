// SPDX-License-Identifier: Apache-2.0

// Who makes or evaluates plugins, tests with simulated people, makes packages or sets up machines imports
// `ImprintAuthoring` beside `Imprint`.
@_exported public import ImprintAttackEvaluation
@_exported public import ImprintAttackTrials
@_exported public import ImprintCheck
@_exported public import ImprintEvaluation
@_exported public import ImprintPackage
@_exported public import ImprintPuppet
@_exported public import ImprintRecording
@_exported public import ImprintScaffold
