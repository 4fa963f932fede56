#include "COpenVINOBridge.h"
int imp_placeholder_COpenVINOBridge(void) { return 0; }
