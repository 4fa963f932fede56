// SPDX-License-Identifier: Apache-2.0

// What all commands are made of. Whatever one of them needs besides, its file imports.
@_exported public import ArgumentParser
@_exported public import Imprint
@_exported public import ImprintAuthoring
@_exported public import ImprintCommandLine
