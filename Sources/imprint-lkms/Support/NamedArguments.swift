// SPDX-License-Identifier: Apache-2.0
public import ArgumentParser
public import ImprintLKMS
public import ImprintLicense

// Values that are given by their names.
extension LicenseAlgorithm: ExpressibleByArgument {}
extension FailurePolicy: ExpressibleByArgument {}
extension Activation.State: ExpressibleByArgument {}
extension AuditEntry.Event: ExpressibleByArgument {}
extension ServerHome.Renewable: ExpressibleByArgument {}
