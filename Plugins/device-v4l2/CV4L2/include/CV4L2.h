// SPDX-License-Identifier: Apache-2.0
#ifndef IMPRINT_CV4L2_H
#define IMPRINT_CV4L2_H

#endif
