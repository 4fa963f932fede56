// SPDX-License-Identifier: Apache-2.0

// Whoever issues licences makes keys and certificates for it.
@_exported public import ImprintCertificates
