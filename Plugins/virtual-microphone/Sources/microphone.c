// SPDX-License-Identifier: Apache-2.0
typedef int imp_virtual_microphone_unit;
