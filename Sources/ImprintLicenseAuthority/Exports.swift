// SPDX-License-Identifier: Apache-2.0

// Issuing licences needs keys and certificates.
@_exported public import ImprintCertificates
