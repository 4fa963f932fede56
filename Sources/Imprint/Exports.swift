// SPDX-License-Identifier: Apache-2.0

// Re-exported, so that an application imports only `Imprint`.
@_exported public import ImprintAudio
@_exported public import ImprintCapture
@_exported public import ImprintCaptureSession
@_exported public import ImprintCard
@_exported public import ImprintFaceQuality
@_exported public import ImprintFingerCapture
@_exported public import ImprintImaging
@_exported public import ImprintLicense
@_exported public import ImprintLicenseClient
@_exported public import ImprintListening
@_exported public import ImprintLockout
@_exported public import ImprintManifest
@_exported public import ImprintMatching
@_exported public import ImprintModel
@_exported public import ImprintRuntime
@_exported public import ImprintSession
@_exported public import ImprintSettings
@_exported public import ImprintSignedDocuments
@_exported public import ImprintSpeech
@_exported public import ImprintStore
@_exported public import ImprintTrust
@_exported public import ImprintVoice
