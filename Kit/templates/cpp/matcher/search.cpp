// SPDX-License-Identifier: Apache-2.0
// A search: it finds the most alike of many templates, which were prepared once. The host owns the memory
// that is searched; imprint/search.h walks through it.
//
// A matcher need not have one. To do without, delete this file, its line in plugin.yaml, and what names it:
// IMP_MATCHER_SEARCH_ID in identity.h, search_table in abilities.cpp.
#include "comparing.hpp"

#include <imprint/search.h>

using imprint::guarded;
using imprint::sized;

struct imp_search {
  const imprint::Host host;
  const imp_search_block block; // whose memory the host lends until destroy
};

namespace {

constexpr char form_name[] = "cells";
constexpr uint32_t entry_bytes = cell_count; // an entry is the cells of a template that was read

imp_status forms(imp_plugin *plugin, imp_search_form *forms, size_t *count) noexcept {
  return guarded(plugin->host, [&] {
    imp_search_form form{};
    form.entry_bytes = entry_bytes;
    form.exact = 1;
    imprint::copy_text(form.name, form_name);
    imprint::copy_text(form.format, TEMPLATE_FORMAT);
    imprint::fill_list(forms, count, &form, 1);
  });
}

imp_status create(imp_plugin *plugin, const imp_search_options *options, const imp_search_block *block,
                  imp_search **search) noexcept {
  return guarded(plugin->host, [&] {
    const imp_search_options &asked = sized(options, "the options");
    const imp_search_block &lent = sized(block, "the block");
    imprint::check_choice(asked.threads, asked.form, form_name, "form");
    imprint::expect_right(imprint_check_block(&lent, entry_bytes));
    // The place first: what is made would be lost where there is none.
    imp_search *&place = imprint::place(search, "the search");
    place = new imp_search{plugin->host, lent};
  });
}

imp_status prepare(const imp_search *search, const imp_gallery *gallery, imp_buffer *entries,
                   int32_t *statuses) noexcept {
  return guarded(search->host, [&] {
    imp_buffer &buffer = imprint::place(entries, "the entries");
    const imp_gallery &many = sized(gallery, "the gallery");
    imprint::expect_right(imprint_check_prepared(&many, TEMPLATE_BYTES, statuses));
    uint8_t *entry = imprint::room(buffer, many.count * entry_bytes);
    for (uint64_t i = 0; i < many.count; i++, entry += entry_bytes) try {
        const Cells cells =
            read_template(imprint_template_of(&many, TEMPLATE_BYTES, i), many.version, "template");
        std::copy(cells.begin(), cells.end(), entry);
        statuses[i] = IMP_OK;
      } catch (const imprint::Failure &failure) {
        std::fill_n(entry, entry_bytes, uint8_t(0)); // the others are prepared all the same
        statuses[i] = failure.status();
      }
    buffer.length = many.count * entry_bytes;
  });
}

void compare_entries(const void *probe, const uint8_t *entries, uint32_t count,
                     float *similarities) noexcept {
  const int8_t *a = static_cast<const int8_t *>(probe), *b = reinterpret_cast<const int8_t *>(entries);
  for (uint32_t i = 0; i < count; i++) similarities[i] = correlate(a, b + i * entry_bytes);
}

imp_status find(const imp_search *search, imp_bytes probe, const imp_search_query *query,
                imp_search_result *result) noexcept {
  return guarded(search->host, [&] {
    const imp_search_query &asked = sized(query, "the query");
    imp_search_result &found = sized(result, "the result");
    imprint::expect_right(imprint_check_query(&search->block, &asked, &found));
    const Cells cells = read_template(probe, asked.probe_version, "probe");
    imprint_search(&search->block, entry_bytes, &asked, &found, compare_entries, cells.data());
  });
}

void destroy(imp_search *search) noexcept { delete search; }

} // namespace

extern const imp_matcher_search_ability search_table = {
    sizeof(imp_matcher_search_ability), 0, forms, create, prepare, find, destroy};
