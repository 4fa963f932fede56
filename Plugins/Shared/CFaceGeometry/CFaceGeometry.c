#include "CFaceGeometry.h"
int imp_placeholder_CFaceGeometry(void) { return 0; }
