// SPDX-License-Identifier: Apache-2.0

// Imports of all commands; a file imports what else it needs.
@_exported public import ArgumentParser
@_exported public import ImprintCommandLine
@_exported public import ImprintLKMS
@_exported public import ImprintModel
