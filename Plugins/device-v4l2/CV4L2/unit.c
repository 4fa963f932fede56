// SPDX-License-Identifier: Apache-2.0
#include "CV4L2.h"

typedef int imp_cv4l2_unit;
