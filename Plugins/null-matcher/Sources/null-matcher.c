#include <imprint/imprint.h>
const imp_entry *imp_plugin_entry(void) { return 0; }
