// SPDX-License-Identifier: Apache-2.0
// What plugins have in common that make templates, or compare them, of one format: TEMPLATE_FORMAT.
#ifndef TEMPLATES_H
#define TEMPLATES_H

#include "plugin.h"

// Whether an object may be made: of at least one thread, and of the format there is. Else the status to
// answer; its words are told.
imp_status check_format(const imp_plugin *plugin, uint32_t threads, imp_text format);

// Whether there is room for a template. Else the status to answer; its words are told, and how much room it
// takes.
imp_status check_room(const imp_plugin *plugin, imp_buffer *payload);

// The same for one that is extracted, with a place for what is said of it.
imp_status check_outputs(const imp_plugin *plugin, imp_buffer *payload, const imp_extraction *extraction);

// Says of a template that was written into its room what it is.
void tell(imp_buffer *payload, imp_extraction *extraction);

#endif
