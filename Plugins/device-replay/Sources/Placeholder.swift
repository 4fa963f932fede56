// SPDX-License-Identifier: Apache-2.0
public import CImprint

@c @implementation public func imp_plugin_entry() -> UnsafePointer<imp_entry>? { nil }
