// SPDX-License-Identifier: Apache-2.0
internal import ImprintLicense
public import ImprintSignedDocuments

// Arguments by name.
extension SignatureAlgorithm: ExpressibleByArgument {}
extension FailurePolicy: ExpressibleByArgument {}
extension Activation.State: ExpressibleByArgument {}
extension AuditEntry.Event: ExpressibleByArgument {}
extension ServerHome.Renewable: ExpressibleByArgument {}
