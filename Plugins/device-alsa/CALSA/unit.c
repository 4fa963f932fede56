// SPDX-License-Identifier: Apache-2.0
#include "CALSA.h"

typedef int imp_calsa_unit;
