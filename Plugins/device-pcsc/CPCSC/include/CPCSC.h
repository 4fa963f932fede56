// SPDX-License-Identifier: Apache-2.0
#ifndef IMPRINT_CPCSC_H
#define IMPRINT_CPCSC_H

#endif
