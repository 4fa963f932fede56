// SPDX-License-Identifier: Apache-2.0

// What all commands are made of. Whatever one of them needs besides, its file imports.
@_exported public import ArgumentParser
@_exported public import ImprintCommandLine
@_exported public import ImprintLKMS
@_exported public import ImprintModel
