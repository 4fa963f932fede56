// SPDX-License-Identifier: Apache-2.0
#ifndef IMPRINT_CALSA_H
#define IMPRINT_CALSA_H

#endif
