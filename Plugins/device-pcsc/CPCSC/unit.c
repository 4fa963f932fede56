// SPDX-License-Identifier: Apache-2.0
#include "CPCSC.h"

typedef int imp_cpcsc_unit;
