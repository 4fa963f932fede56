// SPDX-License-Identifier: Apache-2.0
// A module of libasound's: `type imprint` plays a file as a microphone would give it. libasound finds what it
// needs by the names of two functions, so there is nothing to include.
#ifndef IMPRINT_VIRTUAL_MICROPHONE_H
#define IMPRINT_VIRTUAL_MICROPHONE_H

#endif
