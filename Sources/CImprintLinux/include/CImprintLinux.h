// SPDX-License-Identifier: Apache-2.0
// What Linux has and Swift's Glibc module does not show. Each function answers
// 0 or a descriptor, or a negative errno.
#ifndef C_IMPRINT_LINUX_H
#define C_IMPRINT_LINUX_H

#include "imp_calls.h"
#include "imp_landlock.h"
#include "imp_libraries.h"
#include "imp_memory.h"
#include "imp_packet.h"
#include "imp_process.h"
#include "imp_sockets.h"
#include "imp_walls.h"
#include "imp_worker.h"

#endif
